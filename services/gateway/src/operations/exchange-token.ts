import type { Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import {
  Problem,
  securityOperations,
  tokenRequest,
  type Fault,
  type TicketReason,
  type tokenResponse,
} from '@appointments/contracts'
import { ticketHash } from '@appointments/credentials'
import { parsePart, unknownFields, wantsStrictHandling } from '@appointments/http'
import type { Admission } from '../authentication/admission.ts'
import type { CustomerTokens } from '../authentication/customer-tokens.ts'
import type { Visitor } from '../authentication/visitors.ts'
import { addressOf, partyOf } from '../limits/requester.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { ResolveTicket } from './resolve-ticket.ts'

interface Deps {
  admission: Admission
  limits: RateLimits
  resolve: ResolveTicket
  customerToken: CustomerTokens
}

/** An OAuth error response (RFC 6749, section 5.2). */
interface OAuthError {
  status: 400 | 401
  error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type'
  error_description: string
  /** Why the ticket is not valid. */
  reason?: TicketReason
}

const invalid = (error_description: string): OAuthError => ({
  status: 400,
  error: 'invalid_request',
  error_description,
})

const INVALID_BECAUSE: Readonly<Record<TicketReason, string>> = {
  REPLACED: 'A newer link has replaced this ticket; use the link of the latest message',
  CANCELLED: 'The appointment of this ticket was cancelled',
  OVER: 'The appointment of this ticket is over',
  UNKNOWN: 'The subject token is not valid',
}

const notValid = (reason: TicketReason | undefined): OAuthError => ({
  ...invalid(INVALID_BECAUSE[reason ?? 'UNKNOWN']),
  ...(reason && { reason }),
})

/** Exchanges a ticket or a secureToken for a customer's token (RFC 8693). */
export const exchangeToken = (deps: Deps): RequestHandler => {
  const { limits, resolve, customerToken } = deps

  const exchange = async (
    request: Request,
    visitor: Visitor,
  ): Promise<z.input<typeof tokenResponse> | OAuthError> => {
    const wanted = parsePart(tokenRequest, request.body ?? {})
    if ('faults' in wanted) return invalidExchange(request, wanted.faults)
    const unknown = wantsStrictHandling(request) ? unknownIn(request) : []
    if (unknown.length > 0)
      return invalid(`Unknown fields or parameters of a token exchange: ${unknown.join(', ')}`)
    const { subject_token: token, subject_token_type: urn } = wanted.part
    const type = urn === 'urn:appointments:ticket' ? 'ticket' : 'secure-token'
    const resolved = await resolve(token, type, partyOf(request, visitor))
    // an unacceptable subject token is an invalid request (RFC 8693, section 2.2.2)
    if (!resolved.grant) return notValid(resolved.reason)
    const issued = customerToken(resolved.grant, { type, hash: ticketHash(token) })
    if (!issued) return notValid(type === 'ticket' ? 'OVER' : undefined)
    return {
      access_token: issued.token,
      token_type: 'Bearer',
      expires_in: issued.expiresIn,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    }
  }

  /** Counts by credentials, otherwise by address; and by the ticket, regardless of the caller. */
  const count = async (request: Request, response: Response, { countedBy }: Visitor) => {
    await (countedBy === undefined
      ? limits.exchangesOfAddress(request, response, addressOf(request))
      : limits.perCaller(request, response, countedBy))
    const { subject_token: ticket } = (request.body ?? {}) as { subject_token?: unknown }
    if (typeof ticket === 'string') await limits.exchangesOfTicket(request, response, ticketHash(ticket))
  }

  return async (request, response) => {
    const visitor = await visitorOf(request, deps)
    if (!visitor) {
      await limits.failedTokens(request, response, addressOf(request))
      response.setHeader('WWW-Authenticate', 'Basic realm="appointments"')
      sendError(response, {
        status: 401,
        error: 'invalid_client',
        error_description: 'The credentials are not valid',
      })
      return
    }
    await count(request, response, visitor)
    const result = await exchange(request, visitor)
    if ('error' in result) sendError(response, result)
    else response.status(securityOperations.exchangeToken.status).json(result)
  }
}

/** The sender of the request; undefined if its credentials are invalid (RFC 6749, section 5.2). */
async function visitorOf(request: Request, { admission }: Deps): Promise<Visitor | undefined> {
  try {
    const visitor = await admission.open(request)
    const isKnown = visitor.countedBy !== undefined || request.get('authorization') === undefined
    return isKnown ? visitor : undefined
  } catch (error) {
    if (error instanceof Problem && error.code === 'UNAUTHORIZED') return undefined
    throw error
  }
}

/** Names of unknown fields and parameters, in the characters that an error description may contain. */
const unknownIn = ({ body, query }: Request): string[] =>
  [...unknownFields(tokenRequest, body).map(([name]) => String(name)), ...Object.keys(query)].map((name) =>
    name.replaceAll(/[^ !#-[\]-~]/g, '?'),
  )

/** The error of a request that is not a valid token exchange, with every field at fault. */
function invalidExchange(request: Request, faults: readonly Fault[]): OAuthError {
  if (!request.is('application/x-www-form-urlencoded')) return invalid('The body must be form-encoded')
  const given = (request.body ?? {}) as Record<string, unknown>
  const grantType = tokenRequest.shape.grant_type.value
  if (typeof given.grant_type === 'string' && given.grant_type !== grantType) {
    return {
      status: 400,
      error: 'unsupported_grant_type',
      error_description: `grant_type must be ${grantType}`,
    }
  }
  const texts = faults.map(({ pointer = '', message }) => {
    const name = pointer.slice(1)
    return `${name} ${Array.isArray(given[name]) ? 'must be given once' : message}`
  })
  return invalid(texts.join('; '))
}

function sendError(response: Response, { status, ...error }: OAuthError): void {
  response.status(status).json(error)
}

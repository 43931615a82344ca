import type { Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import { Problem, securityOperations, tokenRequest, type tokenAnswer } from '@appointments/contracts'
import { ticketHash } from '@appointments/credentials'
import { unknownFields, wantsStrictHandling } from '@appointments/http'
import type { Admission } from '../authentication/admission.ts'
import type { CustomerTokens } from '../authentication/customer-tokens.ts'
import type { Visitor } from '../authentication/visitors.ts'
import { addressOf } from '../limits/asker.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { ResolveTicket } from './resolve-ticket.ts'

interface Deps {
  admission: Admission
  limits: RateLimits
  resolve: ResolveTicket
  customerToken: CustomerTokens
}

/** A refusal as OAuth words it (RFC 6749, section 5.2). */
interface Refusal {
  status: 400 | 401
  error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type'
  error_description: string
}

const invalid = (error_description: string): Refusal => ({
  status: 400,
  error: 'invalid_request',
  error_description,
})

/** Exchanges a ticket or a secureToken for a customer's token (RFC 8693). */
export const exchangeToken = (deps: Deps): RequestHandler => {
  const { limits, resolve, customerToken } = deps

  const exchange = async (request: Request): Promise<z.input<typeof tokenAnswer> | Refusal> => {
    const wanted = tokenRequest.safeParse(request.body ?? {})
    if (!wanted.success) return misread(request)
    const unknown = wantsStrictHandling(request) ? unknownIn(request) : []
    if (unknown.length > 0) return invalid(`The exchange does not know ${unknown.join(', ')}`)
    const { subject_token: token, subject_token_type: urn } = wanted.data
    const type = urn === 'urn:appointments:ticket' ? 'ticket' : 'secure-token'
    const grant = await resolve(token, type)
    const issued = grant && customerToken(grant, { type, hash: ticketHash(token) })
    // section 2.2.2 of RFC 8693: a subject token that is worth nothing makes the request invalid
    if (!issued) return invalid('The subject token is not valid')
    return {
      access_token: issued.token,
      token_type: 'Bearer',
      expires_in: issued.expiresIn,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    }
  }

  /** Counts by whoever has credentials, else by address; and by the ticket, whoever shows it. */
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
      refuse(response, {
        status: 401,
        error: 'invalid_client',
        error_description: 'The credentials are not valid',
      })
      return
    }
    await count(request, response, visitor)
    const answer = await exchange(request)
    if ('error' in answer) refuse(response, answer)
    else response.status(securityOperations.exchangeToken.status).json(answer)
  }
}

/** Who asks; undefined if the request shows credentials that are not valid (RFC 6749, section 5.2). */
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

/** Names of fields and parameters that the token exchange does not know, as far as a description may hold them. */
const unknownIn = ({ body, query }: Request): string[] =>
  [...unknownFields(tokenRequest, body).map(([name]) => String(name)), ...Object.keys(query)].map((name) =>
    name.replaceAll(/[^ !#-[\]-~]/g, '?'),
  )

/** What is wrong with a request that is none for a token exchange. */
function misread(request: Request): Refusal {
  if (!request.is('application/x-www-form-urlencoded')) return invalid('The body must be form-encoded')
  const { grant_type: grantType } = (request.body ?? {}) as { grant_type?: unknown }
  if (typeof grantType === 'string' && grantType !== tokenRequest.shape.grant_type.value) {
    return {
      status: 400,
      error: 'unsupported_grant_type',
      error_description: 'Only the token exchange grant is known',
    }
  }
  return invalid('grant_type, subject_token and subject_token_type are needed, each once')
}

function refuse(response: Response, { status, ...refusal }: Refusal): void {
  response.status(status).json(refusal)
}

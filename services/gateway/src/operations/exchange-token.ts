import type { Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import { Problem, securityOperations, tokenRequest, type tokenAnswer } from '@appointments/contracts'
import { ticketHash } from '@appointments/credentials'
import type { Admission } from '../authentication/admission.ts'
import { basicOf, isClient, type BasicClient } from '../authentication/basic-credentials.ts'
import type { CustomerTokens } from '../authentication/customer-tokens.ts'
import { addressOf, type RateLimits } from '../limits/rate-limits.ts'
import type { ResolveTicket } from './resolve-ticket.ts'

interface Deps {
  admission: Admission
  basicClients: () => readonly BasicClient[]
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
    const { subject_token: token, subject_token_type: type } = wanted.data
    const grant = await resolve(token, type === 'urn:appointments:ticket' ? 'ticket' : 'secure-token')
    const issued = grant && customerToken(grant, ticketHash(token))
    // section 2.2.2 of RFC 8693: a subject token that is worth nothing makes the request invalid
    if (!issued) return invalid('The subject token is not valid')
    return {
      access_token: issued.token,
      token_type: 'Bearer',
      expires_in: issued.expiresIn,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    }
  }

  return async (request, response) => {
    await limits.tokenExchange(request, response, addressOf(request))
    if (!(await isWelcome(request, deps))) {
      response.setHeader('WWW-Authenticate', 'Basic realm="appointments"')
      refuse(response, {
        status: 401,
        error: 'invalid_client',
        error_description: 'The credentials are not valid',
      })
      return
    }
    const answer = await exchange(request)
    if ('error' in answer) refuse(response, answer)
    else response.status(securityOperations.exchangeToken.status).json(answer)
  }
}

/** Nobody needs credentials here, but credentials that are shown have to be valid. */
async function isWelcome(request: Request, { admission, basicClients }: Deps): Promise<boolean> {
  if (/^basic\b/i.test(request.get('authorization') ?? '')) {
    const basic = basicOf(request)
    return basic !== undefined && isClient(basic, basicClients())
  }
  return admission.open(request).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED') return false
      throw error
    },
  )
}

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

import type { ErrorRequestHandler } from 'express'
import { Problem, type Role, type UnauthorizedReason } from '@appointments/contracts'

const REALM = 'realm="appointments"'

/** Requests without a bearer token get no error code (RFC 6750, section 3.1). */
const WITHOUT_TOKEN: readonly (UnauthorizedReason | undefined)[] = [
  undefined,
  'TOKEN_MISSING',
  'TOKEN_SCHEME',
]

/** Adds to a 401 how to authenticate (RFC 9110, section 11.6.1), and to a 403 which role is required. */
export const challenges: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const challenge = error instanceof Problem ? challengeOf(error) : undefined
  if (challenge !== undefined) response.setHeader('WWW-Authenticate', challenge)
  next(error)
}

function challengeOf({ code, detail, details: { extensions = {} } }: Problem): string | undefined {
  const { reason, requiredRoles } = extensions as {
    reason?: UnauthorizedReason
    requiredRoles?: readonly Role[]
  }
  if (code === 'OTP_INVALID') return 'Basic realm="appointments-otp"'
  if (code === 'UNAUTHORIZED' && WITHOUT_TOKEN.includes(reason)) return `Bearer ${REALM}`
  if (code === 'UNAUTHORIZED') return bearer('invalid_token', detail)
  if (code === 'FORBIDDEN' && requiredRoles)
    return `${bearer('insufficient_scope', detail)}, scope="${requiredRoles.join(' ')}"`
  return undefined
}

/** A challenge with an error; its description has only the characters that RFC 6750, section 3 allows. */
const bearer = (error: string, description: string) =>
  `Bearer ${REALM}, error="${error}", error_description="${description.replaceAll(/[^ !#-[\]-~]/g, '')}"`

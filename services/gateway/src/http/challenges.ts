import type { ErrorRequestHandler } from 'express'
import { Problem } from '@appointments/contracts'

/** Tells with every 401 how to authenticate (RFC 9110, section 11.6.1). */
export const challenges: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const code = error instanceof Problem ? error.code : undefined
  if (code === 'UNAUTHORIZED') response.setHeader('WWW-Authenticate', 'Bearer realm="appointments"')
  if (code === 'OTP_INVALID') response.setHeader('WWW-Authenticate', 'Basic realm="appointments-otp"')
  next(error)
}

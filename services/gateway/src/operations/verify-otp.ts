import type { RequestHandler } from 'express'
import { problem, securityOperations } from '@appointments/contracts'
import { parseRequest } from '@appointments/http'
import type { Clock } from '@appointments/runtime'
import { canonical, type Passwords } from '../otp/passwords.ts'

interface Deps {
  passwords: Passwords
  clock: Clock
}

/** Verifies a one-time password ahead of its booking; whatever does not fit is OTP_INVALID. */
export const verifyOtp =
  ({ passwords, clock }: Deps): RequestHandler =>
  async (request, response) => {
    const { verificationId, to, code } = parseRequest(securityOperations.verifyOtp, request).body
    const found = await passwords.find(verificationId)
    await passwords.checkCode(found, code)
    const { password } = found
    const { channel, booking, expiresAt } = password
    const fits = canonical(channel, to) === canonical(channel, password.to)
    if (!fits || booking || expiresAt <= clock.now().getTime()) throw problem('OTP_INVALID')
    if (!(await passwords.change(found, { ...password, verified: true }))) throw problem('OTP_INVALID')
    response.status(securityOperations.verifyOtp.status).end()
  }

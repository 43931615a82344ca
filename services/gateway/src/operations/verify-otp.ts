import type { RequestHandler } from 'express'
import { problem, securityOperations } from '@appointments/contracts'
import { parseRequest } from '@appointments/http'
import type { Clock } from '@appointments/runtime'
import { visitorOf } from '../http/visitor.ts'
import { askerOf } from '../limits/asker.ts'
import { isSameAddress, type Passwords } from '../otp/passwords.ts'

interface Deps {
  passwords: Passwords
  clock: Clock
}

/** Verifies a one-time password ahead of its booking; whatever does not fit is OTP_INVALID. */
export const verifyOtp =
  ({ passwords, clock }: Deps): RequestHandler =>
  async (request, response) => {
    const asker = askerOf(request, visitorOf(response))
    const { verificationId, to, code } = parseRequest(securityOperations.verifyOtp, request).body
    const found = await passwords.find(verificationId, asker)
    await passwords.checkCode(found, code, asker)
    const { password } = found
    const { channel, booking, expiresAt } = password
    const fits = isSameAddress(channel, to, password.to)
    if (!fits || booking || expiresAt <= clock.now().getTime()) throw problem('OTP_INVALID')
    if (!(await passwords.change(found, { ...password, verified: true }))) throw problem('OTP_INVALID')
    response.status(securityOperations.verifyOtp.status).end()
  }

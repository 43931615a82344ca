import type { RequestHandler } from 'express'
import { problem, securityOperations } from '@appointments/contracts'
import { parseRequest } from '@appointments/http'
import type { Clock } from '@appointments/runtime'
import { visitorOf } from '../http/visitor.ts'
import { requesterOf } from '../limits/requester.ts'
import { isUnused } from '../otp/one-time-password.ts'
import { isSameAddress, type Passwords } from '../otp/passwords.ts'

interface Deps {
  passwords: Passwords
  clock: Clock
}

/** Verifies a one-time password before its booking; every mismatch is OTP_INVALID. */
export const verifyOtp =
  ({ passwords, clock }: Deps): RequestHandler =>
  async (request, response) => {
    const requester = requesterOf(request, visitorOf(response))
    const { verificationId, to, code } = parseRequest(securityOperations.verifyOtp, request).body
    const found = await passwords.find(verificationId, requester)
    await passwords.checkCode(found, code, requester)
    const { password } = found
    const isRecipient = isSameAddress(password.channel, to, password.to)
    if (!isRecipient || !isUnused(password, clock.now().getTime())) throw problem('OTP_INVALID')
    if (!(await passwords.change(found, { ...password, verified: true }))) throw problem('OTP_INVALID')
    response.status(securityOperations.verifyOtp.status).end()
  }

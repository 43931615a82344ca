import { createHmac } from 'node:crypto'
import type { Request } from 'express'
import { problem } from '@appointments/contracts'
import type { Keys } from '@appointments/credentials'
import type { Clock } from '@appointments/runtime'
import { requesterOf, visitorAddressOf } from '../limits/requester.ts'
import { isUnused } from '../otp/one-time-password.ts'
import type { Passwords } from '../otp/passwords.ts'
import type { Visitor, Visitors } from './visitors.ts'

interface Deps {
  visitors: Visitors
  passwords: Pick<Passwords, 'find'>
  /** Keys of the HMAC of addresses; the first is used. */
  keys: () => Keys
  clock: Clock
}

/**
 * Identifies a caller without a token: by its verified one-time password, which stays usable, or else by its address.
 * @throws Problem OTP_INVALID if X-Otp-Verification-Id names no verified password that can still book
 */
export const withoutToken =
  ({ visitors, passwords, keys, clock }: Deps) =>
  async (request: Request): Promise<Visitor> => {
    const id = request.get('x-otp-verification-id')
    if (id === undefined) {
      const address = visitorAddressOf(request)
      return visitors.asVisitor(createHmac('sha256', keys()[0]).update(address).digest('base64url'))
    }
    const { password } = await passwords.find(id, requesterOf(request, { caller: { roles: [] } }))
    if (!password.verified || !isUnused(password, clock.now().getTime())) throw problem('OTP_INVALID')
    const { channel, to, applicationId } = password
    return visitors.withContact({ contact: { channel, to }, password: { id, applicationId } })
  }
export type WithoutToken = ReturnType<typeof withoutToken>

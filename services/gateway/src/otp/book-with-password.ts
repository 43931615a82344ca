import { Problem, problem, type UsedPassword, type VerifiedContact } from '@appointments/contracts'
import { newId, type Clock, type Log } from '@appointments/runtime'
import type { ErasureIndex } from '../idempotency/erasure-index.ts'
import type { Requester } from '../limits/requester.ts'
import type { ProxiedResponse } from '../proxy/response.ts'
import { UpstreamFailure } from '../proxy/upstream-failure.ts'
import { claimOn, reserved, settled, type BookingOutcome } from './one-time-password.ts'
import type { Passwords } from './passwords.ts'

/** Proves possession of a one-time password: by its code, or by the id of a verification that was completed before. */
export interface Proof {
  verificationId: string
  code?: string
  requester: Requester
}

interface Deps {
  passwords: Passwords
  erasureIndex: ErasureIndex
  clock: Clock
  log: Log
}

/** Sends the booking to its service, on behalf of the verified contact. */
type Book = (contact: VerifiedContact, password: UsedPassword) => Promise<ProxiedResponse>

/**
 * Makes the single booking that a password allows. The password is reserved while the booking is in progress,
 * used up when it succeeds and released when it is rejected.
 * @param booking identifies a booking that can be retried; any other booking with the password is rejected
 * @throws Problem OTP_INVALID, also if the service reports that the password was used before or belongs to another
 *   application
 * @throws Problem REQUEST_IN_PROGRESS while the same booking is in progress
 */
export const bookWithPassword =
  ({ passwords, erasureIndex, clock, log }: Deps) =>
  async (
    { verificationId, code, requester }: Proof,
    booking: string | undefined,
    book: Book,
  ): Promise<ProxiedResponse> => {
    const now = () => clock.now().getTime()
    const by = booking ?? newId()
    const found = await passwords.find(verificationId, requester)
    if (code !== undefined) await passwords.checkCode(found, code, requester)
    else if (!found.password.verified) throw problem('OTP_INVALID')
    const { channel, to, applicationId } = found.password
    const send = async () => {
      const response = await book({ channel, to }, { id: verificationId, applicationId })
      if (response.status === 401) throw problem('OTP_INVALID')
      return response
    }

    const claim = claimOn(found.password, by, now())
    if (claim === 'REJECT') throw problem('OTP_INVALID')
    if (claim === 'REPEAT') return send()
    const running =
      claim === 'RESERVE' && (await passwords.change(found, reserved(found.password, by, now())))
    if (!running) throw problem('REQUEST_IN_PROGRESS', { retryAfter: 1 })

    const settle = async (outcome: BookingOutcome) => {
      // without an idempotency key the booking cannot be retried, so its password is no longer needed
      if (booking === undefined && outcome !== 'REJECTED') return passwords.withdraw(verificationId)
      await passwords.change(running, settled(found.password, by, outcome, now()))
      if (typeof outcome === 'object' && outcome.appointmentId !== undefined)
        await erasureIndex.add(outcome.appointmentId, passwords.keyOf(verificationId))
    }
    // the caller gets the service's response even if recording the outcome fails
    const record = (outcome: BookingOutcome) =>
      settle(outcome).catch((error: unknown) =>
        log.warn({ err: error }, 'the outcome of a one-time password could not be recorded'),
      )

    try {
      const response = await send()
      await record(outcomeOf(response))
      return response
    } catch (error) {
      await record(outcomeOfFailure(error))
      throw error
    }
  }
export type BookWithPassword = ReturnType<typeof bookWithPassword>

function outcomeOf({ status, appointmentId }: ProxiedResponse): BookingOutcome {
  if (status < 300) return { made: true, ...(appointmentId !== undefined && { appointmentId }) }
  return status < 500 ? 'REJECTED' : 'UNKNOWN'
}

function outcomeOfFailure(error: unknown): BookingOutcome {
  if (error instanceof UpstreamFailure) return error.maybeExecuted ? 'UNKNOWN' : 'REJECTED'
  return error instanceof Problem && error.status < 500 ? 'REJECTED' : 'UNKNOWN'
}

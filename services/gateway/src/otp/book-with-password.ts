import { Problem, problem, type UsedPassword, type VerifiedContact } from '@appointments/contracts'
import { newId, type Clock, type Log } from '@appointments/runtime'
import type { Traces } from '../idempotency/traces.ts'
import type { Asker } from '../limits/asker.ts'
import type { Answer } from '../proxy/answer.ts'
import { Unanswered } from '../proxy/unanswered.ts'
import { claimOn, reserved, settled, type BookingOutcome } from './one-time-password.ts'
import type { Passwords } from './passwords.ts'

/** How a caller shows that it has a password: by the code, or by naming one that was verified before. */
export interface Proof {
  verificationId: string
  code?: string
  asker: Asker
}

interface Deps {
  passwords: Passwords
  traces: Traces
  clock: Clock
  log: Log
}

/** Sends the booking to its service, for the contact that was proved. */
type Book = (contact: VerifiedContact, password: UsedPassword) => Promise<Answer>

/**
 * Makes the one booking a password stands for: reserved while it is under way, taken when it is made, given back
 * when it is refused.
 * @param booking names it, where it can be repeated: a repeat may go again, any other booking is refused
 * @throws Problem OTP_INVALID also where the service knows that the password has booked, or belongs to another application
 * @throws Problem REQUEST_IN_PROGRESS while the same booking is under way
 */
export const bookWithPassword =
  ({ passwords, traces, clock, log }: Deps) =>
  async (
    { verificationId, code, asker }: Proof,
    booking: string | undefined,
    book: Book,
  ): Promise<Answer> => {
    const now = () => clock.now().getTime()
    const by = booking ?? newId()
    const found = await passwords.find(verificationId, asker)
    if (code !== undefined) await passwords.checkCode(found, code, asker)
    else if (!found.password.verified) throw problem('OTP_INVALID')
    const { channel, to, applicationId } = found.password
    const ask = async () => {
      const password = { id: verificationId, ...(applicationId !== undefined && { applicationId }) }
      const answer = await book({ channel, to }, password)
      if (answer.status === 401) throw problem('OTP_INVALID')
      return answer
    }

    const claim = claimOn(found.password, by, now())
    if (claim === 'REFUSE') throw problem('OTP_INVALID')
    if (claim === 'REPEAT') return ask()
    const running =
      claim === 'RESERVE' && (await passwords.change(found, reserved(found.password, by, now())))
    if (!running) throw problem('REQUEST_IN_PROGRESS', { retryAfter: 1 })

    const settle = async (outcome: BookingOutcome) => {
      // what nobody can repeat is not worth remembering
      if (booking === undefined && outcome !== 'REFUSED') return passwords.withdraw(verificationId)
      await passwords.change(running, settled(found.password, by, outcome, now()))
      if (typeof outcome === 'object' && outcome.appointmentId !== undefined)
        await traces.leave(outcome.appointmentId, passwords.keyOf(verificationId))
    }
    // the booking stands as it was answered, whether or not that could be noted
    const note = (outcome: BookingOutcome) =>
      settle(outcome).catch((error: unknown) =>
        log.warn({ err: error }, 'a one-time password was not settled'),
      )

    try {
      const answer = await ask()
      await note(outcomeOf(answer))
      return answer
    } catch (error) {
      await note(outcomeOfFailure(error))
      throw error
    }
  }
export type BookWithPassword = ReturnType<typeof bookWithPassword>

function outcomeOf({ status, appointmentId }: Answer): BookingOutcome {
  if (status < 300) return { made: true, ...(appointmentId !== undefined && { appointmentId }) }
  return status < 500 ? 'REFUSED' : 'UNKNOWN'
}

function outcomeOfFailure(error: unknown): BookingOutcome {
  if (error instanceof Unanswered) return error.maybeExecuted ? 'UNKNOWN' : 'REFUSED'
  return error instanceof Problem && error.status < 500 ? 'REFUSED' : 'UNKNOWN'
}

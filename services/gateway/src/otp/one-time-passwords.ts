import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import {
  instant,
  ONE_OFF_MESSAGE,
  problem,
  type OneOffMessage,
  type otpRequest,
  type VerifiedContact,
} from '@appointments/contracts'
import type { Broker } from '@appointments/messaging'
import { newId, type Clock, type Log } from '@appointments/runtime'
import type { z } from 'zod'
import type { Traces } from '../idempotency/traces.ts'
import type { KeyValue } from '../key-value/key-value.ts'
import { scaled } from '../limits/rate-limits.ts'
import type { Answer } from '../proxy/answer.ts'
import { Unanswered } from '../proxy/unanswered.ts'
import { claim, oneTimePassword, reserved, settled, type BookingOutcome, type OneTimePassword } from './one-time-password.ts'
import type { SurvivingCounter } from './surviving-counter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const LIFETIME_MS = 10 * MINUTE_MS
const RESEND_AFTER_MS = 30_000
const TRIES = 5
const SENT_PER_DESTINATION = 5
const SENT_PER_ADDRESS = 20

/** How a caller shows that it has a password: the code, or that it was verified before. */
export interface Proof {
  verificationId: string
  code?: string
}

interface OneTimePasswordsDeps {
  keyValue: KeyValue
  counter: SurvivingCounter
  broker: Pick<Broker, 'publish'>
  traces: Traces
  /** Key of the HMAC over codes. */
  key: Buffer
  /** Multiplies what may be sent in an hour. */
  factor: number
  clock: Clock
  log: Log
}

/**
 * One-time passwords by which customers prove an address (decisions, section 2). All of them throw
 * Problem UNAVAILABLE while the key-value store is away.
 */
export function createOneTimePasswords(deps: OneTimePasswordsDeps) {
  const { keyValue, counter, broker, traces, key, factor, clock, log } = deps
  const now = () => clock.now().getTime()
  const keyed = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const recordKey = (verificationId: string) => `otp:${verificationId}`
  // addresses of people stand in no key
  const destinationOf = ({ channel, to }: VerifiedContact) => keyed(`${channel}/${canonical(channel, to)}`)

  const find = async (verificationId: string): Promise<{ text: string; password: OneTimePassword }> => {
    const text = await keyValue.get(recordKey(verificationId))
    if (text === undefined) throw problem('OTP_INVALID')
    return { text, password: oneTimePassword.parse(JSON.parse(text)) }
  }

  /** Tries are counted by destination and before comparing, so neither a new code nor parallel guesses give more. */
  const checkCode = async (verificationId: string, password: OneTimePassword, code: string): Promise<void> => {
    const tries = `otp-tries:${destinationOf(password)}`
    const { count } = await counter.increment(tries, LIFETIME_MS)
    const matches = timingSafeEqual(Buffer.from(keyed(`${verificationId}/${code}`)), Buffer.from(password.mac))
    if (count > TRIES || !matches) throw problem('OTP_INVALID')
    await counter.decrement(tries)
  }

  const limit = async (what: string, most: number, windowMs: number): Promise<void> => {
    const { count, expiresInMs } = await counter.increment(what, windowMs)
    if (count > most) throw problem('RATE_LIMITED', { retryAfter: expiresInMs / 1000 })
  }

  return {
    /**
     * Makes a password and sends it.
     * @param address what the client's requests are counted by
     * @throws Problem RATE_LIMITED
     */
    async issue({ channel, to, applicationId, locale, customName }: z.output<typeof otpRequest>, address: string) {
      const destination = destinationOf({ channel, to })
      const counted = { resend: `otp-resend:${destination}`, hour: `otp-sent:${destination}` }
      await limit(`otp-asked:${keyed(address)}`, scaled(SENT_PER_ADDRESS, factor), HOUR_MS)
      await limit(counted.resend, 1, RESEND_AFTER_MS)
      await limit(counted.hour, scaled(SENT_PER_DESTINATION, factor), HOUR_MS)

      const id = newId()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const expiresAt = now() + LIFETIME_MS
      const mac = keyed(`${id}/${code}`)
      const password: OneTimePassword = { channel, to, mac, expiresAt, verified: false }
      await keyValue.set(recordKey(id), JSON.stringify(password), LIFETIME_MS)
      const message: OneOffMessage = {
        kind: 'OTP',
        applicationId,
        channel,
        to,
        code,
        expiresAt: instant(expiresAt),
        ...(locale != null && { locale }),
        ...(customName != null && { customName }),
      }
      try {
        await broker.publish({
          id: newId(),
          type: ONE_OFF_MESSAGE,
          key: id,
          body: message,
          headers: {},
          expiresInMs: LIFETIME_MS,
        })
      } catch (error) {
        log.warn({ err: error }, 'a one-time password could not be sent')
        // what was not sent is not counted, so that the customer can ask again at once
        await Promise.all([
          keyValue.delete(recordKey(id)),
          counter.decrement(counted.resend),
          counter.decrement(counted.hour),
        ])
        throw problem('UNAVAILABLE', { retryAfter: 5 })
      }
      return { id, expiresAt: instant(expiresAt), resendAfter: instant(now() + RESEND_AFTER_MS) }
    },

    /**
     * Verifies a code ahead of its booking.
     * @throws Problem OTP_INVALID, whatever does not fit
     */
    async verify({ verificationId, to, code }: { verificationId: string; to: string; code: string }): Promise<void> {
      const { text, password } = await find(verificationId)
      const { channel, booking, expiresAt } = password
      await checkCode(verificationId, password, code)
      if (canonical(channel, to) !== canonical(channel, password.to)) throw problem('OTP_INVALID')
      if (booking || expiresAt <= now()) throw problem('OTP_INVALID')
      const verified = JSON.stringify({ ...password, verified: true })
      const done = await keyValue.replace(recordKey(verificationId), text, verified, Math.max(1, expiresAt - now()))
      if (!done) throw problem('OTP_INVALID')
    },

    /**
     * Makes the one booking a password stands for. The password is reserved while the booking is under way, taken
     * when it is made, and given back when it is refused.
     * @param by names the booking: a repeat of it may go again, any other is refused
     * @throws Problem OTP_INVALID
     * @throws Problem REQUEST_IN_PROGRESS while the same booking is under way
     */
    async book(
      { verificationId, code }: Proof,
      by: string,
      book: (contact: VerifiedContact) => Promise<Answer>,
    ): Promise<Answer> {
      const { text, password } = await find(verificationId)
      if (code !== undefined) await checkCode(verificationId, password, code)
      else if (!password.verified) throw problem('OTP_INVALID')
      const contact = { channel: password.channel, to: password.to }

      const may = claim(password, by, now())
      if (may === 'REFUSE') throw problem('OTP_INVALID')
      if (may === 'WAIT') throw problem('REQUEST_IN_PROGRESS', { retryAfter: 1 })
      if (may === 'REPEAT') return book(contact)

      const running = JSON.stringify(reserved(password, by, now()))
      if (!(await keyValue.replace(recordKey(verificationId), text, running, HOUR_MS)))
        throw problem('REQUEST_IN_PROGRESS', { retryAfter: 1 })

      const settle = async (outcome: BookingOutcome, appointmentId?: string): Promise<void> => {
        const after = settled(password, by, outcome, now())
        const recordAt = recordKey(verificationId)
        const left = Math.max(1, password.expiresAt - now())
        const ttlMs = outcome === 'UNKNOWN' ? HOUR_MS : appointmentId !== undefined ? DAY_MS : after.booking ? HOUR_MS : left
        await keyValue
          .replace(recordAt, running, JSON.stringify(after), ttlMs)
          .then(() => appointmentId !== undefined && traces.leave(appointmentId, recordAt))
          .catch((error: unknown) => log.warn({ err: error }, 'a one-time password could not be settled'))
      }
      try {
        const answer = await book(contact)
        const { status, appointmentId } = answer
        if (status < 300) await settle('MADE', appointmentId)
        else await settle(status < 500 ? 'REFUSED' : 'UNKNOWN')
        return answer
      } catch (error) {
        const maybeMade = error instanceof Unanswered ? error.maybeExecuted : !isRefusal(error)
        await settle(maybeMade ? 'UNKNOWN' : 'REFUSED')
        throw error
      }
    },
  }
}
export type OneTimePasswords = ReturnType<typeof createOneTimePasswords>

const isRefusal = (error: unknown) => error instanceof Error && error.name === 'Problem'

/** One spelling for every way to write an address. */
const canonical = (channel: VerifiedContact['channel'], to: string): string =>
  channel === 'EMAIL' ? to.trim().toLowerCase() : to.replace(/[\s().\-/]/g, '')

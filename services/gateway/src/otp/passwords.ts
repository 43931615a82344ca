import { createHmac, randomInt, timingSafeEqual, type KeyObject } from 'node:crypto'
import { emailAddress, problem, writesPhone, type VerifiedContact } from '@appointments/contracts'
import type { Keys } from '@appointments/credentials'
import { newId, type Clock } from '@appointments/runtime'
import type { Requester } from '../limits/requester.ts'
import type { KeyValue } from '../key-value/key-value.ts'
import { LIFETIME_MS, oneTimePassword, rememberedFor, type OneTimePassword } from './one-time-password.ts'
import type { Guesses } from './guesses.ts'
import type { SurvivingCounter } from './surviving-counter.ts'

const TRIES = 5
/** At least as long as the password itself is stored, so that its attempts are never reset. */
const TRIES_KEPT_MS = 24 * 3_600_000

interface PasswordsDeps {
  keyValue: KeyValue
  counter: SurvivingCounter
  guesses: Guesses
  /** Keys of the HMACs; the first creates new ones, all verify. */
  keys: () => Keys
  clock: Clock
}

/** A password with the text it is stored as, by which a concurrent change is detected. */
export interface StoredPassword {
  id: string
  text: string
  password: OneTimePassword
}

/** The store of one-time passwords. Every method throws Problem UNAVAILABLE while the key-value store is unavailable. */
export function createPasswords({ keyValue, counter, guesses, keys, clock }: PasswordsDeps) {
  const keyed = (text: string, key: KeyObject = keys()[0]) =>
    createHmac('sha256', key).update(text).digest('base64url')
  const now = () => clock.now().getTime()
  /** Identifies a destination without revealing its address. */
  const destinationOf = ({ channel, to }: VerifiedContact) => keyed(`${channel}/${canonical(channel, to)}`)

  return {
    destinationOf,
    keyOf: (id: string) => `otp:${id}`,

    /** Creates a password for an address. The code is returned here and stored nowhere. */
    async issue({ channel, to, applicationId }: VerifiedContact & { applicationId: string }): Promise<{
      id: string
      code: string
      expiresAt: number
    }> {
      const id = newId()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const expiresAt = now() + LIFETIME_MS
      const mac = keyed(`${id}/${code}`)
      const password: OneTimePassword = { channel, to, applicationId, mac, expiresAt, verified: false }
      await keyValue.set(`otp:${id}`, JSON.stringify(password), LIFETIME_MS)
      return { id, code, expiresAt }
    },

    withdraw: (id: string): Promise<void> => keyValue.delete(`otp:${id}`),

    /**
     * @throws Problem OTP_INVALID if the verification is unknown
     * @throws Problem RATE_LIMITED after too many unknown verifications
     */
    async find(id: string, requester: Requester): Promise<StoredPassword> {
      const text = await keyValue.get(`otp:${id}`)
      if (text === undefined) {
        await guesses.countWrong(requester)
        throw problem('OTP_INVALID')
      }
      return { id, text, password: oneTimePassword.parse(JSON.parse(text)) }
    },

    /**
     * Compares a code. Each attempt is counted before the comparison, so parallel guesses gain no extra
     * attempts. Attempts are counted by verification, so a caller cannot use up those of another customer. A
     * correct code is accepted while attempts are left, even if the caller's other limits are exhausted.
     * @throws Problem OTP_INVALID for a wrong code, and for any code after five wrong ones
     * @throws Problem RATE_LIMITED for a wrong code from a caller with too many wrong codes
     */
    async checkCode({ id, password }: StoredPassword, code: string, requester: Requester): Promise<void> {
      const tries = `otp-tries:${id}`
      const { count } = await counter.increment(tries, TRIES_KEPT_MS)
      const mac = Buffer.from(password.mac)
      const matches = keys().some((key) => timingSafeEqual(Buffer.from(keyed(`${id}/${code}`, key)), mac))
      if (count <= TRIES && matches) return counter.decrement(tries)
      await guesses.countWrong(requester, destinationOf(password))
      throw problem('OTP_INVALID')
    },

    /** Stores a changed password; undefined if another request changed it first. */
    async change(
      { id, text }: StoredPassword,
      password: OneTimePassword,
    ): Promise<StoredPassword | undefined> {
      const changed = { id, text: JSON.stringify(password), password }
      const done = await keyValue.replace(`otp:${id}`, text, changed.text, rememberedFor(password, now()))
      return done ? changed : undefined
    },
  }
}
export type Passwords = ReturnType<typeof createPasswords>

/** The same spelling for all addresses that the contract treats as equal. */
const canonical = (channel: VerifiedContact['channel'], to: string): string =>
  channel === 'EMAIL' ? to.toLowerCase() : to

/** Whether a text is the address a password was sent to, in any accepted spelling. */
export const isSameAddress = (channel: VerifiedContact['channel'], text: string, to: string): boolean =>
  channel === 'EMAIL' ? emailAddress(text.trim())?.toLowerCase() === to.toLowerCase() : writesPhone(text, to)

import { createHmac, randomInt, timingSafeEqual, type KeyObject } from 'node:crypto'
import { problem, type VerifiedContact } from '@appointments/contracts'
import type { Keys } from '@appointments/credentials'
import { newId, type Clock } from '@appointments/runtime'
import type { KeyValue } from '../key-value/key-value.ts'
import { LIFETIME_MS, oneTimePassword, rememberedFor, type OneTimePassword } from './one-time-password.ts'
import type { SurvivingCounter } from './surviving-counter.ts'

const TRIES = 5

interface PasswordsDeps {
  keyValue: KeyValue
  counter: SurvivingCounter
  /** Keys of every HMAC made here. */
  keys: () => Keys
  clock: Clock
}

/** A password with the text it is stored as, which tells whether it has changed since. */
export interface StoredPassword {
  id: string
  text: string
  password: OneTimePassword
}

/** Where one-time passwords are kept. All of it throws Problem UNAVAILABLE while the key-value store is away. */
export function createPasswords({ keyValue, counter, keys, clock }: PasswordsDeps) {
  const keyed = (text: string, key: KeyObject = keys()[0]) =>
    createHmac('sha256', key).update(text).digest('base64url')
  const now = () => clock.now().getTime()
  /** Names a destination where the address itself must not stand. */
  const destinationOf = ({ channel, to }: VerifiedContact) => keyed(`${channel}/${canonical(channel, to)}`)

  return {
    destinationOf,
    keyOf: (id: string) => `otp:${id}`,

    /** Makes a password for an address. Nothing but the answer ever holds the code. */
    async issue({ channel, to }: VerifiedContact): Promise<{ id: string; code: string; expiresAt: number }> {
      const id = newId()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const expiresAt = now() + LIFETIME_MS
      const password = { channel, to, mac: keyed(`${id}/${code}`), expiresAt, verified: false }
      await keyValue.set(`otp:${id}`, JSON.stringify(password), LIFETIME_MS)
      return { id, code, expiresAt }
    },

    withdraw: (id: string): Promise<void> => keyValue.delete(`otp:${id}`),

    /** @throws Problem OTP_INVALID where there is none */
    async find(id: string): Promise<StoredPassword> {
      const text = await keyValue.get(`otp:${id}`)
      if (text === undefined) throw problem('OTP_INVALID')
      return { id, text, password: oneTimePassword.parse(JSON.parse(text)) }
    },

    /**
     * Compares a code. Tries are counted before comparing and by destination, so neither parallel guesses nor a
     * new password give more of them.
     * @throws Problem OTP_INVALID for a wrong code, and for any code after five wrong ones
     */
    async checkCode({ id, password }: StoredPassword, code: string): Promise<void> {
      const tries = `otp-tries:${destinationOf(password)}`
      const { count } = await counter.increment(tries, LIFETIME_MS)
      const mac = Buffer.from(password.mac)
      const matches = keys().some((key) => timingSafeEqual(Buffer.from(keyed(`${id}/${code}`, key)), mac))
      if (count > TRIES || !matches) throw problem('OTP_INVALID')
      await counter.decrement(tries)
    },

    /** Stores a changed password; undefined where somebody else changed it first. */
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

/** One spelling for every way to write an address. */
export const canonical = (channel: VerifiedContact['channel'], to: string): string =>
  channel === 'EMAIL' ? to.trim().toLowerCase() : to.replace(/[\s().\-/]/g, '')

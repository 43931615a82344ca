import { z } from 'zod'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Shorter than a service keeps the responses of keyed requests, so a password still stored can always replay its booking. */
const REPEATABLE_MS = 23 * HOUR_MS

/** Validity of a code. */
export const LIFETIME_MS = 10 * MINUTE_MS

/** Longest time a booking can be in progress; one that started earlier has ended, successfully or not. */
const RUNNING_LIMIT_MS = 30_000

/** A one-time password as stored: everything except the code. */
export const oneTimePassword = z.object({
  channel: z.enum(['EMAIL', 'SMS']),
  to: z.string(),
  /** The application it was requested for. */
  applicationId: z.string(),
  /** HMAC of the code. */
  mac: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
  /** Whether the code was verified before the booking. */
  verified: z.boolean(),
  /** The booking it is used for. */
  booking: z
    .object({
      /** Identifies the booking by its operation and idempotency key. */
      by: z.string(),
      state: z.enum(['RUNNING', 'UNSETTLED', 'TAKEN']),
      /** Epoch milliseconds. */
      since: z.number(),
      /** Whether the service named the appointment, so that the password is erased together with it. */
      erasable: z.boolean(),
    })
    .optional(),
})
export type OneTimePassword = z.infer<typeof oneTimePassword>

/** How a booking ended; `UNKNOWN` if the service did not respond or failed. */
export type BookingOutcome = { made: true; appointmentId?: string } | 'REJECTED' | 'UNKNOWN'

/** Whether any booking may use a password: it has not expired, and no booking uses it. */
export const isUnused = ({ booking, expiresAt }: OneTimePassword, now: number): boolean =>
  !booking && expiresAt > now

/**
 * Decides whether a booking may use a password.
 * - `RESERVE`: the password is unused, or an earlier attempt at the same booking has an unknown outcome
 * - `WAIT`: the same booking is in progress
 * - `REPEAT`: the same booking was made before
 * - `REJECT`: the password has expired or is used for another booking
 */
export function claimOn(
  password: OneTimePassword,
  by: string,
  now: number,
): 'RESERVE' | 'WAIT' | 'REPEAT' | 'REJECT' {
  if (isUnused(password, now)) return 'RESERVE'
  const { booking } = password
  if (booking?.by !== by) return 'REJECT'
  if (booking.state === 'TAKEN') return 'REPEAT'
  return booking.state === 'RUNNING' && now - booking.since < RUNNING_LIMIT_MS ? 'WAIT' : 'RESERVE'
}

/** The password while a booking is in progress. */
export const reserved = (password: OneTimePassword, by: string, now: number): OneTimePassword => ({
  ...password,
  booking: { by, state: 'RUNNING', since: now, erasable: false },
})

/**
 * The password after a booking. A rejected booking releases it, unless an earlier attempt at the same booking
 * may have succeeded: from then on only that booking can use it, because a password must never book twice.
 */
export function settled(
  before: OneTimePassword,
  by: string,
  outcome: BookingOutcome,
  now: number,
): OneTimePassword {
  if (outcome === 'REJECTED' && !before.booking) return before
  if (outcome === 'REJECTED' || outcome === 'UNKNOWN')
    return { ...before, booking: { by, state: 'UNSETTLED', since: now, erasable: false } }
  const erasable = outcome.appointmentId !== undefined
  return { ...before, booking: { by, state: 'TAKEN', since: now, erasable } }
}

/**
 * How long a password is stored, in milliseconds: almost a day so that its booking can be retried, but never longer
 * than the service can replay that booking. If nothing would erase the address in it, an hour.
 */
export function rememberedFor({ booking, expiresAt }: OneTimePassword, now: number): number {
  if (!booking) return Math.max(1, expiresAt - now)
  return booking.erasable ? REPEATABLE_MS : HOUR_MS
}

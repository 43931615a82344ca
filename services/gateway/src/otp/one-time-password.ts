import { z } from 'zod'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Shorter than a service keeps responses of keyed requests: whatever still knows the password can replay its booking. */
const REPEATABLE_MS = 23 * HOUR_MS

/** How long a code can be used. */
export const LIFETIME_MS = 10 * MINUTE_MS

/** Longest a booking can be under way: one that began earlier is over, whatever became of it. */
const RUNNING_LIMIT_MS = 30_000

/** A one-time password as it is stored: everything about it but the code. */
export const oneTimePassword = z.object({
  channel: z.enum(['EMAIL', 'SMS']),
  to: z.string(),
  /** The application it was asked for; absent when an older release issued it. */
  applicationId: z.string().optional(),
  /** HMAC of the code. */
  mac: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
  /** The code was shown ahead of the booking. */
  verified: z.boolean(),
  /** The one booking it stands for. */
  booking: z
    .object({
      /** Names the booking: its operation and idempotency key. */
      by: z.string(),
      state: z.enum(['RUNNING', 'UNSETTLED', 'TAKEN']),
      /** Epoch milliseconds. */
      since: z.number(),
      /** The service named the appointment, so the password goes when the appointment does. */
      erasable: z.boolean(),
    })
    .optional(),
})
export type OneTimePassword = z.infer<typeof oneTimePassword>

/** How a booking ended; nobody knows where the service gave no answer or failed. */
export type BookingOutcome = { made: true; appointmentId?: string } | 'REFUSED' | 'UNKNOWN'

/**
 * What a booking may do with a password.
 * - `RESERVE`: it is free, or this very booking came before and ended nobody knows how
 * - `WAIT`: this very booking is under way
 * - `REPEAT`: this very booking was made
 * - `REFUSE`: it is over, or stands for another booking
 */
export function claimOn(
  { booking, expiresAt }: OneTimePassword,
  by: string,
  now: number,
): 'RESERVE' | 'WAIT' | 'REPEAT' | 'REFUSE' {
  if (!booking) return expiresAt > now ? 'RESERVE' : 'REFUSE'
  if (booking.by !== by) return 'REFUSE'
  if (booking.state === 'TAKEN') return 'REPEAT'
  return booking.state === 'RUNNING' && now - booking.since < RUNNING_LIMIT_MS ? 'WAIT' : 'RESERVE'
}

/** The password while a booking is under way. */
export const reserved = (password: OneTimePassword, by: string, now: number): OneTimePassword => ({
  ...password,
  booking: { by, state: 'RUNNING', since: now, erasable: false },
})

/**
 * The password after a booking. A refusal gives it back, unless an earlier try of the same booking may have
 * succeeded: then nothing but that booking can ever use it, for one password never books twice.
 */
export function settled(
  before: OneTimePassword,
  by: string,
  outcome: BookingOutcome,
  now: number,
): OneTimePassword {
  if (outcome === 'REFUSED' && !before.booking) return before
  if (outcome === 'REFUSED' || outcome === 'UNKNOWN')
    return { ...before, booking: { by, state: 'UNSETTLED', since: now, erasable: false } }
  const erasable = outcome.appointmentId !== undefined
  return { ...before, booking: { by, state: 'TAKEN', since: now, erasable } }
}

/**
 * How long a password is remembered, in milliseconds: almost a day for repeats of the booking it made, never longer
 * than the service can replay it; an address that nothing would erase goes sooner.
 */
export function rememberedFor({ booking, expiresAt }: OneTimePassword, now: number): number {
  if (!booking) return Math.max(1, expiresAt - now)
  return booking.erasable ? REPEATABLE_MS : HOUR_MS
}

import { z } from 'zod'

/** A one-time password as it is stored: everything about it but the code. */
export const oneTimePassword = z.object({
  channel: z.enum(['EMAIL', 'SMS']),
  to: z.string(),
  /** HMAC of the code. */
  mac: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
  /** The code was shown ahead of the booking. */
  verified: z.boolean(),
  /** The one booking it stands for. */
  booking: z
    .object({
      /** Operation and idempotency key of the booking, hashed. */
      by: z.string(),
      state: z.enum(['RUNNING', 'UNSETTLED', 'TAKEN']),
      /** Epoch milliseconds. */
      since: z.number(),
    })
    .optional(),
})
export type OneTimePassword = z.infer<typeof oneTimePassword>

/** How a booking ended. */
export type BookingOutcome = 'MADE' | 'REFUSED' | 'UNKNOWN'

/** Longest a booking can be under way: a request that began earlier than this is over, whatever became of it. */
const RUNNING_LIMIT_MS = 30_000

/**
 * What a booking may do with a password.
 * - `RESERVE`: it is free, or this very booking came before and ended nobody knows how
 * - `WAIT`: this very booking is under way
 * - `REPEAT`: this very booking was made
 * - `REFUSE`: it is over, or stands for another booking
 */
export function claim(password: OneTimePassword, by: string, now: number) {
  const { booking, expiresAt } = password
  if (!booking) return expiresAt > now ? 'RESERVE' : 'REFUSE'
  if (booking.by !== by) return 'REFUSE'
  if (booking.state === 'TAKEN') return 'REPEAT'
  return booking.state === 'RUNNING' && now - booking.since < RUNNING_LIMIT_MS ? 'WAIT' : 'RESERVE'
}

/** The password while a booking is under way. */
export const reserved = (password: OneTimePassword, by: string, now: number): OneTimePassword => ({
  ...password,
  booking: { by, state: 'RUNNING', since: now },
})

/**
 * The password after a booking. A refusal gives it back, unless an earlier try of the same booking may have
 * succeeded: then only that booking can ever end it, for one password never books twice.
 */
export function settled(before: OneTimePassword, by: string, outcome: BookingOutcome, now: number): OneTimePassword {
  if (outcome === 'REFUSED' && !before.booking) return before
  return { ...before, booking: { by, state: outcome === 'MADE' ? 'TAKEN' : 'UNSETTLED', since: now } }
}

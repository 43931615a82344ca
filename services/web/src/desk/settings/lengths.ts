import { minutesOf } from '../../text/durations.ts'

/* Durations as people enter them: a number and a unit. */

export const units = ['M', 'H', 'D'] as const
export type Unit = (typeof units)[number]

const MINUTES: Record<Unit, number> = { M: 1, H: 60, D: 1440 }

/** A duration as a person types it. */
export interface Length {
  amount: string
  unit: Unit
}

/** A duration in its largest whole unit; empty if there is none. */
export function lengthIn(duration: string | undefined): Length {
  if (duration === undefined || duration === '') return { amount: '', unit: 'H' }
  const all = minutesOf(duration) ?? 0
  const whole = (['D', 'H'] as const).find((unit) => all > 0 && all % MINUTES[unit] === 0)
  const unit = whole === 'D' && duration.includes('H') ? 'H' : (whole ?? 'M')
  return { amount: String(all / MINUTES[unit]), unit }
}

/** `PT24H`, `P2D`; undefined without an amount. */
export function durationOf(amount: string, unit: Unit): string | undefined {
  if (amount.trim() === '') return undefined
  return unit === 'D' ? `P${amount}D` : `PT${amount}${unit}`
}

/** The length that a field shows: the typed one if it is the value, so that an emptied field keeps its unit. */
export const shownLength = (typed: Length, value: string | undefined): Length =>
  (durationOf(typed.amount, typed.unit) ?? '') === (value ?? '') ? typed : lengthIn(value)

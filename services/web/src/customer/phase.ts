import type { Appointment, Room } from '../api/appointment.ts'
import type { ApiError } from '../api/send.ts'

export type Phase = 'waiting' | 'running' | 'open' | 'cancelled' | 'failed' | 'over'

/** The phase of an appointment as its customer sees it. */
export function phaseOf(
  { state, start, end }: Pick<Appointment, 'state' | 'start' | 'end'>,
  room: Room | undefined,
  now: number,
): Phase {
  if (state === 'CANCELLED') return 'cancelled'
  if (state === 'ABORTED') return 'failed'
  // a room stays open after the end, because conversations may take longer
  if (state === 'ACTIVATED' && room && Date.parse(room.expires) > now) return 'open'
  if (Date.parse(end) <= now) return 'over'
  return Date.parse(start) <= now ? 'running' : 'waiting'
}

/** Whether customers may join in the room of an appointment. A phone call or a meeting may have one that is not for them. */
export const hasOpenRoom = ({ state, place }: Pick<Appointment, 'state' | 'place'>): boolean =>
  state === 'ACTIVATED' && place.channel === 'VIDEO'

type Seen = Pick<Appointment, 'start' | 'end' | 'timezone' | 'title'>

/** The parts visible to the customer in which two states of an appointment differ; never empty. */
export function changesSince(before: Seen, now: Seen): ('time' | 'title' | 'other')[] {
  const isMoved = before.start !== now.start || before.end !== now.end || before.timezone !== now.timezone
  const isRenamed = (before.title ?? '') !== (now.title ?? '')
  if (!isMoved && !isRenamed) return ['other']
  return [...(isMoved ? (['time'] as const) : []), ...(isRenamed ? (['title'] as const) : [])]
}

const byCode = {
  TICKET_GONE: 'gone',
  TICKET_REPLACED: 'replaced',
  TICKET_CANCELLED: 'cancelled',
  TICKET_OVER: 'over',
  TICKET_UNKNOWN: 'unknown',
  MANAGE_TICKET_STALE: 'gone',
  FORBIDDEN: 'gone',
  APPOINTMENT_NOT_FOUND: 'gone',
  INVALID_STATE: 'ended',
  SLOT_TAKEN: 'taken',
  OUTSIDE_AVAILABILITY: 'taken',
  HOLD_GONE: 'taken',
  VERSION_MISMATCH: 'stale',
  CANCEL_CUTOFF_PASSED: 'late',
  MOVE_CUTOFF_PASSED: 'late',
  SCHEDULE_IN_PAST: 'past',
  SCHEDULE_TOO_FAR: 'tooFar',
  VALIDATION_FAILED: 'invalid',
} as const

/** The meaning of an error for the customer. */
export type Meaning = (typeof byCode)[keyof typeof byCode] | 'busy' | 'noReply'

/** The meaning of an error for the customer; any other error counts as a missing response. */
export const meaningOf = ({ status, code }: Pick<ApiError, 'status' | 'code'>): Meaning =>
  (byCode as Record<string, Meaning | undefined>)[code] ?? (status === 429 ? 'busy' : 'noReply')

/** Milliseconds until the next check whether the room is open. The nearer the start, the shorter the pause. */
export function pauseBefore(start: number, now: number): number {
  const ahead = start - now
  if (ahead > 3_600_000) return 300_000
  return ahead > 600_000 ? 60_000 : 15_000
}

/** How long before the start customers can join, unless the appointment has `joinFrom`. */
const EARLY_MS = 15 * 60_000

/** The time from which customers can join, in milliseconds since 1970. */
export const joinFrom = ({ start, joinFrom: known }: Pick<Appointment, 'start' | 'joinFrom'>): number =>
  known === undefined ? Date.parse(start) - EARLY_MS : Date.parse(known)

/** The address of a room if it is safe to open, that is, a web address. */
export function roomAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

const LINK_ENDS = ['gone', 'replaced', 'cancelled', 'over', 'unknown'] as const
/** Why a link gives no access any more. */
export type LinkEnd = (typeof LINK_ENDS)[number]

/** Why the link of a page gives no access; undefined if an error has another cause. */
export function linkEndOf(error: Pick<ApiError, 'status' | 'code'>): LinkEnd | undefined {
  const meaning = meaningOf(error)
  return LINK_ENDS.find((one) => one === meaning)
}

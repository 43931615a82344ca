import type { AvailabilityCheck, UnavailableReason } from '@appointments/contracts'
import { clockTime } from '../../text/times.ts'
import { pageLocale, say, type PlainKey } from '../../text/words.ts'

/** Texts for the reasons. A reason without a text does not compile. */
const names: Record<UnavailableReason, PlainKey> = {
  CLOSED: 'blocked.CLOSED',
  ABSENT: 'blocked.ABSENT',
  HOLIDAY: 'blocked.HOLIDAY',
  TOO_SOON: 'blocked.TOO_SOON',
  TOO_FAR: 'blocked.TOO_FAR',
  NOT_ALIGNED: 'blocked.NOT_ALIGNED',
  DURATION_NOT_OFFERED: 'blocked.DURATION_NOT_OFFERED',
  BOOKED: 'blocked.BOOKED',
  HELD: 'blocked.HELD',
  BUSY_ELSEWHERE: 'blocked.BUSY_ELSEWHERE',
  LIMIT_REACHED: 'blocked.LIMIT_REACHED',
  INACTIVE: 'blocked.INACTIVE',
  AGENT_UNKNOWN: 'blocked.AGENT_UNKNOWN',
  NOT_A_MEMBER: 'blocked.NOT_A_MEMBER',
  REQUIREMENT_MISSING: 'blocked.REQUIREMENT_MISSING',
  NOBODY_FREE: 'blocked.NOBODY_FREE',
}

/** Why a time is not offered, in words. A reason of a newer release is shown by its code. */
export function reasonText(code: string): string {
  const key = (names as Record<string, PlainKey>)[code]
  return key ? say(key) : code
}

/** A reason and the time that it blocks. */
export type BlockingReason = AvailabilityCheck['agents'][number]['reasons'][number]

/** `Another appointment, 10:30–11:00` */
export function timedReasonText({ code, from, until }: BlockingReason, zone: string): string {
  const why = reasonText(code)
  if (from === undefined || until === undefined) return why
  const clock = (at: string) => clockTime(Date.parse(at), zone, pageLocale())
  return say('blocked.during', { why, from: clock(from), until: clock(until) })
}

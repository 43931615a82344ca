import { ApiError } from '../api/send.ts'
import { clockTime } from '../text/times.ts'
import { pageLocale, say, type PlainKey } from '../text/words.ts'
import { ownZone } from '../text/zoned-time.ts'
import { MOST_AGENTS, TeamTooLarge } from './api/team-too-large.ts'

const BY_CODE: Record<string, PlainKey> = {
  SLOT_TAKEN: 'oops.taken',
  OUTSIDE_AVAILABILITY: 'oops.notOffered',
  OVERRIDE_NOT_ALLOWED: 'oops.noOverride',
  SCHEDULE_IN_PAST: 'oops.past',
  SCHEDULE_TOO_FAR: 'oops.tooFar',
  INVALID_STATE: 'oops.closed',
  APPOINTMENT_EXPIRED: 'oops.closed',
  APPOINTMENT_NOT_FOUND: 'oops.notFound',
  INTERACTION_ALREADY_ACCEPTED: 'oops.accepted',
  ROOM_UNAVAILABLE: 'oops.room',
  ROOM_TIMEOUT: 'oops.room',
  NOT_RESENDABLE: 'oops.notResendable',
  CONTENT_GONE: 'oops.contentGone',
}

/** Turns the error of a request into words. If the API names the faulty input or setting, its own text is shown. */
export function faultText(error: unknown): string {
  if (error instanceof TeamTooLarge) return say('oops.teamTooLarge', { count: String(MOST_AGENTS) })
  if (!(error instanceof ApiError)) return say('oops.unknown')
  const { status, code, body, retryAt } = error
  if (status === 0 || status >= 500) return say('oops.unreachable')
  if (status === 429)
    return retryAt === undefined
      ? say('oops.busy')
      : say('oops.busyUntil', { time: clockTime(retryAt, ownZone(), pageLocale()) })
  const known = BY_CODE[code]
  if (known) return say(known)
  if (status === 403) return say('oops.forbidden')
  if (status === 404) return say('oops.notFound')
  return body?.detail === undefined ? say('oops.unknown') : say('oops.rejected', { detail: body.detail })
}

import { accessEnds, isOpen } from '@appointments/appointment'
import {
  lengthOf,
  limits,
  problem,
  type Application,
  type AppointmentSnapshot,
} from '@appointments/contracts'
import { completeAt, countsFrom, meetingIsOn } from './presence.ts'
import type { StoredAppointment } from './stored-appointment.ts'

export type { StoredAppointment }

/** The next version of an appointment. */
export const changed = (
  appointment: AppointmentSnapshot,
  application: Application,
  now: Date,
  change: Partial<AppointmentSnapshot>,
): AppointmentSnapshot => ({
  ...appointment,
  ...change,
  applicationVersion: application.version,
  version: appointment.version + 1,
  updatedAt: now.toISOString(),
})

/** The end of an appointment. A duration is exact time: a day is 24 hours. */
export const endOf = (start: Date, duration: string): Date => new Date(start.getTime() + lengthOf(duration))

/** The latest allowed start of an appointment: calendar years ahead, in UTC. */
function latestStart(now: Date): Date {
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + limits.yearsAhead)
  return latest
}

/**
 * Checks that an appointment is not over already and does not start too far ahead.
 * @throws Problem SCHEDULE_IN_PAST if the appointment would already be over, unless the application allows it
 * @throws Problem SCHEDULE_TOO_FAR if it would start more than two years ahead
 */
export function checkTimes(start: Date, end: Date, application: Application, now: Date): void {
  if (!application.allowPast && end <= now) {
    throw problem('SCHEDULE_IN_PAST', {
      errors: [
        {
          pointer: '/start',
          code: 'SCHEDULE_IN_PAST',
          message: 'must be later: the appointment would already be over',
        },
      ],
    })
  }
  if (start > latestStart(now)) {
    const message = `must be at most ${limits.yearsAhead} years ahead`
    throw problem('SCHEDULE_TOO_FAR', { errors: [{ pointer: '/start', code: 'SCHEDULE_TOO_FAR', message }] })
  }
}

/**
 * Whether an appointment that is activated automatically still has no room. An appointment that was booked before the
 * application began to activate appointments automatically needs none.
 */
export const awaitsRoom = ({ appointment, application }: StoredAppointment): boolean =>
  application.autoActivate && appointment.autoActivate === true && appointment.state === 'SCHEDULED'

/** When the appointment becomes a NO_SHOW if no customer has joined. */
export const noShowAt = ({ appointment, application }: StoredAppointment): Date =>
  new Date(Date.parse(appointment.start) + lengthOf(application.noShowGrace))

const ROOM_RETRY_MS = { least: 60_000, most: 300_000 }

/** When to request the room again: the pause grows with the time the room has been missing, up to five minutes. */
function nextRoomTry({ createdAt }: AppointmentSnapshot, after: Date): Date {
  const missingMs = Math.max(0, after.getTime() - Date.parse(createdAt))
  const pauseMs = Math.min(Math.max(missingMs, ROOM_RETRY_MS.least), ROOM_RETRY_MS.most)
  return new Date(Date.parse(createdAt) + missingMs + pauseMs)
}

/**
 * When the passing of time may next change the appointment; undefined if it no longer can.
 * @param after only checks later than this, because earlier ones were made already
 */
export function nextCheck(stored: StoredAppointment, after = new Date(0)): Date | undefined {
  const { appointment, roster, customerJoinedAt } = stored
  if (!isOpen(appointment)) return undefined
  const checks: Date[] = []
  if (appointment.outcome === undefined && !customerJoinedAt) checks.push(noShowAt(stored))
  if (appointment.outcome === undefined && meetingIsOn(roster)) checks.push(countsFrom(stored))
  if (appointment.outcome === 'IN_PROGRESS') checks.push(completeAt(stored))
  if (appointment.outcome === 'IN_PROGRESS' || appointment.state === 'ACTIVATED')
    checks.push(accessEnds(appointment))
  if (awaitsRoom(stored)) checks.push(nextRoomTry(appointment, after), new Date(appointment.end))
  return checks.filter((check) => check > after).sort((a, b) => a.getTime() - b.getTime())[0]
}

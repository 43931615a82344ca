import { hasSameTime, requireOpen, roomExpiry } from '@appointments/appointment'
import {
  isSameZone,
  lengthOf,
  problem,
  type AppointmentSnapshot,
  type Caller,
  type ServiceType,
} from '@appointments/contracts'
import { changed, checkTimes, endOf, type StoredAppointment } from './appointment.ts'
import { occupiedAfterMove } from './occupied.ts'
import { durationFaults } from './self-booking.ts'

/** The new times of an appointment; absent fields keep their values. */
export interface Reschedule {
  start: Date
  duration?: string | null | undefined
  timezone?: string | null | undefined
  locale?: string | null | undefined
}

type OfferedDurations = Pick<ServiceType, 'durations'>

/**
 * The rescheduled appointment; undefined if nothing changes. A customer's manage ticket is replaced and the room keeps
 * its address. A new start clears the outcome; the same start keeps it.
 * @param offered durations of the service type or the hold, if any; they replace those of the application
 * @throws Problem VALIDATION_FAILED if a customer chose a duration that is not offered
 * @throws Problem INVALID_STATE, SCHEDULE_IN_PAST, SCHEDULE_TOO_FAR
 */
export function reschedule(
  stored: StoredAppointment,
  wanted: Reschedule,
  caller: Caller,
  now: Date,
  offered?: OfferedDurations,
): AppointmentSnapshot | undefined {
  const { appointment, application } = stored
  requireOpen(appointment)
  if (caller.customer?.via === 'manage') requireOffered(wanted.duration, stored, offered)
  const duration = wanted.duration ?? appointment.duration
  const end = endOf(wanted.start, duration)
  checkTimes(wanted.start, end, application, now)
  const span = { start: wanted.start.toISOString(), end: end.toISOString() }
  const timezone = wanted.timezone ?? appointment.timezone
  // another name of the same zone is no reason to notify anyone
  const keepsZone = hasSameTime(span, appointment) && isSameZone(timezone, appointment.timezone)
  const times = {
    ...span,
    duration,
    timezone: keepsZone ? appointment.timezone : timezone,
    locale: wanted.locale ?? appointment.locale,
  }
  // compares the end instead of the duration, because the same length can be written in several ways
  const same = (['start', 'end', 'timezone', 'locale'] as const).every(
    (field) => times[field] === appointment[field],
  )
  if (same) return undefined
  const { outcome, ...undecided } = appointment
  const isSameStart = times.start === appointment.start
  const kept = { ...undecided, ...(isSameStart && outcome && { outcome }) }
  const occupied = occupiedAfterMove(appointment, times)
  const ticketOf = caller.customer?.via === 'manage' ? caller.customer.participantId : undefined
  return changed(kept, application, now, {
    ...times,
    ...(occupied && { occupied }),
    ...(appointment.room && {
      room: { ...appointment.room, expires: roomExpiry(times.end, appointment.room.activatedAt) },
    }),
    ...(ticketOf !== undefined && {
      manageVersions: {
        ...appointment.manageVersions,
        [ticketOf]: (appointment.manageVersions[ticketOf] ?? 1) + 1,
      },
    }),
  })
}

/**
 * A customer may keep the current duration, or choose one that is offered for self-booking.
 * @throws Problem VALIDATION_FAILED
 */
export function requireOffered(
  wanted: string | null | undefined,
  { appointment, application }: StoredAppointment,
  offered: OfferedDurations | undefined,
): void {
  if (wanted == null || lengthOf(wanted) === lengthOf(appointment.duration)) return
  const errors = durationFaults(wanted, application, offered)
  if (errors.length > 0) throw problem('VALIDATION_FAILED', { errors })
}

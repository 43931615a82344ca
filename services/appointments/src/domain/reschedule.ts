import { requireOpen, roomExpiry } from '@appointments/appointment'
import {
  lengthOf,
  problem,
  type Application,
  type AppointmentSnapshot,
  type Caller,
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

/**
 * The rescheduled appointment; undefined if nothing changes. A customer's manage ticket is replaced and the room keeps
 * its address. A new start clears the outcome; the same start keeps it.
 * @throws Problem VALIDATION_FAILED if a customer chose a duration that the application does not offer
 * @throws Problem INVALID_STATE, SCHEDULE_IN_PAST, SCHEDULE_TOO_FAR
 */
export function reschedule(
  { appointment, application }: StoredAppointment,
  wanted: Reschedule,
  caller: Caller,
  now: Date,
): AppointmentSnapshot | undefined {
  requireOpen(appointment)
  if (caller.customer?.via === 'manage') requireOffered(wanted.duration, appointment, application)
  const duration = wanted.duration ?? appointment.duration
  const end = endOf(wanted.start, duration)
  checkTimes(wanted.start, end, application, now)
  const times = {
    start: wanted.start.toISOString(),
    end: end.toISOString(),
    duration,
    timezone: wanted.timezone ?? appointment.timezone,
    locale: wanted.locale ?? appointment.locale,
  }
  const same = (Object.keys(times) as (keyof typeof times)[]).every(
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

/** A customer may keep the current duration, or choose one that the application offers for self-booking. */
function requireOffered(
  wanted: string | null | undefined,
  { duration }: AppointmentSnapshot,
  application: Application,
): void {
  if (wanted == null || lengthOf(wanted) === lengthOf(duration)) return
  const errors = durationFaults(wanted, application)
  if (errors.length > 0) throw problem('VALIDATION_FAILED', { errors })
}

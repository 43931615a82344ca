import type { z } from 'zod'
import { instant, instantInSeconds } from './instants.ts'
import { wholeVersion, type WholeAppointment } from './snapshots.ts'
import type {
  appointmentElementV1,
  appointmentElementV2,
  appointmentV1,
  appointmentV2,
} from './appointment-wire.ts'

/* From what services know to what the wire shows. Pure, and the same for every service that answers with an appointment. */

const commonFields = ({ appointment, roster }: WholeAppointment) => ({
  applicationId: appointment.applicationId,
  id: appointment.id,
  ...(appointment.title !== undefined && { title: appointment.title }),
  ...(appointment.notes !== undefined && { notes: appointment.notes }),
  start: instant(appointment.start),
  end: instant(appointment.end),
  duration: appointment.duration,
  timezone: appointment.timezone,
  locale: appointment.locale,
  metadata: appointment.metadata,
  notificationHeaders: appointment.notificationHeaders,
  notificationsActive: appointment.notificationsActive,
  interaction: roster.interaction,
})

/** Element of a v1 list: no room access. */
export function presentElementV1(whole: WholeAppointment): z.input<typeof appointmentElementV1> {
  const { roster } = whole
  return {
    ...commonFields(whole),
    ...(roster.organizerId !== undefined && {
      organizer: { id: roster.organizerId, type: 'AGENT', state: '-' },
    }),
    participantIds: roster.participants.map(({ id, type, state }) => ({ id, type, state: state ?? '-' })),
  }
}

/** v1 AppointmentResponse: with room access where the appointment is activated. */
export function presentV1(whole: WholeAppointment): z.input<typeof appointmentV1> {
  const { room, state } = whole.appointment
  return {
    ...presentElementV1(whole),
    ...(room &&
      state === 'ACTIVATED' && { roomAccess: { expires: instantInSeconds(room.expires), url: room.url } }),
  }
}

/** Element of a v2 list: no secureToken. */
export function presentElementV2(whole: WholeAppointment): z.input<typeof appointmentElementV2> {
  const { appointment, roster } = whole
  const { cancellation } = appointment
  return {
    ...commonFields(whole),
    ...(roster.organizerId !== undefined && { organizer: { id: roster.organizerId, type: 'AGENT' } }),
    participants: roster.participants.map(({ id, type, state }) => ({ id, type, ...(state && { state }) })),
    ...(appointment.targetAssignment && { targetAssignment: appointment.targetAssignment }),
    state: appointment.state,
    version: wholeVersion(whole),
    ...(appointment.outcome && { outcome: appointment.outcome }),
    ...(cancellation && { cancellation: { ...cancellation, at: instant(cancellation.at) } }),
  }
}

/**
 * v2 appointment. An appointment that can no longer be entered has no secureToken.
 * @param secureTokenOf makes the token; it is given only for appointments that can be entered
 */
export function presentV2(
  whole: WholeAppointment,
  secureTokenOf: (whole: WholeAppointment) => string,
): z.input<typeof appointmentV2> {
  const open = whole.appointment.state === 'SCHEDULED' || whole.appointment.state === 'ACTIVATED'
  return { ...presentElementV2(whole), ...(open && { secureToken: secureTokenOf(whole) }) }
}

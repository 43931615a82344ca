import type { z } from 'zod'
import { isStaff, mayReach, type AccessSettings } from './access.ts'
import type { Caller } from './callers.ts'
import { seenBy, type SeenAppointment, type ShownAppointment } from './customer-view.ts'
import { instant, instantInSeconds } from './instants.ts'
import { targetOf, wholeVersion, type WholeAppointment } from './snapshots.ts'
import type {
  appointmentElementV1,
  appointmentElementV2,
  appointmentV1,
  appointmentV2,
} from './appointment-wire.ts'

/*
 * From what services know to what the wire shows. Pure, the same for every service that answers with an appointment,
 * and made for one caller: no presenter shows a customer what is for staff.
 */

const commonFields = ({ appointment, roster }: SeenAppointment) => ({
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
  ...(appointment.notificationHeaders && { notificationHeaders: appointment.notificationHeaders }),
  notificationsActive: appointment.notificationsActive,
  interaction: roster.interaction,
})

/** Presents an element of a v1 list: no room access. */
export const presentElementV1 =
  (caller: Caller) =>
  (whole: ShownAppointment): z.input<typeof appointmentElementV1> => {
    const seen = seenBy(caller, whole)
    const { roster } = seen
    return {
      ...commonFields(seen),
      ...(roster.organizerId !== undefined && {
        organizer: { id: roster.organizerId, type: 'AGENT', state: '-' },
      }),
      participantIds: roster.participants.map(({ id, type, state }) => ({ id, type, state: state ?? '-' })),
    }
  }

/** Presents a v1 AppointmentResponse: with room access when the appointment is activated. */
export const presentV1 =
  (caller: Caller) =>
  (whole: ShownAppointment): z.input<typeof appointmentV1> => {
    const { room, state } = whole.appointment
    return {
      ...presentElementV1(caller)(whole),
      ...(room &&
        state === 'ACTIVATED' && { roomAccess: { expires: instantInSeconds(room.expires), url: room.url } }),
    }
  }

/** Presents an element of a v2 list: no secureToken. */
export const presentElementV2 =
  (caller: Caller) =>
  (whole: ShownAppointment): z.input<typeof appointmentElementV2> => {
    const seen = seenBy(caller, whole)
    const { appointment, roster } = seen
    const { cancellation } = appointment
    return {
      ...commonFields(seen),
      ...(roster.organizerId !== undefined && { organizer: { id: roster.organizerId, type: 'AGENT' } }),
      participants: roster.participants.map(({ id, type, state }) => ({ id, type, ...(state && { state }) })),
      ...targetOf(whole),
      state: appointment.state,
      version: wholeVersion(whole),
      ...(appointment.outcome && { outcome: appointment.outcome }),
      ...(cancellation && { cancellation: { ...cancellation, at: instant(cancellation.at) } }),
    }
  }

/** An appointment with the settings that decide who may hold its secureToken. */
type GuardedAppointment = ShownAppointment & { application: AccessSettings }

/**
 * Presents a v2 appointment. The secureToken is there for staff that can still reach the appointment, which may have
 * changed by the request, and while the appointment can be entered.
 * @param secureTokenOf makes the token
 */
export const presentV2 =
  (caller: Caller, secureTokenOf: (whole: WholeAppointment) => string) =>
  (whole: GuardedAppointment): z.input<typeof appointmentV2> => {
    const open = whole.appointment.state === 'SCHEDULED' || whole.appointment.state === 'ACTIVATED'
    const mayHold = open && isStaff(caller) && mayReach(caller, whole, whole.application)
    return { ...presentElementV2(caller)(whole), ...(mayHold && { secureToken: secureTokenOf(whole) }) }
  }

import type { z } from 'zod'
import {
  instant,
  isStaff,
  type appointmentElement,
  type appointmentResponse,
  type BookingWarning,
  type Caller,
  type Place,
  type WholeAppointment,
} from '@appointments/contracts'
import { mayReach, type AccessSettings } from './access.ts'
import { seenBy, type SeenAppointment, type ShownAppointment } from './customer-view.ts'
import type { ForCustomer } from './customer-actions.ts'
import { isOpen } from './lifecycle.ts'
import { awaitsMember, queueOf, targetOf, wholeVersion } from './whole.ts'

/*
 * Converts stored data to the wire format. Pure, shared by every service that returns appointments, and
 * made for one caller: no presenter shows staff-only data to a customer.
 */

/** The fields of v1, which v2 has, too. v1 is frozen, so a new field belongs to `presentElement`. */
export const commonFields = ({ appointment, roster }: SeenAppointment) => ({
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

/** The place of an appointment that was booked without one. */
const BY_VIDEO: Place = { channel: 'VIDEO' }

/** Presents an element of a list: without secureToken. */
export const presentElement =
  (caller: Caller) =>
  (whole: ShownAppointment): z.input<typeof appointmentElement> => {
    const seen = seenBy(caller, whole)
    const { appointment, roster } = seen
    const { cancellation } = appointment
    return {
      ...commonFields(seen),
      ...(roster.organizerId !== undefined && {
        organizer: { id: roster.organizerId, type: 'AGENT', ...nameOf(whole, roster.organizerId) },
      }),
      participants: roster.participants.map(({ id, type, state }) => ({
        id,
        type,
        ...(type === 'AGENT' && nameOf(whole, id)),
        ...(state && { state }),
      })),
      ...targetOf(whole),
      ...(appointment.serviceTypeId !== undefined && { serviceTypeId: appointment.serviceTypeId }),
      place: appointment.place ?? BY_VIDEO,
      ...(isStaff(caller) && assignmentOf(whole)),
      state: appointment.state,
      version: wholeVersion(whole),
      ...(appointment.outcome && { outcome: appointment.outcome }),
      ...(cancellation && { cancellation: { ...cancellation, at: instant(cancellation.at) } }),
    }
  }

/** The name of an agent of an appointment; nothing if the directory does not know it. */
export function nameOf({ agentNames }: Pick<ShownAppointment, 'agentNames'>, agentId: string) {
  // an id may be the name of a property that every object has
  return agentNames && Object.hasOwn(agentNames, agentId)
    ? { displayName: agentNames[agentId] as string }
    : {}
}

/** An assignment is done once the appointment no longer has the organizer that the assignment replaces. */
function assignmentOf(whole: WholeAppointment): Pick<z.input<typeof appointmentElement>, 'assignment'> {
  const queueId = queueOf(whole)
  if (queueId === undefined) return {}
  const { assignment } = whole.appointment
  if (!assignment || !awaitsMember(whole)) return { assignment: { state: 'ASSIGNED', queueId } }
  const { state, dueAt, reason } = assignment
  return {
    assignment: {
      state,
      queueId,
      ...(dueAt !== undefined && { dueAt: instant(dueAt) }),
      ...(reason !== undefined && { reason }),
    },
  }
}

/** An appointment with the settings that decide who may get its secureToken. */
type GuardedAppointment = ShownAppointment &
  ForCustomer & {
    application: AccessSettings
    /** The warnings of the write that the response belongs to. */
    warnings?: readonly BookingWarning[] | undefined
  }

/**
 * Presents an appointment. It includes the secureToken for staff that can still reach the appointment after
 * the request, and while the appointment can be entered.
 * @param secureTokenOf makes the token
 */
export const presentAppointment =
  (caller: Caller, secureTokenOf: (whole: WholeAppointment) => string) =>
  (whole: GuardedAppointment): z.input<typeof appointmentResponse> => {
    const mayHold = isOpen(whole.appointment) && isStaff(caller) && mayReach(caller, whole, whole.application)
    return {
      ...presentElement(caller)(whole),
      ...(mayHold && { secureToken: secureTokenOf(whole) }),
      ...(!isStaff(caller) && whole.customerActions && { customerActions: whole.customerActions }),
      ...(!isStaff(caller) && whole.joinFrom && { joinFrom: instant(whole.joinFrom) }),
      ...(whole.warnings && whole.warnings.length > 0 && { warnings: [...whole.warnings] }),
    }
  }

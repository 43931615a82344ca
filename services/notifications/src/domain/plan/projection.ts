import { hasSameTime, patched, type StoredCustomer } from '@appointments/appointment'
import type {
  AppointmentEvent,
  AppointmentSnapshot,
  CustomerRecord,
  WholeAppointment,
} from '@appointments/contracts'

/** The stored state of an appointment that a projection needs. */
export interface Known {
  whole: WholeAppointment
  scheduleVersion: number
  inviteSequence: number
}

export interface Projected extends Known {
  /** The appointment in the event, which may be older than the stored one. */
  atEvent: WholeAppointment
  /** True if start, end or time zone have changed. */
  hasMoved: boolean
  /** True if the appointment is now cancelled or aborted and was not before. */
  hasEnded: boolean
  contacts: CustomerRecord[]
}

export const appointmentIdOf = (event: AppointmentEvent): string =>
  'appointment' in event.data ? event.data.appointment.id : event.data.appointmentId

const isGivenUp = ({ state }: AppointmentSnapshot) => state === 'CANCELLED' || state === 'ABORTED'

/**
 * Applies an event to the stored state. Appointment and roster are each replaced only by a newer version, so order
 * and repetition do not matter. Undefined if nothing is stored yet and the event is incomplete.
 */
export function project(known: Known | undefined, event: AppointmentEvent): Projected | undefined {
  const appointment = appointmentIn(event) ?? known?.whole.appointment
  const roster = 'roster' in event.data ? event.data.roster : known?.whole.roster
  if (!appointment || !roster) return undefined
  const before = known?.whole
  const newest = {
    appointment:
      before && before.appointment.version >= appointment.version ? before.appointment : appointment,
    roster: before && before.roster.version >= roster.version ? before.roster : roster,
  }
  const hasMoved = before !== undefined && isMoved(before.appointment, newest.appointment)
  return {
    whole: newest,
    atEvent: { appointment, roster },
    hasMoved,
    hasEnded: isGivenUp(newest.appointment) && !(before && isGivenUp(before.appointment)),
    scheduleVersion: known && !hasMoved ? known.scheduleVersion : newest.appointment.version,
    inviteSequence: known?.inviteSequence ?? 0,
    contacts: contactsIn(event),
  }
}

/** Subscribers see a removed appointment as cancelled. */
function appointmentIn(event: AppointmentEvent): AppointmentSnapshot | undefined {
  if (!('appointment' in event.data)) return undefined
  const { appointment } = event.data
  return event.type === 'APRemovedEvent' ? { ...appointment, state: 'CANCELLED' } : appointment
}

type Times = Pick<AppointmentSnapshot, 'start' | 'end' | 'timezone'>

/** Whether start, end or time zone differ. */
export const isMoved = (before: Times, after: Times): boolean =>
  !hasSameTime(before, after) || before.timezone !== after.timezone

/**
 * The customer with the details that an update changes, so that messages about the update go to the new addresses.
 * Undefined if it changes no stored customer.
 */
export function updatedContact(
  event: AppointmentEvent,
  contacts: readonly StoredCustomer[],
): StoredCustomer | undefined {
  if (event.type !== 'APUpdatedEvent') return undefined
  const { appointment, customer: patch } = event.data
  const stored = contacts.find(({ record }) => record.id === patch?.id)
  return patch && stored && patched(stored, patch, appointment.version)
}

function contactsIn(event: AppointmentEvent): CustomerRecord[] {
  if (event.type === 'APScheduledEvent') return event.data.customers
  if (event.type === 'APParticipantAddedEvent') return event.data.customer ? [event.data.customer] : []
  return event.type === 'APParticipantUpdatedEvent' ? [event.data.customer] : []
}

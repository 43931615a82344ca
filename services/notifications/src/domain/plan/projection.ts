import type {
  AppointmentsEvent,
  AppointmentSnapshot,
  CustomerRecord,
  WholeAppointment,
} from '@appointments/contracts'

/** What is known of an appointment, as far as projecting goes. */
export interface Known {
  whole: WholeAppointment
  scheduleVersion: number
  inviteSequence: number
}

/** Events about an appointment or its roster. */
export type AppointmentEvent = Exclude<AppointmentsEvent, { type: 'APApplicationChangedEvent' }>

export interface Projected extends Known {
  /** The appointment as the event itself tells it, which may be older than what is known. */
  told: WholeAppointment
  /** True where start, end or time zone are other than what was known. */
  hasMoved: boolean
  /** True where the appointment was given up by now, and was not before. */
  hasEnded: boolean
  contacts: CustomerRecord[]
}

export const appointmentIdOf = (event: AppointmentEvent): string =>
  'appointment' in event.data ? event.data.appointment.id : event.data.appointmentId

const isGivenUp = ({ state }: AppointmentSnapshot) => state === 'CANCELLED' || state === 'ABORTED'

/**
 * What is known after an event. Each half is taken only where it is newer, so order and repetition do not matter.
 * Undefined where the event is the first about its appointment and does not tell all of it.
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
    told: { appointment, roster },
    hasMoved,
    hasEnded: isGivenUp(newest.appointment) && !(before && isGivenUp(before.appointment)),
    scheduleVersion: known && !hasMoved ? known.scheduleVersion : newest.appointment.version,
    inviteSequence: known?.inviteSequence ?? 0,
    contacts: contactsIn(event),
  }
}

/** What was removed is as good as cancelled to whoever hears of it. */
function appointmentIn(event: AppointmentEvent): AppointmentSnapshot | undefined {
  if (!('appointment' in event.data)) return undefined
  const { appointment } = event.data
  return event.type === 'APRemovedEvent' ? { ...appointment, state: 'CANCELLED' } : appointment
}

const isMoved = (before: AppointmentSnapshot, after: AppointmentSnapshot) =>
  Date.parse(before.start) !== Date.parse(after.start) ||
  Date.parse(before.end) !== Date.parse(after.end) ||
  before.timezone !== after.timezone

function contactsIn(event: AppointmentEvent): CustomerRecord[] {
  if (event.type === 'APScheduledEvent') return event.data.customers
  if (event.type === 'APParticipantAddedEvent') return event.data.customer ? [event.data.customer] : []
  return event.type === 'APParticipantUpdatedEvent' ? [event.data.customer] : []
}

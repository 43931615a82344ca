import type {
  AppointmentSnapshot,
  RosterParticipant,
  RosterSnapshot,
  WholeAppointment,
} from '@appointments/contracts'

/* Values that combine both halves of an appointment. */

/** Combined version: the sum of two counters that only grow, so it grows with every change of either half. */
export const wholeVersion = ({ appointment, roster }: WholeAppointment): number =>
  appointment.version + roster.version

/** Combined epoch; a secureToken of another epoch is invalid. */
export const wholeEpoch = ({ appointment, roster }: WholeAppointment): number =>
  appointment.epoch + roster.epoch

/** Epoch of manage links: it does not change when participants come and go. */
export const manageEpoch = (whole: WholeAppointment): number =>
  wholeEpoch(whole) - (whole.roster.membershipChanges ?? 0)

export const customersOf = (roster: RosterSnapshot): RosterParticipant[] =>
  roster.participants.filter(({ type }) => type === 'CUSTOMER')

export const agentsOf = (roster: RosterSnapshot): RosterParticipant[] =>
  roster.participants.filter(({ type }) => type === 'AGENT')

/**
 * The requested target of an appointment; after a reassignment, the new agent instead of the requested one.
 */
export function targetOf({
  appointment,
  roster,
}: WholeAppointment): Pick<AppointmentSnapshot, 'targetAssignment'> {
  const { targetAssignment: target } = appointment
  if (!target) return {}
  const { organizerId } = roster
  const isReplaced = target.type === 'AGENT' && organizerId !== undefined
  return { targetAssignment: isReplaced ? { ...target, id: organizerId } : target }
}

import type {
  AppointmentSnapshot,
  RosterParticipant,
  RosterSnapshot,
  WholeAppointment,
} from '@appointments/contracts'

/* Both halves of an appointment read as one. */

/** Version of the whole: the sum of two counters that only grow, so it grows with every change of either half. */
export const wholeVersion = ({ appointment, roster }: WholeAppointment): number =>
  appointment.version + roster.version

/** Epoch of the whole; a secureToken of another epoch is void. */
export const wholeEpoch = ({ appointment, roster }: WholeAppointment): number =>
  appointment.epoch + roster.epoch

/** Epoch of what a manage link gives: it stays good when participants come and go. */
export const manageEpoch = (whole: WholeAppointment): number =>
  wholeEpoch(whole) - (whole.roster.membershipChanges ?? 0)

export const customersOf = (roster: RosterSnapshot): RosterParticipant[] =>
  roster.participants.filter(({ type }) => type === 'CUSTOMER')

export const agentsOf = (roster: RosterSnapshot): RosterParticipant[] =>
  roster.participants.filter(({ type }) => type === 'AGENT')

/** What was asked to take an appointment; an agent gives way to the one it was reassigned to. */
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

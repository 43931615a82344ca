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
 * The target of the last reassignment, otherwise the requested one. If the target is an agent, its id is that of the
 * organizer.
 */
export function targetOf({
  appointment,
  roster,
}: WholeAppointment): Pick<AppointmentSnapshot, 'targetAssignment'> {
  const target = roster.target ?? appointment.targetAssignment
  if (!target) return {}
  const { organizerId } = roster
  const isReplaced = target.type === 'AGENT' && organizerId !== undefined
  return { targetAssignment: isReplaced ? { ...target, id: organizerId } : target }
}

/** The queue of the directory that serves an appointment; undefined if it is for an agent, or for no one. */
export function queueOf({ appointment, roster }: WholeAppointment): string | undefined {
  const { target } = roster
  if (target) return target.type === 'QUEUE' ? target.id : undefined
  return appointment.assignment?.queueId
}

/** Whether an appointment of a queue waits for a member to become its organizer. */
export const awaitsMember = ({ appointment, roster }: WholeAppointment): boolean =>
  appointment.assignment !== undefined &&
  appointment.assignment.state !== 'ASSIGNED' &&
  appointment.assignment.against === roster.organizerId

import type {
  Actor,
  CustomerRecord,
  EventData,
  EventType,
  PresenceState,
  RosterParticipant,
  WholeAppointment,
} from '@appointments/contracts'
import { newEvent, type NewEvent } from '@appointments/outbox'
import type { Failure } from './domain/interaction.ts'

/** A change of a roster: its result, who made it, and when. */
export interface RosterChange {
  whole: WholeAppointment
  actor: Actor
  at: Date
}

type RosterEventType = Extract<
  EventType,
  `APReassigned${string}` | `APParticipant${string}` | `APInteraction${string}`
>

/** An event with the whole roster after its change; `more` holds the fields of its type. */
const rosterEvent = <Type extends RosterEventType>(
  type: Type,
  { whole: { appointment, roster }, actor, at }: RosterChange,
  more: Omit<EventData<Type>, 'appointmentId' | 'roster' | 'actor'>,
): NewEvent =>
  newEvent(type, {
    subject: appointment.id,
    aggregateVersion: roster.version,
    at,
    // the compiler cannot see that the parts of a generic event make the whole
    data: { appointmentId: appointment.id, roster, actor, ...more } as unknown as EventData<Type>,
  })

export const appointmentReassigned = (
  change: RosterChange,
  previousOrganizerId: string | undefined,
  more: Pick<EventData<'APReassignedEvent'>, 'decisionId' | 'overridden'> = {},
): NewEvent =>
  rosterEvent('APReassignedEvent', change, {
    ...(previousOrganizerId !== undefined && { previousOrganizerId }),
    ...more,
  })

/** @param version version of the appointment in the event of the decision */
export const assignmentDeclined = (
  { whole: { appointment, roster }, actor, at }: RosterChange,
  {
    version,
    ...declined
  }: Pick<EventData<'APAssignmentDeclinedEvent'>, 'decisionId' | 'agentId' | 'reason'> & { version: number },
): NewEvent =>
  newEvent('APAssignmentDeclinedEvent', {
    subject: appointment.id,
    // several decisions may be declined in one version of the roster
    aggregateVersion: version,
    at,
    data: { appointmentId: appointment.id, roster, actor, ...declined },
  })

export const agentAdded = (
  change: RosterChange,
  participantId: string,
  more: Pick<EventData<'APParticipantAddedEvent'>, 'overridden'> = {},
): NewEvent => rosterEvent('APParticipantAddedEvent', change, { participantId, ...more })

export const customerAdded = (change: RosterChange, customer: CustomerRecord): NewEvent =>
  rosterEvent('APParticipantAddedEvent', change, { participantId: customer.id, customer })

export const participantRemoved = (change: RosterChange, { id, type }: RosterParticipant): NewEvent =>
  rosterEvent('APParticipantRemovedEvent', change, { participantId: id, participantType: type })

/** @param changed everything that the update changed */
export const customerUpdated = (
  change: RosterChange,
  customer: CustomerRecord,
  changed: string[],
): NewEvent => rosterEvent('APParticipantUpdatedEvent', change, { customer, changed })

export const presenceChanged = (
  change: RosterChange,
  participantId: string,
  state: PresenceState,
): NewEvent => rosterEvent('APParticipantStateChangedEvent', change, { participantId, state })

export const interactionAccepted = (change: RosterChange, participantId: string): NewEvent =>
  rosterEvent('APInteractionAcceptedEvent', change, { participantId })

export const interactionFailed = (change: RosterChange, { systemMessage, userMessage }: Failure): NewEvent =>
  rosterEvent('APInteractionFailedEvent', change, {
    ...(systemMessage !== undefined && { systemMessage }),
    ...(userMessage !== undefined && { userMessage }),
  })

/** @param requested whether a caller requested the update; false if a change of the appointment caused it */
export const interactionUpdated = (change: RosterChange, requested: boolean): NewEvent =>
  rosterEvent('APInteractionUpdatedEvent', change, { requested })

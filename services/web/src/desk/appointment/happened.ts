import { say, type PlainKey } from '../../text/words.ts'
import type { Actor, Participant, TimelineEntry } from '../api/shapes.ts'

const events: Record<string, PlainKey> = {
  APScheduledEvent: 'event.scheduled',
  APUpdatedEvent: 'event.updated',
  APRescheduledEvent: 'event.moved',
  APActivatedEvent: 'event.activated',
  APCancelledEvent: 'event.cancelled',
  APDeletedEvent: 'event.cancelled',
  APRemovedEvent: 'event.removed',
  APAbortedEvent: 'event.aborted',
  APOutcomeEvent: 'event.outcome',
  APAssignmentDecidedEvent: 'event.assigned',
  APReassignedEvent: 'event.reassigned',
  APAssignmentDeclinedEvent: 'event.declined',
  APParticipantAddedEvent: 'event.personAdded',
  APParticipantRemovedEvent: 'event.personRemoved',
  APParticipantUpdatedEvent: 'event.personUpdated',
  APParticipantStateChangedEvent: 'event.presence',
  APInteractionAcceptedEvent: 'event.accepted',
  APInteractionFailedEvent: 'event.interactionFailed',
  APInteractionUpdatedEvent: 'event.interactionUpdated',
}

/** A change in words. */
export const whatHappened = ({ type }: Pick<TimelineEntry, 'type'>): string =>
  say(events[type] ?? 'event.other')

const roles: Record<string, PlainKey> = {
  ROLE_CUSTOMER: 'desk.customer',
  ROLE_AGENT: 'record.agent',
  ROLE_SUPERVISOR: 'actor.supervisor',
  ROLE_CLIENT_SERVICE: 'actor.service',
}

/**
 * Who made a change: `Ada Lovelace, by the link in a message` · `Max Weber` · `Agent (agent-7)` · `System`.
 * @param people who take part; only they have the names of customers
 */
export function actorName({ id, displayName, role, via }: Actor, people: readonly Participant[]): string {
  if (via === 'SYSTEM') return say('actor.system')
  const name = displayName ?? people.find((one) => one.id === id)?.displayName
  const shown = name ?? namelessActor(id, role)
  if (via === 'MANAGE_LINK') return say('actor.byManageLink', { name: shown })
  if (via === 'ROOM_LINK') return say('actor.byRoomLink', { name: shown })
  return shown
}

/** Staff who are not in the directory appear by role and id, customers by their role alone. */
function namelessActor(id: string | undefined, role: string | undefined): string {
  const key = role === undefined ? undefined : roles[role]
  if (!key) return id ?? say('actor.service')
  return id === undefined || role === 'ROLE_CUSTOMER'
    ? say(key)
    : say('actor.unnamed', { role: say(key), id })
}

/** Kinds of entries to choose from. */
export type Kind = 'people' | 'messages' | 'presence'

export const kindOf = ({ type }: Pick<TimelineEntry, 'type'>): Kind =>
  type === 'APParticipantStateChangedEvent' ? 'presence' : 'people'

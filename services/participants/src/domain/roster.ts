import { agentsOf, customersOf, onRoster } from '@appointments/appointment'
import {
  agentIsKnown,
  limits,
  problem,
  type Application,
  type CustomerRecord,
  type PresenceState,
  type RosterParticipant,
  type RosterSnapshot,
} from '@appointments/contracts'
import { reopened } from './interaction.ts'

/* Functions on the participants return a new roster; versions are counted elsewhere. */

/**
 * @throws Problem AGENT_NOT_FOUND if the application lists its agents and this one is missing
 */
export function rejectUnknownAgent(application: Application, agentId: string): void {
  if (!agentIsKnown(application, agentId)) throw problem('AGENT_NOT_FOUND')
}

/** @throws Problem PARTICIPANT_NOT_FOUND */
export function participantOf(roster: RosterSnapshot, id: string): RosterParticipant {
  const participant = roster.participants.find((one) => one.id === id)
  if (!participant) throw problem('PARTICIPANT_NOT_FOUND')
  return participant
}

/** @throws Problem PARTICIPANT_NOT_FOUND if no agent has the id */
export function agentOf(roster: RosterSnapshot, id: string): RosterParticipant {
  const participant = participantOf(roster, id)
  if (participant.type !== 'AGENT') throw problem('PARTICIPANT_NOT_FOUND')
  return participant
}

/**
 * @throws Problem AGENT_ALREADY_PARTICIPANT
 * @throws Problem TOO_MANY_PARTICIPANTS
 */
export function withAgent(roster: RosterSnapshot, agentId: string): RosterSnapshot {
  if (roster.participants.some(({ id }) => id === agentId)) throw problem('AGENT_ALREADY_PARTICIPANT')
  return withParticipant(roster, { id: agentId, type: 'AGENT' })
}

/** @throws Problem TOO_MANY_PARTICIPANTS */
export function withCustomer(roster: RosterSnapshot, customer: CustomerRecord): RosterSnapshot {
  if (customersOf(roster).length >= limits.customers)
    throw problem('TOO_MANY_PARTICIPANTS', `At most ${limits.customers} customers take part`)
  return withParticipant(roster, onRoster(customer))
}

function withParticipant(roster: RosterSnapshot, participant: RosterParticipant): RosterSnapshot {
  if (roster.participants.length >= limits.participants)
    throw problem('TOO_MANY_PARTICIPANTS', `At most ${limits.participants} participants take part`)
  return withMembershipChange({ ...roster, participants: [...roster.participants, participant] })
}

/**
 * The roster after a participant was added or removed, which invalidates earlier secureTokens. Manage links stay valid.
 */
const withMembershipChange = (roster: RosterSnapshot): RosterSnapshot => ({
  ...roster,
  epoch: roster.epoch + 1,
  membershipChanges: (roster.membershipChanges ?? 0) + 1,
})

/**
 * The roster without a participant. An interaction that the leaving agent had accepted becomes pending.
 * @throws Problem PARTICIPANT_NOT_FOUND
 * @throws Problem ORGANIZER_NOT_REMOVABLE
 */
export function withoutParticipant(roster: RosterSnapshot, id: string): RosterSnapshot {
  participantOf(roster, id)
  if (roster.organizerId === id) throw problem('ORGANIZER_NOT_REMOVABLE')
  const { interaction } = roster
  const leavesAccepted = interaction.state === 'ACCEPTED' && interaction.properties.acceptedBy === id
  return withMembershipChange({
    ...roster,
    participants: roster.participants.filter((one) => one.id !== id),
    interaction: leavesAccepted ? reopened(interaction) : interaction,
  })
}

/**
 * The roster reassigned to an agent, who becomes the organizer and replaces all agents; unchanged if the agent is the
 * organizer and the only agent already.
 * @param target the requested target: the agent, or its queue
 */
export function reassigned(
  roster: RosterSnapshot,
  agentId: string,
  target: RosterSnapshot['target'] = { type: 'AGENT', id: agentId },
): RosterSnapshot {
  const agents = agentsOf(roster)
  if (roster.organizerId === agentId && agents.length === 1 && agents[0]?.id === agentId) return roster
  const agent = agents.find(({ id }) => id === agentId) ?? { id: agentId, type: 'AGENT' as const }
  return {
    ...roster,
    organizerId: agentId,
    target,
    participants: [agent, ...customersOf(roster)],
    interaction: reopened(roster.interaction),
    epoch: roster.epoch + 1,
  }
}

/** The roster with another organizer, who replaces the current one, if any. The other agents stay. */
export function withOrganizer(roster: RosterSnapshot, agentId: string): RosterSnapshot {
  const { organizerId, participants } = roster
  const agent = participants.find(({ id }) => id === agentId) ?? { id: agentId, type: 'AGENT' as const }
  const others = participants.filter(({ id }) => id !== agentId && id !== organizerId)
  return {
    ...roster,
    organizerId: agentId,
    participants: [agent, ...others],
    interaction: reopened(roster.interaction),
    epoch: roster.epoch + 1,
  }
}

/** The roster with the presence of a participant; unchanged if the presence is the same. */
export const withPresence = (roster: RosterSnapshot, id: string, state: PresenceState): RosterSnapshot =>
  participantOf(roster, id).state === state
    ? roster
    : { ...roster, participants: roster.participants.map((one) => (one.id === id ? { ...one, state } : one)) }

/** The roster with the channels of a customer's current record. */
export const withWaysToReach = (roster: RosterSnapshot, customer: CustomerRecord): RosterSnapshot => ({
  ...roster,
  participants: roster.participants.map((one) =>
    one.id === customer.id ? { ...one, ...onRoster(customer) } : one,
  ),
})

import { agentsOf, customersOf } from '@appointments/appointment'
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

/* Who takes part. Every function answers with a new roster; versions are counted elsewhere. */

/**
 * @throws Problem AGENT_NOT_FOUND where the application lists its agents and this is none of them
 */
export function refuseUnknownAgent(application: Application, agentId: string): void {
  if (!agentIsKnown(application, agentId)) throw problem('AGENT_NOT_FOUND')
}

/** @throws Problem PARTICIPANT_NOT_FOUND */
export function participantOf(roster: RosterSnapshot, id: string): RosterParticipant {
  const participant = roster.participants.find((one) => one.id === id)
  if (!participant) throw problem('PARTICIPANT_NOT_FOUND')
  return participant
}

/** @throws Problem PARTICIPANT_NOT_FOUND where the id is no agent's */
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
  return withParticipant(roster, { id: customer.id, type: 'CUSTOMER', has: waysToReach(customer) })
}

function withParticipant(roster: RosterSnapshot, participant: RosterParticipant): RosterSnapshot {
  if (roster.participants.length >= limits.participants)
    throw problem('TOO_MANY_PARTICIPANTS', `At most ${limits.participants} participants take part`)
  return withMembershipChange({ ...roster, participants: [...roster.participants, participant] })
}

/** Whoever comes or goes ends the secureTokens that were made before, and no manage link. */
const withMembershipChange = (roster: RosterSnapshot): RosterSnapshot => ({
  ...roster,
  epoch: roster.epoch + 1,
  membershipChanges: (roster.membershipChanges ?? 0) + 1,
})

/**
 * Without a participant. An interaction that the leaving agent had accepted waits to be accepted again.
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

/** Given to one agent: it becomes organizer and takes the place of all agents. Where it already has, nothing changes. */
export function reassigned(roster: RosterSnapshot, agentId: string): RosterSnapshot {
  const agents = agentsOf(roster)
  if (roster.organizerId === agentId && agents.length === 1 && agents[0]?.id === agentId) return roster
  const agent = agents.find(({ id }) => id === agentId) ?? { id: agentId, type: 'AGENT' as const }
  return {
    ...roster,
    organizerId: agentId,
    participants: [agent, ...customersOf(roster)],
    interaction: reopened(roster.interaction),
    epoch: roster.epoch + 1,
  }
}

/** With the presence of a participant; the same presence again changes nothing. */
export const withPresence = (roster: RosterSnapshot, id: string, state: PresenceState): RosterSnapshot =>
  participantOf(roster, id).state === state
    ? roster
    : { ...roster, participants: roster.participants.map((one) => (one.id === id ? { ...one, state } : one)) }

/** With the ways to reach a customer as its record now has them. */
export const withWaysToReach = (roster: RosterSnapshot, customer: CustomerRecord): RosterSnapshot => ({
  ...roster,
  participants: roster.participants.map((one) =>
    one.id === customer.id ? { ...one, has: waysToReach(customer) } : one,
  ),
})

const waysToReach = (customer: CustomerRecord) =>
  (['email', 'phone', 'username'] as const).filter((way) => customer[way] !== undefined)

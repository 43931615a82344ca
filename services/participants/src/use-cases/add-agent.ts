import { requireOpen, requireVersion } from '@appointments/appointment'
import type { Keyed } from '@appointments/idempotency'
import { participantOf, refuseUnknownAgent, withAgent } from '../domain/roster.ts'
import { agentAdded } from '../events.ts'
import { assignAgent, type AssignAgent } from './assign-agent.ts'
import type { Deps, ParticipantView } from './deps.ts'

/**
 * Adds an agent to the participants.
 * @throws Problem APPOINTMENT_NOT_FOUND, INVALID_STATE, AGENT_NOT_FOUND, AGENT_ALREADY_PARTICIPANT,
 *   TOO_MANY_PARTICIPANTS, SLOT_TAKEN, VERSION_MISMATCH
 */
export const addAgent =
  (deps: Deps) =>
  (command: AssignAgent): Promise<Keyed<ParticipantView>> => {
    const { agentId, ifMatch } = command
    return assignAgent(deps, command, {
      decide(current) {
        requireOpen(current.appointment)
        refuseUnknownAgent(current.application, agentId)
        const roster = withAgent(current.roster, agentId)
        requireVersion(current, ifMatch)
        return roster
      },
      eventOf: (change) => agentAdded(change, agentId),
      resultOf: (whole) => ({ whole, participant: participantOf(whole.roster, agentId) }),
    })
  }

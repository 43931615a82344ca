import { requireOpen, requireVersion } from '@appointments/appointment'
import type { Keyed } from '@appointments/idempotency'
import { participantOf, rejectUnknownAgent, withAgent } from '../domain/roster.ts'
import { agentAdded } from '../events.ts'
import { assignAgent, type AssignAgent } from './assign-agent.ts'
import type { Deps, ParticipantView } from './deps.ts'

/** Only an agent can be added, not a member of a queue. */
interface AddAgent extends AssignAgent {
  to: { agentId: string }
}

/**
 * Adds an agent to the participants.
 * @throws Problem APPOINTMENT_NOT_FOUND, INVALID_STATE, AGENT_NOT_FOUND, AGENT_ALREADY_PARTICIPANT,
 *   TOO_MANY_PARTICIPANTS, SLOT_TAKEN, OUTSIDE_AVAILABILITY, OVERRIDE_NOT_ALLOWED, VERSION_MISMATCH
 */
export const addAgent =
  (deps: Deps) =>
  (command: AddAgent): Promise<Keyed<ParticipantView>> => {
    const { ifMatch } = command
    return assignAgent(deps, command, {
      purpose: 'JOIN',
      decide(current, agentId = '') {
        requireOpen(current.appointment)
        rejectUnknownAgent(current.application, agentId)
        const roster = withAgent(current.roster, agentId)
        requireVersion(current, ifMatch)
        return roster
      },
      eventOf: (change, { agentId, overridden }) => agentAdded(change, agentId, overridden),
      resultOf: (whole, agentId, warnings) => ({
        whole,
        participant: participantOf(whole.roster, agentId),
        warnings,
      }),
    })
  }

import { actorOf } from '@appointments/contracts'
import {
  refuseClosed,
  refuseOtherVersion,
  withRoster,
  type KeptAppointment,
} from '../domain/kept-appointment.ts'
import { participantOf, refuseUnknownAgent, withAgent } from '../domain/roster.ts'
import { agentAdded } from '../events.ts'
import { claimAhead } from './claim-ahead.ts'
import type { Command, Deps, ParticipantView } from './deps.ts'

interface AddAgent extends Command {
  agentId: string
}

/**
 * Adds an agent to the participants.
 * @throws Problem APPOINTMENT_NOT_FOUND, INVALID_STATE, AGENT_NOT_FOUND, AGENT_ALREADY_PARTICIPANT,
 *   TOO_MANY_PARTICIPANTS, SLOT_TAKEN, VERSION_MISMATCH
 */
export const addAgent =
  ({ transaction, appointments, outbox, claimSlot, clock }: Deps) =>
  async (command: AddAgent): Promise<ParticipantView> => {
    const { caller, appointmentId, agentId, ifMatch } = command
    const decide = (current: KeptAppointment) => {
      refuseClosed(current)
      refuseUnknownAgent(current.application, agentId)
      const roster = withAgent(current.roster, agentId)
      refuseOtherVersion(current, ifMatch)
      return roster
    }
    await claimAhead({ appointments, claimSlot }, command, (current) => Boolean(decide(current)))
    return transaction(async (tx) => {
      const current = await appointments.reachForChange(tx, caller, appointmentId)
      const whole = withRoster(current, decide(current))
      appointments.update(tx, whole)
      outbox.append(tx, agentAdded({ whole, actor: actorOf(caller), at: clock.now() }, agentId))
      return { whole, participant: participantOf(whole.roster, agentId) }
    })
  }

import { actorOf, hasRole, problem, type WholeAppointment } from '@appointments/contracts'
import {
  refuseClosed,
  refuseOtherVersion,
  withRoster,
  type KeptAppointment,
} from '../domain/kept-appointment.ts'
import { reassigned, refuseUnknownAgent } from '../domain/roster.ts'
import { appointmentReassigned } from '../events.ts'
import { claimAhead } from './claim-ahead.ts'
import type { Command, Deps } from './deps.ts'

interface ReassignAppointment extends Command {
  agentId: string
}

/**
 * Gives an appointment to another agent, who replaces the organizer and all agents. Agents may do so where the
 * application lets them (reference, section 5, rule 7).
 * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN, INVALID_STATE, AGENT_NOT_FOUND, SLOT_TAKEN, VERSION_MISMATCH
 */
export const reassignAppointment =
  ({ transaction, appointments, outbox, claimSlot, clock }: Deps) =>
  async (command: ReassignAppointment): Promise<WholeAppointment> => {
    const { caller, appointmentId, agentId, ifMatch } = command
    const decide = (current: KeptAppointment) => {
      if (!hasRole(caller, 'ROLE_SUPERVISOR') && !current.application.agentReassignmentEnabled)
        throw problem('FORBIDDEN', 'Agents of this application do not reassign appointments')
      refuseClosed(current)
      refuseUnknownAgent(current.application, agentId)
      refuseOtherVersion(current, ifMatch)
      return reassigned(current.roster, agentId)
    }
    await claimAhead({ appointments, claimSlot }, command, (current) => decide(current) !== current.roster)
    return transaction(async (tx) => {
      const current = await appointments.reachForChange(tx, caller, appointmentId)
      const roster = decide(current)
      if (roster === current.roster) return current
      const whole = withRoster(current, roster)
      appointments.update(tx, whole)
      outbox.append(
        tx,
        appointmentReassigned({ whole, actor: actorOf(caller), at: clock.now() }, current.roster.organizerId),
      )
      return whole
    })
  }

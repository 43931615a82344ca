import { requireOpen, requireVersion } from '@appointments/appointment'
import { hasRole, problem } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { type AppointmentCopy } from '../domain/appointment-copy.ts'
import { reassigned, rejectUnknownAgent } from '../domain/roster.ts'
import { appointmentReassigned } from '../events.ts'
import { assignAgent, type AssignAgent } from './assign-agent.ts'
import type { Deps } from './deps.ts'

/**
 * Reassigns an appointment to another agent, or to another member of a queue, who replaces the organizer and all agents.
 * Agents may do so if the application allows it (docs/contract/access.md#roles).
 * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN, INVALID_STATE, AGENT_NOT_FOUND, QUEUE_NOT_FOUND, SLOT_TAKEN,
 *   OUTSIDE_AVAILABILITY, OVERRIDE_NOT_ALLOWED, VERSION_MISMATCH
 */
export const reassignAppointment =
  (deps: Deps) =>
  (command: AssignAgent): Promise<Keyed<AppointmentCopy>> => {
    const { caller, to, ifMatch } = command
    const target = 'queueId' in to ? { type: 'QUEUE', id: to.queueId } : { type: 'AGENT', id: to.agentId }
    return assignAgent(deps, command, {
      purpose: 'REASSIGN',
      decide(current, agentId) {
        if (!hasRole(caller, 'ROLE_SUPERVISOR') && !current.application.agentReassignmentEnabled)
          throw problem(
            'FORBIDDEN',
            'Needs ROLE_SUPERVISOR, because the setting agentReassignmentEnabled of the application is off.',
          )
        requireOpen(current.appointment)
        if (agentId !== undefined) rejectUnknownAgent(current.application, agentId)
        requireVersion(current, ifMatch)
        return agentId === undefined ? current.roster : reassigned(current.roster, agentId, target)
      },
      eventOf: (change, { before, overridden }) =>
        appointmentReassigned(change, before.organizerId, overridden),
      resultOf: (whole, _, warnings) => (warnings.length > 0 ? { ...whole, warnings } : whole),
    })
  }

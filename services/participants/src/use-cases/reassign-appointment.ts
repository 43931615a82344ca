import { requireOpen, requireVersion } from '@appointments/appointment'
import { hasRole, problem } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { type AppointmentCopy } from '../domain/appointment-copy.ts'
import { reassigned, refuseUnknownAgent } from '../domain/roster.ts'
import { appointmentReassigned } from '../events.ts'
import { assignAgent, type AssignAgent } from './assign-agent.ts'
import type { Deps } from './deps.ts'

/**
 * Reassigns an appointment to another agent, who replaces the organizer and all agents. Agents may do so if the
 * application allows it (docs/contract/access.md#roles).
 * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN, INVALID_STATE, AGENT_NOT_FOUND, SLOT_TAKEN, VERSION_MISMATCH
 */
export const reassignAppointment =
  (deps: Deps) =>
  (command: AssignAgent): Promise<Keyed<AppointmentCopy>> => {
    const { caller, agentId, ifMatch } = command
    return assignAgent(deps, command, {
      decide(current) {
        if (!hasRole(caller, 'ROLE_SUPERVISOR') && !current.application.agentReassignmentEnabled)
          throw problem(
            'FORBIDDEN',
            'Needs ROLE_SUPERVISOR, because the setting agentReassignmentEnabled of the application is off.',
          )
        requireOpen(current.appointment)
        refuseUnknownAgent(current.application, agentId)
        requireVersion(current, ifMatch)
        return reassigned(current.roster, agentId)
      },
      eventOf: (change, before) => appointmentReassigned(change, before.organizerId),
      resultOf: (whole) => whole,
    })
  }

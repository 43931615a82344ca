import { problem, type InternalRequest } from '@appointments/contracts'
import { claimsChanged } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import { bookings, claimantOf } from '../repositories/bookings.ts'
import type { Deps } from './deps.ts'
import { agentLock, appointmentLock } from './locks.ts'

/**
 * Reserves the time of an appointment for agents whom the participants service is about to assign.
 * @throws Problem SLOT_TAKEN, APPOINTMENT_NOT_FOUND, INVALID_STATE
 */
export const claimSlot =
  (deps: Deps) =>
  async ({ appointmentId, agentIds, rosterVersion }: InternalRequest<'claimSlot'>): Promise<void> => {
    const known = await appointments.find(deps.pool, appointmentId)
    if (!known) throw problem('APPOINTMENT_NOT_FOUND')
    const { organizationId } = claimantOf(known.appointment)
    await deps.transaction(
      async (tx) => {
        const stored = await appointments.lockForSystem(tx, appointmentId)
        if (!stored) throw problem('APPOINTMENT_NOT_FOUND')
        const now = deps.clock.now()
        const claims = agentIds.map((agentId) => ({
          id: deps.newId(),
          agentId,
          at: now.toISOString(),
          rosterVersion,
        }))
        const after = await bookings.claim(tx, stored, claims, now)
        if (after === stored) return
        appointments.keepOtherClaims(tx, after)
        deps.outbox.append(tx, ...claimsChanged(stored, after, now))
      },
      [appointmentLock(appointmentId), ...agentIds.map((id) => agentLock(organizationId, id))],
    )
  }

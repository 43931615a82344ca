import { problem } from '@appointments/contracts'
import { appointments } from '../repositories/appointments.ts'
import { bookings } from '../repositories/bookings.ts'
import type { Deps } from './deps.ts'

/** Reserves an appointment's time for agents whom the participants service is about to assign. */
export const claimSlot =
  ({ transaction, clock }: Deps) =>
  ({ appointmentId, agentIds }: { appointmentId: string; agentIds: string[] }): Promise<void> =>
    transaction(async (tx) => {
      const stored = await appointments.lockForSystem(tx, appointmentId)
      if (!stored) throw problem('APPOINTMENT_NOT_FOUND')
      await bookings.claim(tx, stored, agentIds, clock.now())
    })

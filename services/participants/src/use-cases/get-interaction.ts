import { refuseRemovedCustomer, type Interaction } from '@appointments/contracts'
import type { Command, Deps } from './deps.ts'

/**
 * Reads the interaction.
 * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN
 */
export const getInteraction =
  ({ appointments }: Deps) =>
  async ({ caller, appointmentId }: Command): Promise<Interaction> => {
    const { roster } = await appointments.reach(caller, appointmentId)
    refuseRemovedCustomer(caller, roster)
    return roster.interaction
  }

import { rejectRemovedCustomer } from '@appointments/appointment'
import type { AppointmentCopy } from '../domain/appointment-copy.ts'
import type { Command, Deps } from './deps.ts'

/**
 * Reads an appointment for its interaction.
 * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN
 */
export const getInteraction =
  ({ appointments }: Deps) =>
  async ({ caller, appointmentId }: Command): Promise<AppointmentCopy> => {
    const whole = await appointments.reach(caller, appointmentId)
    rejectRemovedCustomer(caller, whole.roster)
    return whole
  }

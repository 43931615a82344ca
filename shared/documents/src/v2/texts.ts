import type { v2Operations } from '@appointments/contracts'
import type { TextsOfVersion } from '../texts/operations.ts'

/** How v2 differs. */
export const v2Texts: TextsOfVersion<typeof v2Operations> = {
  findAppointments: { text: 'Cancelled and aborted appointments are among them.' },
  scheduleAppointment: { text: 'Takes up to 20 customers, and whom to assign it to.' },
  activateAppointment: { text: 'Answers with the appointment; its `secureToken` opens the room.' },
  addAgent: { text: 'Answers with the participant.' },
  addCustomer: { text: 'Answers with the participant.' },
  getAppointment: { text: 'Cancelled and aborted appointments are found.' },
}

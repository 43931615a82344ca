import type { v2Operations } from '@appointments/contracts'
import type { TextsOfVersion } from '../texts/operations.ts'

/** Texts for v2 only. */
export const v2Texts: TextsOfVersion<typeof v2Operations> = {
  findAppointments: { text: 'Cancelled and aborted appointments are included.' },
  scheduleAppointment: { text: 'Accepts up to 20 customers, and a target to assign the appointment to.' },
  activateAppointment: { text: 'Returns the appointment; its `secureToken` opens the room.' },
  scheduleAppointmentBasic: {
    text: 'A customer books for itself alone, or with up to `selfBookingGuests` guests.',
  },
  reassignAppointment: {
    text: 'The agent is named, or is a free member of a queue other than the organizer. The availability policy of the application applies.',
  },
  addAgent: { text: 'Returns the participant.' },
  addCustomer: { text: 'Returns the participant.' },
  getAppointment: { text: 'Cancelled and aborted appointments are returned too.' },
}

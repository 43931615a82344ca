import type { v2Operations } from '@appointments/contracts'
import type { v1Operations } from '@appointments/contracts/v1'
import type { TextsOfVersion } from '../texts/operations.ts'

/** How v1 differs. An operation that only v1 has does not compile without an entry. */
export const v1Texts: TextsOfVersion<typeof v1Operations, typeof v2Operations> = {
  findAppointments: { text: 'Cancelled appointments are left out.' },
  scheduleAppointment: { text: 'Takes one customer.' },
  activateAppointment: { text: 'Answers with the room.' },
  rescheduleAppointment: { text: 'A customer with a manage ticket moves its appointment on v2 only.' },
  addAgent: { text: 'Answers with the appointment.' },
  addCustomer: { text: 'Answers with the appointment.' },
  getAppointment: {
    text: 'A cancelled appointment is not found. `roomAccess` is there once the appointment is activated.',
  },
  deleteAppointment: {
    tag: 'Appointments',
    text: 'Its customers are told as of any cancellation. Deleting it again changes nothing.',
  },
}

import type { v2Operations } from '@appointments/contracts'
import type { v1Operations } from '@appointments/contracts/v1'
import type { TextsOfVersion } from '../texts/operations.ts'

/** Texts for v1 only. An operation that exists only in v1 does not compile without an entry. */
export const v1Texts: TextsOfVersion<typeof v1Operations, typeof v2Operations> = {
  findAppointments: { text: 'Cancelled appointments are omitted.' },
  scheduleAppointment: { text: 'Accepts one customer.' },
  activateAppointment: { text: 'Returns the room.' },
  scheduleAppointmentBasic: { text: 'Accepts one customer.' },
  rescheduleAppointment: {
    text: 'A customer with a manage ticket can reschedule its appointment in v2 only.',
  },
  addAgent: { text: 'Returns the appointment.' },
  addCustomer: { text: 'Returns the appointment.' },
  getAppointment: {
    text: 'A cancelled appointment is reported as not found. `roomAccess` is present once the appointment is activated.',
  },
  deleteAppointment: {
    tag: 'Appointments',
    text: 'Customers are notified as for any cancellation. Deleting again has no effect.',
  },
}

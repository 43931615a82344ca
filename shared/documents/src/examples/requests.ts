import { exampleIds } from './appointment.ts'

/* Request bodies of both versions. */

export const exampleCustomerDetails = {
  name: { firstName: 'Ada', lastName: 'Lovelace' },
  contact: { primaryEmail: 'ada@example.com', primaryPhone: '+49 30 123456' },
}

/** A booking by a customer with a one-time password; every application accepts its fields. */
export const exampleSelfBooking = {
  applicationId: 'demo',
  title: 'Contract review',
  notes: 'Bring the signed offer',
  start: '2027-01-09T09:00:00Z',
  duration: 'PT30M',
  timezone: 'Europe/Berlin',
  locale: 'de-DE',
  interaction: { customFields: { topic: 'contract' } },
} as const

export const exampleSchedule = {
  ...exampleSelfBooking,
  metadata: { caseNumber: 'C-4711' },
  notificationHeaders: { 'x-campaign': 'spring' },
  interaction: {
    ...exampleSelfBooking.interaction,
    routing: { type: 'VENDORA_CLOUD_FLOW', properties: { deploymentId: 'd-42' } },
  },
} as const

export const exampleRequests = {
  update: {
    id: exampleIds.appointment,
    notes: 'Bring the signed offer and an identity card',
    customer: { id: exampleIds.customer, contact: { primaryPhone: '+49 30 654321' } },
  },
  reassign: { id: exampleIds.appointment, userId: 'agent-9' },
  reschedule: { id: exampleIds.appointment, start: '2027-01-11T13:00:00Z' },
  addAgent: { id: exampleIds.appointment, userId: 'agent-8' },
  addCustomer: { id: exampleIds.appointment, customer: exampleCustomerDetails },
}

import type { pageOperations } from '@appointments/contracts'
import type { Examples } from './example.ts'

/** Examples of the operations behind pages that open without a token. */
export const pageExamples: Examples<typeof pageOperations> = {
  viewRoom: {
    response: {
      state: 'OPEN',
      applicationId: 'demo',
      locale: 'en-GB',
      expected: {
        start: '2027-01-09T09:00:00Z',
        end: '2027-01-09T09:30:00Z',
        timezone: 'Europe/Berlin',
        company: 'Example Advice',
        customers: ['Ada'],
        unnamedCustomers: 0,
        agents: 1,
      },
    },
  },
  readUnsubscription: {
    response: { applicationId: 'demo', name: 'Example Advice', address: 'a…@example.com', stopped: false },
  },
}

import { exampleIds } from './appointment.ts'

/* Responses of both versions. */

export const exampleCount = [
  {
    count: 3,
    duration: 'PT30M',
    start: '2027-01-09T09:00:00Z',
    end: '2027-01-09T09:30:00Z',
    timezone: 'Europe/Berlin',
  },
]

export const exampleOverlap = { count: 2 }

export const exampleEligible = [
  {
    id: exampleIds.appointment,
    start: '2027-01-09T09:00:00Z',
    eligibleFrom: '2027-01-02T14:05:31Z',
    timezone: 'Europe/Berlin',
  },
]

export const exampleCustomerParticipant = {
  id: exampleIds.customer,
  type: 'CUSTOMER',
  contact: { primaryEmail: 'ada@example.com', primaryPhone: '+4930123456' },
  name: { firstName: 'Ada', lastName: 'Lovelace' },
  ticket: {
    accessUrl: 'https://appointments.example.com/join/k7Qm2xV9pR4t',
    expiresAt: '2027-01-09T13:30:00Z',
  },
  expiresAt: '2027-01-09T13:30:00Z',
} as const

export const exampleAgentParticipant = {
  id: 'agent-8',
  type: 'AGENT',
  expiresAt: '2027-01-09T13:30:00Z',
} as const

/** A list of one page with one element. */
export const examplePage = <Element>(element: Element, sortField: string, sortOrder: 'asc' | 'desc') => ({
  content: [element],
  pageCount: 1,
  pageNumber: 1,
  pageSize: 20,
  total: 1,
  sortField,
  sortOrder,
})

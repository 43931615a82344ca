import type { Change, changeOperations, TimelineEntry } from '@appointments/contracts'
import type { Examples } from './example.ts'
import { exampleElement } from './appointment.ts'

const moved = {
  type: 'APRescheduledEvent',
  version: 4,
  at: '2026-12-02T10:15:00Z',
  actor: { id: 'agent-7', displayName: 'Max Weber', role: 'ROLE_AGENT', via: 'API' },
  changed: [
    { name: 'start', from: '2027-01-09T09:00:00Z', to: '2027-01-09T13:00:00Z' },
    { name: 'end', from: '2027-01-09T09:30:00Z', to: '2027-01-09T13:30:00Z' },
  ],
} satisfies Omit<TimelineEntry, 'id'>

/** A page of a timeline. */
export const exampleTimeline = { content: [{ id: '512', ...moved }], nextCursor: 'e8.Jc0yHqvB1u5b' }

const change: Change = {
  ...moved,
  appointmentId: exampleElement.id,
  inScope: true,
  appointment: exampleElement,
}

/** Examples of the operations on changes. */
export const changeExamples: Examples<typeof changeOperations> = {
  findChanges: { response: { content: [change], nextCursor: '8f2.tk3l9z.Jc0yHqvB1u5b', hasMore: false } },
  followChanges: {
    response: `retry: 3000\n\nid: 8f2.tk3l9z.Jc0yHqvB1u5b\nevent: change\ndata: ${JSON.stringify(change)}\n\n`,
  },
}

import type { availabilityOperations } from '@appointments/contracts'
import type { Examples } from './example.ts'

const slots = [
  { start: '2027-04-01T07:30:00Z', end: '2027-04-01T08:00:00Z', local: '2027-04-01T09:30:00+02:00' },
]
const reader = { timezone: 'Europe/Berlin', duration: 'PT30M', policy: 'ENFORCE' as const }
const first = { from: '2027-04-01T07:00:00Z', until: '2027-04-01T07:30:00Z' }

/** Examples of the reads of slots. */
export const availabilityExamples: Examples<typeof availabilityOperations> = {
  findSlots: { response: { ...reader, slots, nextFrom: '2027-04-01T08:00:00Z' } },
  findSlotDays: {
    response: { ...reader, days: [{ date: '2027-04-01', count: 5, first: '2027-04-01T07:30:00Z' }] },
  },
  findNextSlots: { response: { ...reader, slots } },
  findOfferedServiceTypes: {
    response: {
      serviceTypes: [
        {
          id: 'consultation',
          applicationId: 'demo',
          name: 'Consultation',
          active: true,
          bookableBy: 'ANYONE',
          durations: ['PT30M'],
          channel: 'VIDEO',
          intake: [],
        },
      ],
    },
  },
  checkAvailability: {
    body: { applicationId: 'demo', serviceTypeId: 'consultation', start: '2027-04-01T07:00:00Z' },
    response: {
      offered: false,
      reasons: ['BOOKED', 'NOBODY_FREE'],
      agents: [
        {
          agentId: 'anna',
          offered: false,
          reasons: [{ code: 'BOOKED', ...first, appointmentId: '018f6f6e-7a5f-7c3d-8b1a-2f4e6d8c0a12' }],
        },
      ],
    },
  },
  findFreeBusy: {
    response: {
      agents: [
        {
          agentId: 'anna',
          open: [{ from: '2027-04-01T07:00:00Z', until: '2027-04-01T10:00:00Z' }],
          busy: [{ ...first, kind: 'APPOINTMENT', appointmentId: '018f6f6e-7a5f-7c3d-8b1a-2f4e6d8c0a12' }],
        },
      ],
    },
  },
  findAffectedAppointments: {
    response: {
      content: [
        {
          appointmentId: '018f6f6e-7a5f-7c3d-8b1a-2f4e6d8c0a12',
          applicationId: 'demo',
          agentId: 'ben',
          queueId: 'advice',
          start: '2027-04-01T07:00:00Z',
          end: '2027-04-01T07:30:00Z',
          timezone: 'Europe/Berlin',
          kind: 'ASSIGNED',
          reasons: ['ABSENT'],
        },
      ],
      pageCount: 1,
      pageNumber: 1,
      pageSize: 20,
      total: 1,
      sortField: 'start',
      sortOrder: 'asc',
    },
  },
}

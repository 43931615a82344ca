import type { availabilityOperations } from '@appointments/contracts'
import type { Examples } from './example.ts'

const slots = [
  { start: '2027-04-01T07:30:00Z', end: '2027-04-01T08:00:00Z', local: '2027-04-01T09:30:00+02:00' },
]
const reader = { timezone: 'Europe/Berlin', duration: 'PT30M' }

/** Examples of the reads of slots. */
export const availabilityExamples: Examples<typeof availabilityOperations> = {
  findSlots: { response: { ...reader, slots, nextFrom: '2027-04-01T08:00:00Z' } },
  findSlotDays: {
    response: { ...reader, days: [{ date: '2027-04-01', count: 5, first: '2027-04-01T07:30:00Z' }] },
  },
  findNextSlots: { response: { ...reader, slots } },
}

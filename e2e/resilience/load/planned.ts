import { daysAhead } from '@appointments/testing'

/** A queue that assigns its members when it is booked. */
export const AT_ONCE = 'faults-at-once'
/** A queue that assigns its members shortly before the start; until then it reserves their time. */
export const RESERVING = 'faults-reserving'
/** The members of both queues, who are open all the time. */
export const MEMBERS = ['planned-1', 'planned-2', 'planned-3'] as const

/** Times for which clients compete. There are only a few, so that absences coincide with bookings. */
export const PLANNED_STARTS = [
  daysAhead(170, '08:00:00'),
  daysAhead(170, '08:30:00'),
  daysAhead(170, '09:00:00'),
  daysAhead(170, '09:30:00'),
] as const

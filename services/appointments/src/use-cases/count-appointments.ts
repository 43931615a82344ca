import { lengthOf } from '@appointments/contracts'
import { appointmentLists } from '../repositories/appointment-lists.ts'
import type { Deps } from './deps.ts'

interface Frame {
  applicationId: string
  organizationId: string
  start: Date
}

/** Counts the appointments that start in a time frame; zero if the application belongs to another organization. */
export const countAppointments =
  ({ pool }: Deps) =>
  ({ timeFrame, ...frame }: Frame & { timeFrame: string }) =>
    appointmentLists.count(pool, until(frame, timeFrame))

/** Counts the open appointments that overlap a range. */
export const countOverlaps =
  ({ pool }: Deps) =>
  ({ duration, ...frame }: Frame & { duration: string }) =>
    appointmentLists.countOverlaps(pool, until(frame, duration))

const until = ({ start, ...whose }: Frame, length: string) => ({
  ...whose,
  from: start,
  to: new Date(start.getTime() + lengthOf(length)),
})

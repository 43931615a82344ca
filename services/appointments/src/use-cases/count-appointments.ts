import { lengthOf } from '@appointments/contracts'
import { appointmentLists } from '../repositories/appointment-lists.ts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

interface Frame {
  applicationId: string
  organizationId: string
  start: Date
}

/** Counts the appointments that start in a time frame. An organization that does not own the application counts none. */
export const countAppointments =
  (deps: Deps) =>
  async ({ timeFrame, ...frame }: Frame & { timeFrame: string }) =>
    (await isOwned(deps, frame))
      ? appointmentLists.count(deps.pool, frame.applicationId, frame.start, endOfFrame(frame, timeFrame))
      : []

/** Counts the open appointments that intersect a range. */
export const countOverlaps =
  (deps: Deps) =>
  async ({ duration, ...frame }: Frame & { duration: string }) =>
    (await isOwned(deps, frame))
      ? appointmentLists.countOverlaps(
          deps.pool,
          frame.applicationId,
          frame.start,
          endOfFrame(frame, duration),
        )
      : 0

const endOfFrame = ({ start }: Frame, length: string) => new Date(start.getTime() + lengthOf(length))

/** An application without an organization is nobody's, so anybody may count it. */
async function isOwned({ pool }: Deps, { applicationId, organizationId }: Frame) {
  const application = await applications.find(pool, applicationId)
  return application !== undefined && (application.organizationId ?? organizationId) === organizationId
}

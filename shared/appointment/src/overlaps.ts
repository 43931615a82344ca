import type { Application } from '@appointments/contracts'

/** Whether the application of an appointment rejects double booking, so that its agents' time must be claimed. */
export const rejectsOverlaps = ({
  application,
}: {
  application: Pick<Application, 'overlapPolicy'>
}): boolean => application.overlapPolicy === 'REJECT'

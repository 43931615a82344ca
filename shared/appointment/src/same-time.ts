import type { AppointmentSnapshot } from '@appointments/contracts'

type Times = Pick<AppointmentSnapshot, 'start' | 'end'>

/** Whether start and end are the same instants. */
export const hasSameTime = (before: Times, after: Times): boolean =>
  Date.parse(before.start) === Date.parse(after.start) && Date.parse(before.end) === Date.parse(after.end)

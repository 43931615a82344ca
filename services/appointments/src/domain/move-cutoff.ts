import {
  instant,
  isStaff,
  lengthOf,
  problem,
  type AppointmentSnapshot,
  type AvailabilitySettings,
  type Caller,
} from '@appointments/contracts'

/**
 * Checks that a customer moves before the application's cut-off; staff may move at any time.
 * @throws Problem MOVE_CUTOFF_PASSED
 */
export function checkMoveCutoff(
  appointment: AppointmentSnapshot,
  { customerMoveCutoff }: Pick<AvailabilitySettings, 'customerMoveCutoff'>,
  caller: Caller,
  now: Date,
): void {
  if (isStaff(caller) || customerMoveCutoff === undefined) return
  const lastMoment = Date.parse(appointment.start) - lengthOf(customerMoveCutoff)
  if (now.getTime() > lastMoment)
    throw problem(
      'MOVE_CUTOFF_PASSED',
      `Customers could move until ${instant(lastMoment)} (customerMoveCutoff ${customerMoveCutoff}).`,
    )
}

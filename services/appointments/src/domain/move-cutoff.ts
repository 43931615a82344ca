import {
  isStaff,
  problem,
  type AppointmentSnapshot,
  type AvailabilitySettings,
  type Caller,
} from '@appointments/contracts'
import { deadlineOf, passed } from './deadlines.ts'

/** The setting that limits moves by customers. */
export type MoveSettings = Pick<AvailabilitySettings, 'customerMoveCutoff'>

/**
 * Checks that a customer moves before the application's cut-off; staff may move at any time.
 * @throws Problem MOVE_CUTOFF_PASSED
 */
export function checkMoveCutoff(
  appointment: AppointmentSnapshot,
  { customerMoveCutoff }: MoveSettings,
  caller: Caller,
  now: Date,
): void {
  if (isStaff(caller)) return
  const deadline = passed(deadlineOf(appointment, customerMoveCutoff), now)
  if (deadline !== undefined)
    throw problem(
      'MOVE_CUTOFF_PASSED',
      `Customers could move until ${deadline} (customerMoveCutoff ${customerMoveCutoff}).`,
    )
}

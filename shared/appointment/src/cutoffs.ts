import {
  isStaff,
  problem,
  type Application,
  type AppointmentSnapshot,
  type AvailabilitySettings,
  type Caller,
} from '@appointments/contracts'
import { deadlineOf, passed } from './deadlines.ts'

/** The setting that limits moves by customers. */
export type MoveSettings = Pick<AvailabilitySettings, 'customerMoveCutoff'>
/** The setting that limits cancellations by customers. */
export type CancelSettings = Pick<Application, 'customerCancelCutoff'>

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

/**
 * Checks that a customer cancels before the application's cut-off; staff may cancel at any time.
 * @throws Problem CANCEL_CUTOFF_PASSED
 */
export function checkCancelCutoff(
  appointment: AppointmentSnapshot,
  { customerCancelCutoff }: CancelSettings,
  caller: Caller,
  now: Date,
): void {
  if (isStaff(caller)) return
  const deadline = passed(deadlineOf(appointment, customerCancelCutoff), now)
  if (deadline !== undefined)
    throw problem(
      'CANCEL_CUTOFF_PASSED',
      `Customers could cancel until ${deadline} (customerCancelCutoff ${customerCancelCutoff}).`,
    )
}

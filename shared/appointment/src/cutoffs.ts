import {
  isStaff,
  problem,
  type Application,
  type AppointmentSnapshot,
  type AvailabilitySettings,
  type Caller,
  type ProblemCode,
} from '@appointments/contracts'
import { deadlineOf, passed } from './deadlines.ts'

/** The setting that limits moves by customers. */
export type MoveSettings = Pick<AvailabilitySettings, 'customerMoveCutoff'>
/** The setting that limits cancellations by customers. */
export type CancelSettings = Pick<Application, 'customerCancelCutoff'>

const checkCutoff =
  <Setting extends string>(action: string, setting: Setting, code: ProblemCode) =>
  (
    appointment: AppointmentSnapshot,
    { [setting]: cutoff }: { readonly [Name in Setting]?: string | undefined },
    caller: Caller,
    now: Date,
  ): void => {
    if (isStaff(caller)) return
    const deadline = passed(deadlineOf(appointment, cutoff), now)
    if (deadline !== undefined)
      throw problem(code, `Customers could ${action} until ${deadline} (${setting} ${cutoff}).`)
  }

/**
 * Checks that a customer moves before the application's cut-off; staff may move at any time.
 * @throws Problem MOVE_CUTOFF_PASSED
 */
export const checkMoveCutoff = checkCutoff('move', 'customerMoveCutoff', 'MOVE_CUTOFF_PASSED')

/**
 * Checks that a customer cancels before the application's cut-off; staff may cancel at any time.
 * @throws Problem CANCEL_CUTOFF_PASSED
 */
export const checkCancelCutoff = checkCutoff('cancel', 'customerCancelCutoff', 'CANCEL_CUTOFF_PASSED')

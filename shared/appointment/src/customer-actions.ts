import {
  instant,
  isStaff,
  Problem,
  type Application,
  type Caller,
  type CustomerActions,
  type WholeAppointment,
} from '@appointments/contracts'
import { checkManageGrant } from './access.ts'
import { checkCancelCutoff, checkMoveCutoff, type CancelSettings, type MoveSettings } from './cutoffs.ts'
import { deadlineOf } from './deadlines.ts'
import { isOpen, joinFrom, requireOpen } from './lifecycle.ts'

/** An appointment as a service stores it. */
type Stored = WholeAppointment & {
  application: CancelSettings & Pick<Application, 'earlyJoin'>
  /** The customer who has just booked it for itself. */
  bookedBy?: string | undefined
}

/**
 * The actions that the calling customer may take now, decided by the same checks as the operations use. A customer who
 * has just booked has the links of the response, but no token yet.
 */
function customerActions(stored: Stored, settings: MoveSettings, caller: Caller, now: Date): CustomerActions {
  const { appointment, application } = stored
  const grants = (action: 'RESCHEDULE' | 'CANCEL') => {
    if (stored.bookedBy === undefined) checkManageGrant(caller, stored, action)
    requireOpen(appointment)
  }
  const open = isOpen(appointment)
  return {
    move: action(open ? deadlineOf(appointment, settings.customerMoveCutoff) : undefined, () => {
      grants('RESCHEDULE')
      checkMoveCutoff(appointment, settings, caller, now)
    }),
    cancel: action(open ? deadlineOf(appointment, application.customerCancelCutoff) : undefined, () => {
      grants('CANCEL')
      checkCancelCutoff(appointment, application, caller, now)
    }),
  }
}

const action = (deadline: Date | undefined, check: () => void): CustomerActions['move'] => ({
  allowed: passes(check),
  ...(deadline && { until: instant(deadline) }),
})

function passes(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** What only customers see of their appointment. */
export interface ForCustomer {
  customerActions?: CustomerActions | undefined
  /** The time from which the customer is expected to join; absent if there is nothing to join. */
  joinFrom?: Date | undefined
}

/** The appointment with the actions that its reader may take; staff get it unchanged. */
export const forCustomer = <Kept extends Stored>(
  stored: Kept,
  settings: MoveSettings,
  caller: Caller,
  now: Date,
): Kept & ForCustomer =>
  isStaff(caller)
    ? stored
    : {
        ...stored,
        customerActions: customerActions(stored, settings, caller, now),
        joinFrom: hasRoom(stored) ? joinFrom(stored.appointment, stored.application) : undefined,
      }

const hasRoom = ({ appointment }: Stored): boolean =>
  isOpen(appointment) && (appointment.place?.channel ?? 'VIDEO') === 'VIDEO'

/**
 * The customer who has moved an appointment, with the manage ticket that replaces the one of the request: its response
 * has the new link.
 */
export function withNewTicket(
  caller: Caller,
  { appointment }: Pick<WholeAppointment, 'appointment'>,
): Caller {
  const { customer } = caller
  if (customer?.via !== 'manage') return caller
  const ticketVersion = appointment.manageVersions[customer.participantId] ?? 1
  return { ...caller, customer: { ...customer, ticketVersion } }
}

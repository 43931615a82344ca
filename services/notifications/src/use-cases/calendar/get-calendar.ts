import { ownParticipantId, rejectForeignCustomer, rejectRemovedCustomer } from '@appointments/appointment'
import { isStaff, problem, type Caller, type RosterSnapshot } from '@appointments/contracts'
import { calendarFileOf } from '../../messages/calendar-file.ts'
import { brands } from '../../repositories/brands.ts'
import type { Deps } from '../deps.ts'
import { requireVisibleAppointment } from '../history/require-visible-appointment.ts'

/** The participant whose link the file contains. Staff and a token made from a secureToken get none. */
function linkedId(caller: Caller, roster: RosterSnapshot): string | undefined {
  const isBySecureToken = caller.customer?.via === 'room' && caller.customer.bySecureToken
  return isStaff(caller) || isBySecureToken ? undefined : ownParticipantId(caller, roster)
}

/**
 * The calendar file of an appointment, in its language. A customer's file contains the customer's link to join.
 * @throws Problem APPOINTMENT_NOT_FOUND
 * @throws Problem FORBIDDEN for a customer of another appointment, or one who no longer takes part or may not read it
 */
export const getCalendar =
  ({ pool, installation }: Pick<Deps, 'pool' | 'installation'>) =>
  async ({ caller, appointmentId }: { caller: Caller; appointmentId: string }): Promise<string> => {
    rejectForeignCustomer(caller, appointmentId)
    const grant = isStaff(caller) ? undefined : caller.customer
    if (grant?.via === 'manage' && !grant.actions.includes('READ'))
      throw problem('FORBIDDEN', 'The manage link of this token does not permit reading.')
    const { known, application } = await requireVisibleAppointment({ pool }, { caller, appointmentId })
    rejectRemovedCustomer(caller, known.whole.roster)
    const brand = await brands.find(pool, application.id)
    const participantId = linkedId(caller, known.whole.roster)
    return calendarFileOf({ known, application, brand, participantId }, installation)
  }

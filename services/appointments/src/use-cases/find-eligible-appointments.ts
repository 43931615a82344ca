import { lengthOf, type Caller } from '@appointments/contracts'
import { appointmentLists } from '../repositories/appointment-lists.ts'
import type { Deps } from './deps.ts'

/** Lists the scheduled appointments that are not activated yet. */
export const findEligibleAppointments =
  ({ pool, clock }: Deps) =>
  ({ caller, timeFrame }: { caller: Caller; timeFrame: string | undefined }) => {
    const now = clock.now()
    const until = timeFrame === undefined ? undefined : new Date(now.getTime() + lengthOf(timeFrame))
    return appointmentLists.eligible(pool, caller.organizationId, now, until)
  }

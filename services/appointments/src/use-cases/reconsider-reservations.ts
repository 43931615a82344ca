import type { EventData } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

/**
 * Makes a search for another member due for appointments whose reserved member may no longer be open for them.
 * @returns whether there are any
 */
export const reconsiderReservations =
  ({ clock }: Pick<Deps, 'clock'>) =>
  (tx: Tx, { organizationId, agentId, from, to }: EventData<'APCalendarChangedEvent'>): Promise<boolean> =>
    appointments.wakeReserved(tx, { organizationId, agentId, from, to }, clock.now())

import { isDeepStrictEqual } from 'node:util'
import type { AppointmentsEvent } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { patched } from '../domain/customer-patch.ts'
import { withRoster } from '../domain/kept-appointment.ts'
import { withWaysToReach } from '../domain/roster.ts'
import { customerUpdated } from '../events.ts'
import type { Deps } from './deps.ts'

type UpdateDeps = Pick<Deps, 'appointments' | 'customers' | 'outbox' | 'clock'>

/** Changes the details of a customer as an update of its appointment asks; one who no longer takes part has none. */
export const updateCustomer =
  ({ appointments, customers, outbox, clock }: UpdateDeps) =>
  async (tx: Sql, { data }: AppointmentsEvent<'APUpdatedEvent'>): Promise<void> => {
    const { appointment, customer: patch, actor } = data
    const current = patch && (await appointments.findForChange(tx, appointment.id))
    const stored = patch && (await customers.find(appointment.id, patch.id, tx))
    if (!current || current === 'removed' || !stored) return
    const customer = patched(stored, patch, appointment.version)
    await customers.update(tx, appointment.id, customer)
    if (isDeepStrictEqual(customer.record, stored.record)) return
    const whole = withRoster(current, withWaysToReach(current.roster, customer.record))
    await appointments.update(tx, whole)
    await outbox.append(tx, customerUpdated({ whole, actor, at: clock.now() }, customer.record))
  }

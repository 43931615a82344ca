import { isDeepStrictEqual } from 'node:util'
import { patched } from '@appointments/appointment'
import type { AppointmentsEvent } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { withRoster } from '../domain/appointment-copy.ts'
import { withWaysToReach } from '../domain/roster.ts'
import { customerUpdated } from '../events.ts'
import type { Deps } from './deps.ts'

type UpdateDeps = Pick<Deps, 'appointments' | 'customers' | 'searchIndex' | 'outbox' | 'clock'>

/** Applies an appointment update to a customer's details. A customer who has left is ignored. */
export const updateCustomer =
  ({ appointments, customers, searchIndex, outbox, clock }: UpdateDeps) =>
  async (tx: Tx, { data }: AppointmentsEvent<'APUpdatedEvent'>): Promise<void> => {
    const { appointment, customer: patch, actor, changed } = data
    if (!patch) return
    const [current, stored] = await Promise.all([
      appointments.findForChange(tx, appointment.id),
      customers.find(appointment.id, patch.id, tx),
    ])
    if (!current || current === 'removed' || !stored) return
    const customer = patched(stored, patch, appointment.version)
    customers.update(tx, appointment.id, customer)
    searchIndex.renewCustomers(tx, appointment.id)
    if (isDeepStrictEqual(customer.record, stored.record)) return
    const whole = withRoster(current, withWaysToReach(current.roster, customer.record))
    appointments.update(tx, whole)
    outbox.append(tx, customerUpdated({ whole, actor, at: clock.now() }, customer.record, changed))
  }

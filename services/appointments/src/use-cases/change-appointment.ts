import { requireVersion } from '@appointments/appointment'
import { actorOf, type Caller } from '@appointments/contracts'
import { readAgain, type Keyed } from '@appointments/idempotency'
import type { NewEvent } from '@appointments/outbox'
import type { Tx } from '@appointments/postgres'
import { type StoredAppointment } from '../domain/appointment.ts'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

/** Which appointment to change, for whom, and which version of it the caller has seen. */
export interface ChangeOf {
  id: string
  caller: Caller
  ifMatch?: number[] | undefined
}

/** A decided change: the appointment after it, and the events that report it. */
interface Decision {
  after: StoredAppointment
  events: readonly NewEvent[]
}

/**
 * The steps every change of one appointment takes: lock it for the caller, decide, compare versions, store,
 * tell. A decision of undefined changes nothing and tells nobody. What is answered was read after everything
 * that follows from the change has settled.
 */
export async function changeAppointment(
  deps: Deps,
  { id, caller, ifMatch }: ChangeOf,
  decide: (stored: StoredAppointment, now: Date, actor: ReturnType<typeof actorOf>) => Decision | undefined,
): Promise<Keyed<StoredAppointment>> {
  const { pool, transaction, outbox, clock } = deps
  const outcome = { isChanged: false }
  const change = async (tx: Tx) => {
    outcome.isChanged = false // an earlier try of this transaction may have come further
    const stored = await appointments.lock(tx, caller, id)
    const now = clock.now()
    const decision = decide(stored, now, actorOf(caller))
    // a refused change is refused for what it is before it is refused for what its caller has not seen
    requireVersion(stored, ifMatch)
    if (!decision) return stored
    await appointments.save(tx, stored, decision.after, now)
    for (const event of decision.events) outbox.append(tx, event)
    outcome.isChanged = true
    return decision.after
  }
  const result = await transaction(change)
  return outcome.isChanged ? readAgain(result, await appointments.read(pool, caller, id)) : result
}

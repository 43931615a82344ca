import { requireVersion } from '@appointments/appointment'
import { actorOf, SYSTEM, type AppointmentSnapshot, type Caller } from '@appointments/contracts'
import { readAgain, type Keyed } from '@appointments/idempotency'
import type { NewEvent } from '@appointments/outbox'
import type { Tx } from '@appointments/postgres'
import { type StoredAppointment } from '../domain/appointment.ts'
import { reconsider } from '../domain/outcome.ts'
import { withPresenceForgotten } from '../domain/presence.ts'
import { outcomeEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'
import { onceSettled } from './settle-slots.ts'

/** Which appointment to change, for whom, and which version of it the caller has seen. */
export interface ChangeOf {
  id: string
  caller: Caller
  ifMatch?: number[] | undefined
}

/** A decided change: the appointment after it, and the event that tells of it. */
interface Decision {
  appointment: AppointmentSnapshot
  /** Whether the times changed: presence at another start is forgotten, and the outcome is drawn anew. */
  isMoved?: boolean
  event: NewEvent
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
    const { appointment, isMoved } = decision
    const { stored: next, changes } = isMoved
      ? reconsider({ ...withPresenceForgotten(stored, appointment), appointment }, now)
      : { stored: { ...stored, appointment }, changes: [] }
    await appointments.save(tx, stored, next, now)
    outbox.append(tx, decision.event)
    for (const change of changes) outbox.append(tx, outcomeEvent(change.appointment, SYSTEM, now))
    outcome.isChanged = true
    return next
  }
  const result = await onceSettled(deps, () => transaction(change))
  return outcome.isChanged ? readAgain(result, await appointments.read(pool, caller, id)) : result
}

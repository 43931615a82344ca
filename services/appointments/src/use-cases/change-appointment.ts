import { actorOf, type AppointmentSnapshot, type Caller } from '@appointments/contracts'
import type { NewEvent } from '@appointments/messaging'
import { requireVersion, type StoredAppointment } from '../domain/appointment.ts'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

/** Which appointment to change, for whom, and which version of it the caller has seen. */
export interface ChangeOf {
  id: string
  caller: Caller
  ifMatch?: number[] | undefined
}

/** A decided change: the appointment after it, what is forgotten with it, and the event that tells of it. */
interface Decision {
  appointment: AppointmentSnapshot
  forgetsPresence?: boolean
  event: NewEvent
}

/**
 * The steps every change of one appointment takes: lock it for the caller, decide, compare versions, store,
 * tell. A decision of undefined changes nothing and tells nobody. What is answered was read after everything
 * that follows from the change has settled.
 */
export async function changeAppointment(
  { pool, transaction, outbox, clock }: Deps,
  { id, caller, ifMatch }: ChangeOf,
  decide: (stored: StoredAppointment, now: Date, actor: ReturnType<typeof actorOf>) => Decision | undefined,
): Promise<StoredAppointment> {
  const outcome = { isChanged: false }
  const result = await transaction(async (tx) => {
    outcome.isChanged = false // an earlier try of this transaction may have come further
    const stored = await appointments.lock(tx, caller, id)
    const now = clock.now()
    const decision = decide(stored, now, actorOf(caller))
    // a refused change is refused for what it is before it is refused for what its caller has not seen
    requireVersion(stored, ifMatch)
    if (!decision) return stored
    const { customerJoinedAt, ...kept } = stored
    const joined = decision.forgetsPresence || !customerJoinedAt ? {} : { customerJoinedAt }
    const next = { ...kept, ...joined, appointment: decision.appointment }
    await appointments.save(tx, stored, next, now)
    outbox.append(tx, decision.event)
    outcome.isChanged = true
    return next
  })
  return outcome.isChanged ? appointments.read(pool, caller, id) : result
}

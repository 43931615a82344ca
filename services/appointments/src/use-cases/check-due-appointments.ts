import { SYSTEM } from '@appointments/contracts'
import type { NewEvent } from '@appointments/outbox'
import { activate } from '../domain/activate.ts'
import { awaitsRoom, changed, type StoredAppointment } from '../domain/appointment.ts'
import { judge } from '../domain/outcome.ts'
import { appointmentEvent, claimsChanged, outcomeEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'
import { publishChanges } from './publish-changes.ts'

const BATCH = 50
/** Concurrent requests for rooms: few, to leave the provider free for requests of callers. */
const ROOMS_AT_ONCE = 4

/**
 * Checks the appointments that time alone may change: no customer joined, the room closed, or a room is still missing.
 * Rooms are requested first, outside any transaction. Several replicas may do this in parallel; each appointment is
 * judged under its lock, and a replica skips appointments that another one holds.
 * @returns true if there may be more
 * @throws AggregateError with the errors of appointments that could not be checked, after all others were
 */
export const checkDueAppointments = (deps: Deps) => async (): Promise<boolean> => {
  const { pool, transaction, rooms, clock } = deps
  const due = await appointments.due(pool, clock.now(), BATCH)
  const failures: unknown[] = []
  for (let first = 0; first < due.length; first += ROOMS_AT_ONCE) {
    const withRooms = await Promise.all(
      due
        .slice(first, first + ROOMS_AT_ONCE)
        .map(async (stored) => ({ id: stored.appointment.id, roomUrl: await roomFor(stored) })),
    )
    for (const { id, roomUrl } of withRooms)
      await check(id, roomUrl).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'appointments could not be checked')
  return due.length === BATCH

  async function roomFor(stored: StoredAppointment) {
    if (!awaitsRoom(stored) || clock.now() >= new Date(stored.appointment.end)) return undefined
    return rooms.open(stored.appointment).catch(() => undefined)
  }

  function check(id: string, roomUrl: string | undefined) {
    return transaction(async (tx) => {
      const now = clock.now()
      const stored = await appointments.lockDue(tx, id, now)
      if (!stored) return
      const changes = [...changesDue(stored, roomUrl, now)]
      const appointment = changes.at(-1)?.appointment ?? stored.appointment
      const after = await appointments.saveChecked(tx, stored, { ...stored, appointment }, now)
      publishChanges(deps, tx, { before: stored, roster: after.roster }, [
        ...changes.map((change) => change.event),
        ...claimsChanged(stored, after, now),
      ])
    })
  }
}

interface Change {
  appointment: StoredAppointment['appointment']
  event: NewEvent
}

/** All changes that are due by now, one after another. */
function* changesDue(stored: StoredAppointment, roomUrl: string | undefined, now: Date): Generator<Change> {
  const change = changeDue(stored, roomUrl, now)
  if (!change) return
  yield change
  yield* changesDue({ ...stored, appointment: change.appointment }, roomUrl, now)
}

function changeDue(stored: StoredAppointment, roomUrl: string | undefined, now: Date): Change | undefined {
  const activated = roomUrl !== undefined && awaitsRoom(stored) && activate(stored, roomUrl, now)
  if (activated) {
    const event = appointmentEvent('APActivatedEvent', activated, SYSTEM, now, { explicit: false })
    return { appointment: activated, event }
  }
  const judged = judge(stored, now)
  if (!judged) return undefined
  if ('outcome' in judged) {
    const appointment = changed(stored.appointment, stored.application, now, { outcome: judged.outcome })
    return { appointment, event: outcomeEvent(appointment, SYSTEM, now) }
  }
  const appointment = changed(stored.appointment, stored.application, now, {
    state: 'ABORTED',
    epoch: stored.appointment.epoch + 1,
    ...(judged.abort === 'INTERACTION_FAILED' && { outcome: 'FAILED' as const }),
  })
  const event = appointmentEvent('APAbortedEvent', appointment, SYSTEM, now, { reason: judged.abort })
  return { appointment, event }
}

import type { AgentNames } from '@appointments/agent-names'
import type { RosterSnapshot } from '@appointments/contracts'
import type { NewEvent, Outbox } from '@appointments/outbox'
import type { Tx } from '@appointments/postgres'
import {
  changeOfRoster,
  changesOf,
  type OwnChange,
  type Past,
  type RecordedChange,
  type RosterChanged,
} from '../domain/recorded-change.ts'
import type { StoredAppointment } from '../domain/stored-appointment.ts'
import { appointments } from '../repositories/appointments.ts'
import { changes } from '../repositories/changes.ts'
import type { Deps } from './deps.ts'

type PublishDeps = { outbox: Outbox } & Pick<Deps, 'onRecorded'>

/** The appointment that the events are about. */
interface Changed {
  before: StoredAppointment
  roster: RosterSnapshot
  /** Set only if the appointment is removed. */
  past?: Past
}

/** Publishes events of one appointment, and records the changes that they report, in the transaction of the change. */
export function publishChanges(
  deps: PublishDeps,
  tx: Tx,
  { before, roster, past }: Changed,
  events: readonly NewEvent[],
): void {
  deps.outbox.append(tx, ...events)
  record(deps, tx, changesOf({ before, roster, past }, ownChanges(events)))
}

/**
 * Stores a new appointment with the changes that its events report, and publishes the events.
 * @returns the names of its agents
 * @throws Problem SLOT_TAKEN
 */
export async function insertAndPublish(
  deps: PublishDeps,
  tx: Tx,
  stored: StoredAppointment,
  events: readonly NewEvent[],
  now: Date,
): Promise<AgentNames> {
  const recorded = changesOf({ before: undefined, roster: stored.roster }, ownChanges(events))
  const agentNames = await appointments.insert(tx, stored, recorded, now)
  deps.outbox.append(tx, ...events)
  tx.whenStored(deps.onRecorded)
  return agentNames
}

/**
 * Records a change of the roster that the participants service has published.
 * @param recorded the roster before the change, if the stored one was read ahead of its events
 */
export function recordRoster(
  deps: Pick<Deps, 'onRecorded'>,
  tx: Tx,
  {
    stored,
    recorded,
    roster,
  }: { stored: StoredAppointment; recorded: RosterSnapshot | undefined; roster: RosterSnapshot },
  changed: RosterChanged,
): void {
  record(deps, tx, [changeOfRoster(stored, roster, changed, recorded)])
}

function record({ onRecorded }: Pick<Deps, 'onRecorded'>, tx: Tx, recorded: readonly RecordedChange[]): void {
  if (recorded.length === 0) return
  changes.add(tx, recorded)
  tx.whenStored(onRecorded)
}

const ownChanges = (events: readonly NewEvent[]): OwnChange[] =>
  events.map(({ event }) => event).filter((event): event is OwnChange => 'appointment' in event.data)

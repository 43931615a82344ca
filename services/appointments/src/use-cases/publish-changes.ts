import type { RosterSnapshot } from '@appointments/contracts'
import type { NewEvent, Outbox } from '@appointments/outbox'
import type { Tx } from '@appointments/postgres'
import {
  changeOfRoster,
  changesOf,
  type OwnChange,
  type RecordedChange,
  type RosterChanged,
} from '../domain/recorded-change.ts'
import type { StoredAppointment } from '../domain/stored-appointment.ts'
import { changes } from '../repositories/changes.ts'
import type { Deps } from './deps.ts'

type PublishDeps = { outbox: Outbox } & Pick<Deps, 'onRecorded'>

/** The appointment that the events are about. */
interface Changed {
  /** Undefined for a new one. */
  before: StoredAppointment | undefined
  roster: RosterSnapshot
  /** If the appointment is removed, all agents who were ever assigned. */
  assigned?: readonly string[]
}

/** Publishes events of one appointment, and records the changes that they report, in the transaction of the change. */
export function publishChanges(
  deps: PublishDeps,
  tx: Tx,
  { before, roster, assigned }: Changed,
  events: readonly NewEvent[],
): void {
  deps.outbox.append(tx, ...events)
  const own = events.map(({ event }) => event).filter(isOwnChange)
  record(deps, tx, changesOf({ before, roster, assigned }, own))
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
  for (const change of recorded) changes.add(tx, change)
  if (recorded.length > 0) tx.whenStored(onRecorded)
}

const isOwnChange = (event: NewEvent['event']): event is OwnChange => 'appointment' in event.data

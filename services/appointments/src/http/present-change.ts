import type { NameOfAgent } from '@appointments/agent-names'
import { presentElement } from '@appointments/appointment'
import {
  instant,
  isStaff,
  viaOf,
  type Caller,
  type Change,
  type ChangedPart,
  type TimelineEntry,
} from '@appointments/contracts'
import type { RecordedPart } from '../domain/recorded-change.ts'
import type { FedChange, StoredChange } from '../domain/stored-change.ts'
import type { ShownChange } from '../use-cases/shown-change.ts'

/** Presents a change of a timeline. */
export const presentEntry = (change: StoredChange, nameOf: NameOfAgent): TimelineEntry => ({
  id: String(change.id),
  at: instant(change.at),
  type: change.type,
  version: change.version,
  actor: actorOf(change, nameOf),
  changed: partsOf(change, nameOf),
  ...(change.reason !== null && { reason: change.reason }),
})

/** Presents a change of the feed. A change that is out of scope shows only which appointment it belongs to. */
export function presentChange(caller: Caller, { change, inScope, nameOf }: ShownChange): Change {
  const { type, appointmentId, version } = change
  const common = { type, appointmentId, version, at: instant(change.at) }
  const now = inScope ? appointmentOf(change) : undefined
  if (!now) return { ...common, changed: [], inScope: false }
  return {
    ...common,
    actor: actorOf(change, nameOf),
    changed: partsOf(change, nameOf),
    inScope: true,
    appointment: presentElement(caller)(now),
  }
}

/** The JSON of changes with their appointments, as staff see them. */
const textsForStaff = new WeakMap<FedChange, string>()

/**
 * The JSON of a change of the feed. All staff see the same of an appointment, so it is made once for all their streams.
 */
export function changeJson(caller: Caller, shown: ShownChange): string {
  if (!shown.inScope || !isStaff(caller)) return JSON.stringify(presentChange(caller, shown))
  const made = textsForStaff.get(shown.change)
  if (made !== undefined) return made
  const json = JSON.stringify(presentChange(caller, shown))
  textsForStaff.set(shown.change, json)
  return json
}

const appointmentOf = ({ appointment, roster, agentNames }: FedChange) =>
  appointment && roster ? { appointment, roster, ...(agentNames && { agentNames }) } : undefined

function actorOf({ actor, organizationId }: StoredChange, nameOf: NameOfAgent): TimelineEntry['actor'] {
  const { id, role } = actor
  const displayName = id === undefined || role === 'ROLE_CUSTOMER' ? undefined : nameOf(organizationId, id)
  return {
    ...(id !== undefined && { id }),
    ...(displayName !== undefined && { displayName }),
    ...(role !== undefined && { role }),
    via: viaOf(actor),
  }
}

const partsOf = ({ changed, organizationId }: StoredChange, nameOf: NameOfAgent): ChangedPart[] =>
  changed.map(({ from, to, ...part }) => ({
    ...part,
    ...(from !== undefined && { from: valueOf(part.name, from, organizationId, nameOf) }),
    ...(to !== undefined && { to: valueOf(part.name, to, organizationId, nameOf) }),
  }))

const TIMES = new Set(['start', 'end'])

function valueOf(
  name: string,
  value: NonNullable<RecordedPart['from']>,
  organizationId: string | null,
  nameOf: NameOfAgent,
): NonNullable<ChangedPart['from']> {
  if (typeof value === 'string') return TIMES.has(name) ? instant(value) : value
  return value.map((id) => {
    const displayName = nameOf(organizationId, id)
    return { id, ...(displayName !== undefined && { displayName }) }
  })
}

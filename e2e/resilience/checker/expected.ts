import type { Appointment, Participant } from '../../src/response-bodies.ts'
import type { Entry, Journal } from '../load/journal.ts'

/** The expected state of an appointment according to the responses its client received. */
export interface Expected {
  id: string
  start: string
  title: string
  customers: Set<string>
  agents: Set<string>
  isCancelled: boolean
  isRemoved: boolean
  /** How many events of each type its accepted changes must have published. */
  events: Map<string, number>
  /**
   * The version that last set the start and the title, because responses to several clients arrive in any
   * order.
   */
  setBy: { start: number; title: number }
  /** Whether the outcome of every change is known to its client. */
  isCertain: boolean
}

const EVENTS: Record<string, string> = {
  schedule: 'APScheduledEvent',
  reschedule: 'APRescheduledEvent',
  update: 'APUpdatedEvent',
  addCustomer: 'APParticipantAddedEvent',
  addAgent: 'APParticipantAddedEvent',
  reassign: 'APReassignedEvent',
  removeParticipant: 'APParticipantRemovedEvent',
  activate: 'APActivatedEvent',
  presence: 'APParticipantStateChangedEvent',
  cancel: 'APCancelledEvent',
  remove: 'APRemovedEvent',
}

/** Types of events that only client requests publish. */
export const toldByRequests: ReadonlySet<string> = new Set(Object.values(EVENTS))

/** The expected state of each appointment after the accepted entries of a journal. */
export function expectedOf({ entries }: Pick<Journal, 'entries'>): Map<string, Expected> {
  const all = new Map<string, Expected>()
  for (const entry of entries) {
    if (entry.operation === 'schedule') begin(all, entry)
    else follow(all.get(entry.appointmentId ?? ''), entry)
  }
  return all
}

function begin(all: Map<string, Expected>, { outcome, body, operation }: Entry): void {
  if (outcome.is !== 'ok') return
  const { id, participants } = outcome.body as Appointment
  const { start, title } = body as { start: string; title: string }
  const customers = participants.filter(({ type }) => type === 'CUSTOMER').map((one) => one.id)
  const expected: Expected = {
    id,
    start,
    title,
    customers: new Set(customers),
    agents: new Set(),
    isCancelled: false,
    isRemoved: false,
    events: new Map(),
    setBy: { start: 0, title: 0 },
    isCertain: true,
  }
  count(expected, operation)
  all.set(id, expected)
}

function follow(
  expected: Expected | undefined,
  { operation, outcome, body, path, isShared = false }: Entry,
): void {
  if (!expected || outcome.is === 'rejected') return
  if (outcome.is === 'unknown') {
    expected.isCertain = false
    return
  }
  count(expected, operation)
  const change = body as { start: string; title: string; userId: string }
  const shown = (outcome.body ?? {}) as Partial<Appointment>
  // if the response shows another value, another client changed it later, and its version belongs to that change
  const showsStart = !isShared || Date.parse(shown.start ?? '') === Date.parse(change.start)
  const showsTitle = !isShared || shown.title === change.title
  const version = shown.version ?? 0
  if (operation === 'reschedule' && showsStart) set(expected, 'start', change.start, version)
  else if (operation === 'update' && showsTitle) set(expected, 'title', change.title, version)
  else if (operation === 'addCustomer') expected.customers.add((outcome.body as Participant).id)
  else if (operation === 'removeParticipant') expected.customers.delete(path.split('/').at(-1) ?? '')
  else if (operation === 'reassign') expected.agents = new Set([change.userId])
  else if (operation === 'addAgent') expected.agents.add(change.userId)
  else if (operation === 'cancel') expected.isCancelled = true
  else if (operation === 'remove') expected.isRemoved = true
}

function set(expected: Expected, field: 'start' | 'title', value: string, version: number): void {
  if (version < expected.setBy[field]) return
  expected[field] = value
  expected.setBy[field] = version
}

function count({ events }: Expected, operation: string): void {
  const type = EVENTS[operation]
  // an appointment that several clients cancel is cancelled once
  if (type !== undefined) events.set(type, operation === 'cancel' ? 1 : (events.get(type) ?? 0) + 1)
}

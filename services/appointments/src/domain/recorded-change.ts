import { isDeepStrictEqual } from 'node:util'
import { agentsOf, appointmentDetails, customersOf, wholeVersion } from '@appointments/appointment'
import type {
  Actor,
  AppointmentsEvent,
  AppointmentSnapshot,
  ChangeType,
  RosterSnapshot,
  WholeAppointment,
} from '@appointments/contracts'

/** A part that changed, as it is stored: agents by their ids, texts and contacts without their values. */
export interface RecordedPart {
  name: string
  participantId?: string
  from?: string | readonly string[]
  to?: string | readonly string[]
}

/** A change of an appointment, as its timeline and the feed show it. */
export interface RecordedChange {
  appointmentId: string
  applicationId: string
  organizationId?: string | undefined
  version: number
  type: ChangeType
  at: Date
  actor: Actor
  changed: readonly RecordedPart[]
  reason?: string | undefined
  agentsBefore: readonly string[]
  agentsAfter: readonly string[]
  /** The starts before and after the change, without duplicates. */
  starts: readonly string[]
}

/** An event of this service about an appointment. */
export type OwnChange = Extract<AppointmentsEvent, { data: { appointment: AppointmentSnapshot } }>

/** The parts of an event of the participants service that are recorded. */
export interface RosterChanged {
  type: ChangeType
  actor: Actor
  at: Date
  /** The participant that the event is about, if there is one. */
  participantId?: string | undefined
  /** The presence that the event reports. If a newer roster has arrived first, the rosters do not show it. */
  presence?: string | undefined
}

/** Ids of the agents of an appointment, including its organizer. */
export const assignedTo = ({ organizerId, ...roster }: RosterSnapshot): string[] => [
  ...new Set([
    ...(organizerId === undefined ? [] : [organizerId]),
    ...agentsOf(roster as RosterSnapshot).map(({ id }) => id),
  ]),
]

/** The appointment that changes are about. */
interface ChangedAppointment {
  /** Undefined for a new one. */
  before: WholeAppointment | undefined
  roster: RosterSnapshot
  /**
   * Set only if the appointment is removed. Its former changes are deleted with it, so the removal must also reach the
   * agents who left it and the days from which it was moved.
   */
  past?: Past | undefined
}

/** All agents who were ever assigned to an appointment, and all starts that it had. */
export interface Past {
  agents: readonly string[]
  starts: readonly string[]
}

/** The changes that events of this service report, in the order of the events. */
export function changesOf(
  { before, roster, past = { agents: [], starts: [] } }: ChangedAppointment,
  events: readonly OwnChange[],
): RecordedChange[] {
  let previous = before?.appointment
  return events.map((event) => {
    const { appointment, actor } = event.data
    const parts = [
      ...partsOf(previous, appointment),
      ...(previous ? [] : agentParts(undefined, roster)),
      ...('changed' in event.data ? event.data.changed.map((name) => ({ name })) : []),
    ]
    const agents = assignedTo(roster)
    const change: RecordedChange = {
      ...ofAppointment(appointment),
      version: wholeVersion({ appointment, roster }),
      type: event.type,
      at: new Date(event.time),
      actor,
      changed: event.type === 'APRemovedEvent' ? [] : unique(parts),
      reason: reasonOf(event),
      agentsBefore: previous ? [...new Set([...agents, ...past.agents])] : [],
      agentsAfter: event.type === 'APRemovedEvent' ? [] : agents,
      starts: [...new Set([...past.starts, ...startsOf(previous, appointment)])],
    }
    previous = appointment
    return change
  })
}

/**
 * The change from one roster to the next that an event of the participants service reports.
 * @param recorded the roster before the change, if the stored one was read ahead of its events
 */
export function changeOfRoster(
  { appointment, roster }: WholeAppointment,
  next: RosterSnapshot,
  { type, actor, at, participantId, presence }: RosterChanged,
  recorded: RosterSnapshot = roster,
): RecordedChange {
  const isNewer = next.version > recorded.version
  const parts = isNewer ? rosterParts(recorded, next) : latePresence(participantId, presence)
  const named = parts.some((part) => part.participantId === participantId)
  const isAboutDetails = participantId !== undefined && !named && type === 'APParticipantUpdatedEvent'
  return {
    ...ofAppointment(appointment),
    // the versions of later changes are never lower
    version: wholeVersion({ appointment, roster: next.version > roster.version ? next : roster }),
    type,
    at,
    actor,
    changed: isAboutDetails ? [...parts, { name: 'customer', participantId }] : parts,
    reason: undefined,
    agentsBefore: assignedTo(recorded),
    agentsAfter: assignedTo(isNewer ? next : recorded),
    starts: startsOf(undefined, appointment),
  }
}

const ofAppointment = ({ id, applicationId, organizationId }: AppointmentSnapshot) => ({
  appointmentId: id,
  applicationId,
  organizationId,
})

const startsOf = (before: AppointmentSnapshot | undefined, { start }: AppointmentSnapshot) => [
  ...new Set([before?.start ?? start, start]),
]

/** Parts whose values before and after the change are recorded. */
const VALUES = ['start', 'end', 'duration', 'timezone', 'state', 'outcome'] as const
/** Parts that are recorded by name only, because they may contain personal data or say little. */
const NAMES = [...appointmentDetails, 'locale', 'place', 'room'] as const

function partsOf(before: AppointmentSnapshot | undefined, after: AppointmentSnapshot): RecordedPart[] {
  return [
    ...VALUES.flatMap((name) => fromTo(name, before?.[name], after[name])),
    ...fromTo('assignment', before?.assignment?.state, after.assignment?.state),
    // a new appointment has no changed texts
    ...(before ? NAMES.filter((name) => !isDeepStrictEqual(before[name], after[name])) : []).map((name) => ({
      name,
    })),
  ]
}

function rosterParts(before: RosterSnapshot, after: RosterSnapshot): RecordedPart[] {
  const customers = (roster: RosterSnapshot) => customersOf(roster).map(({ id }) => id)
  const [gone, came] = [customers(before), customers(after)]
  return [
    ...agentParts(before, after),
    ...[...gone.filter((id) => !came.includes(id)), ...came.filter((id) => !gone.includes(id))].map(
      (participantId) => ({ name: 'customers', participantId }),
    ),
    ...after.participants.flatMap(({ id, state }) => {
      const known = before.participants.find((one) => one.id === id)
      return fromTo('presence', known?.state, state).map((part) => ({ ...part, participantId: id }))
    }),
    ...fromTo('interaction', before.interaction.state, after.interaction.state),
  ]
}

function agentParts(before: RosterSnapshot | undefined, after: RosterSnapshot): RecordedPart[] {
  const organizer = (roster?: RosterSnapshot) =>
    roster?.organizerId === undefined ? [] : [roster.organizerId]
  const agents = (roster?: RosterSnapshot) =>
    roster
      ? agentsOf(roster)
          .map(({ id }) => id)
          .sort()
      : []
  return [
    ...listFromTo('organizer', organizer(before), organizer(after)),
    ...listFromTo('agents', agents(before), agents(after)),
  ]
}

const latePresence = (participantId: string | undefined, presence: string | undefined): RecordedPart[] =>
  participantId === undefined || presence === undefined
    ? []
    : [{ name: 'presence', participantId, to: presence }]

const fromTo = (name: string, from: string | undefined, to: string | undefined): RecordedPart[] =>
  from === to ? [] : [{ name, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]

const listFromTo = (name: string, from: string[], to: string[]): RecordedPart[] =>
  isDeepStrictEqual(from, to) ? [] : [{ name, from, to }]

const unique = (parts: readonly RecordedPart[]): RecordedPart[] =>
  parts.filter((part, place) => parts.findIndex(({ name }) => name === part.name) === place)

/** The reason for a change: the text of its author or a code of the system. */
function reasonOf(event: OwnChange): string | undefined {
  if (event.type === 'APAbortedEvent') return event.data.reason
  if (event.type === 'APAssignmentDecidedEvent') return event.data.appointment.assignment?.reason
  if (event.type !== 'APCancelledEvent') return undefined
  const { reason, reasonCode } = event.data.appointment.cancellation ?? {}
  return reason ?? reasonCode
}

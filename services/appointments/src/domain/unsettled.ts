import { agentsOf, isOpen } from '@appointments/appointment'
import { type AppointmentSnapshot, type RosterSnapshot } from '@appointments/contracts'
import { type StoredAppointment } from './appointment.ts'

/** A claim without news for this long is asked about. A command lives for seconds, so it is decided by then. */
export const CLAIM_MS = 30_000
/** How long a change counts as unknown to a service whose release cannot say what it knows. */
const UNTIL_KNOWN_MS = 30_000
/** How long a claim is kept that no release in use can say anything about: as long as an event waits to be applied. */
const LONGEST_CLAIM_MS = 86_400_000
/** No one can be booked twice for a time that is over; what keeps it is dropped after this. */
const KEPT_AFTER_END_MS = 86_400_000
/** What a service has applied that knows of the removal. */
export const EVERY_VERSION = Number.MAX_SAFE_INTEGER

/** An assignment that the participants service is about to store. */
export interface Claim {
  id: string
  agentId: string
  at: string
  /** The roster it changes: it is stored as the next version or never. Absent in claims of an older release. */
  rosterVersion?: number | undefined
}

/**
 * What keeps an agent's time occupied although this service no longer, or not yet, shows it: assignments that are
 * claimed, and what other services may still show because they have not applied the newest version. No agent may be
 * booked for such a time, or some database would hold two open appointments of the agent at once.
 */
export interface Unsettled {
  claims: Claim[]
  /** Times the appointment had, until every service has applied this version of it. */
  times: { start: string; end: string; version: number; since: string }[]
  /** Agents it had, until every service has applied this version of the roster. */
  agents: { id: string; version: number; since: string }[]
}

export const settled: Unsettled = { claims: [], times: [], agents: [] }

export const isSettled = ({ claims, times, agents }: Unsettled): boolean =>
  claims.length + times.length + agents.length === 0

const agentIdsOf = (roster: RosterSnapshot) => agentsOf(roster).map(({ id }) => id)

/** With claims for agents; claiming again makes a claim young again. */
export const withClaims = (unsettled: Unsettled, claims: readonly Claim[]): Unsettled => ({
  ...unsettled,
  claims: [
    ...unsettled.claims.filter(
      (old) => !claims.some((one) => one.agentId === old.agentId && one.rosterVersion === old.rosterVersion),
    ),
    ...claims,
  ],
})

/** After the appointment moved or closed: other services may show it at its old time for a while. */
export function afterMove(
  unsettled: Unsettled,
  { appointment: before }: StoredAppointment,
  after: Pick<AppointmentSnapshot, 'state' | 'start' | 'end' | 'version'>,
  now: Date,
): Unsettled {
  const { start, end } = before
  const isThere = isOpen(after) && start === after.start && end === after.end
  if (!isOpen(before) || isThere) return unsettled
  const former = { start, end, version: after.version, since: now.toISOString() }
  return { ...unsettled, times: [...unsettled.times, former] }
}

/**
 * After the appointment was removed: a service shows it as it was until it has applied just that. What is claimed now
 * may be stored yet, and no roster will come to decide it.
 */
export function afterRemoval(
  unsettled: Unsettled,
  before: StoredAppointment,
  version: number,
  now: Date,
): Unsettled {
  const { times } = afterMove(unsettled, before, { ...before.appointment, state: 'CANCELLED', version }, now)
  const since = now.toISOString()
  const shown = [
    ...agentIdsOf(before.roster),
    ...unsettled.claims.map(({ agentId }) => agentId),
    ...unsettled.agents.map(({ id }) => id),
  ]
  return {
    claims: [],
    times,
    agents: [...new Set(shown)].map((id) => ({ id, version: EVERY_VERSION, since })),
  }
}

/**
 * After a roster arrived: agents who are not on it any more may still be shown elsewhere. A claim on an older roster is
 * decided by now: its agent is on this one, or was never assigned, or has been replaced since.
 */
export function afterRoster(
  unsettled: Unsettled,
  before: RosterSnapshot,
  after: RosterSnapshot,
  now: Date,
): Unsettled {
  const present = new Set(agentIdsOf(after))
  const isDecided = ({ agentId, rosterVersion }: Claim) =>
    rosterVersion === undefined ? present.has(agentId) : rosterVersion < after.version
  const gone = [
    ...agentIdsOf(before),
    ...unsettled.claims.filter(isDecided).map(({ agentId }) => agentId),
  ].filter((id) => !present.has(id))
  return {
    ...unsettled,
    claims: unsettled.claims.filter((claim) => !isDecided(claim)),
    agents: [
      ...unsettled.agents.filter(({ id }) => !present.has(id) && !gone.includes(id)),
      ...[...new Set(gone)].map((id) => ({ id, version: after.version, since: now.toISOString() })),
    ],
  }
}

/** What a service has applied of an appointment; `unsupported` when its release cannot say. */
export type Applied = { appointmentVersion: number; rosterVersion: number } | 'unsupported' | undefined

/** What came of asking the other services about an appointment. */
export interface Answers {
  /** By every service that shows the appointment; undefined for one that has not replied or never received it. */
  applied: readonly Applied[]
  /** Claims that the participants service will not store any more. */
  endedClaims: ReadonlySet<string>
}

/** Without what every service has applied, and without claims that ended. */
export function afterAnswers(
  unsettled: Unsettled,
  { applied, endedClaims }: Answers,
  claimsAreUnsupported: boolean,
  now: Date,
): Unsettled {
  const ageOf = (since: string) => now.getTime() - Date.parse(since)
  const isKnown = (version: 'appointmentVersion' | 'rosterVersion', least: number, since: string) =>
    applied.every((one) =>
      one === 'unsupported' ? ageOf(since) >= UNTIL_KNOWN_MS : one !== undefined && one[version] >= least,
    )
  return {
    claims: unsettled.claims.filter(
      ({ id, at }) => !endedClaims.has(id) && !(claimsAreUnsupported && ageOf(at) >= LONGEST_CLAIM_MS),
    ),
    times: unsettled.times.filter(({ version, since }) => !isKnown('appointmentVersion', version, since)),
    agents: unsettled.agents.filter(({ id: _, version, since }) => !isKnown('rosterVersion', version, since)),
  }
}

/** Whether every time it keeps was over long ago. */
export const isPast = ({ times }: Unsettled, end: string | undefined, now: Date): boolean =>
  [...times.map((time) => time.end), ...(end === undefined ? [] : [end])].every(
    (each) => Date.parse(each) + KEPT_AFTER_END_MS < now.getTime(),
  )

/** A time that an agent cannot be booked for. */
export interface HeldSlot {
  agentId: string
  start: string
  end: string
}

/**
 * The time that is kept beside the bookings of the roster itself. Other services apply both halves of an appointment in
 * any order, so each agent counts for each time.
 * @param stored the appointment as this service shows it; undefined once it was removed
 */
export function heldSlots(
  unsettled: Unsettled,
  stored: StoredAppointment | undefined,
): { claimed: string[]; held: HeldSlot[] } {
  const onRoster = stored ? agentIdsOf(stored.roster) : []
  const claimed = [...new Set(unsettled.claims.map(({ agentId }) => agentId))].filter(
    (id) => !onRoster.includes(id),
  )
  const former = unsettled.agents.map(({ id }) => id).filter((id) => !claimed.includes(id))
  const at = (agentIds: readonly string[], { start, end }: { start: string; end: string }): HeldSlot[] =>
    agentIds.map((agentId) => ({ agentId, start, end }))
  const isShown = stored !== undefined && isOpen(stored.appointment)
  return {
    claimed: isShown ? claimed : [],
    held: [
      ...unsettled.times.flatMap((time) => at([...onRoster, ...claimed, ...former], time)),
      ...(isShown ? at(former, stored.appointment) : []),
    ],
  }
}

/** When to ask about it first; claims have some time to be decided by themselves. */
export function firstAsk({ claims, times, agents }: Unsettled, now: Date): Date {
  if (times.length + agents.length > 0) return new Date(now.getTime() + 1000)
  return new Date(Math.min(...claims.map(({ at }) => Date.parse(at) + CLAIM_MS)))
}

/** Claims old enough to be asked about. */
export const dueClaims = ({ claims }: Unsettled, now: Date): Claim[] =>
  claims.filter(({ at }) => Date.parse(at) + CLAIM_MS < now.getTime())

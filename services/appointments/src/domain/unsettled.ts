import { agentsOf, isOpen } from '@appointments/appointment'
import { type AppointmentSnapshot, type RosterSnapshot } from '@appointments/contracts'
import { type StoredAppointment } from './appointment.ts'

/** The age at which we ask about an undecided claim. A command lives for seconds, so it is decided by then. */
const CLAIM_MS = 30_000
/** The age at which we ask about a decision, which travels as an event. */
export const DECISION_MS = 600_000
/** How long unsettled slots are kept after their end. A time in the past cannot be booked twice. */
const KEPT_AFTER_END_MS = 86_400_000
/** The version that a service counts as having applied once it has applied the removal. */
export const EVERY_VERSION = Number.MAX_SAFE_INTEGER

/** An assignment that the participants service is about to store. */
export interface PendingAssignment {
  id: string
  agentId: string
  at: string
  /**
   * The roster version that the assignment changes. The assignment becomes the next version or is never stored. Absent
   * if the system decided.
   */
  rosterVersion?: number | undefined
  /** The version of the appointment in the event of the decision, if the system has decided on it. */
  decided?: number | undefined
  /** Whether it may overlap other appointments of the agent. */
  overlaps?: boolean | undefined
}

/** When this service may first ask about a claim, in epoch milliseconds. */
export const claimedUntil = ({ at, decided }: PendingAssignment): number =>
  Date.parse(at) + (decided === undefined ? CLAIM_MS : DECISION_MS)

/**
 * Reasons to keep an agent's time occupied although this service does not show it, or no longer does: claimed
 * assignments, and versions that other services may still show because they have not applied the newest one. If an
 * agent were booked for such a time, the database of some service would contain two open appointments of the agent at
 * the same time.
 */
export interface Unsettled {
  claims: PendingAssignment[]
  /** Former times of the appointment, until every service has applied this version of it. */
  times: { start: string; end: string; version: number }[]
  /** Former agents, until every service has applied this version of the roster. */
  agents: { id: string; version: number }[]
}

export const settled: Unsettled = { claims: [], times: [], agents: [] }

export const isSettled = ({ claims, times, agents }: Unsettled): boolean =>
  claims.length + times.length + agents.length === 0

const agentIdsOf = (roster: RosterSnapshot) => agentsOf(roster).map(({ id }) => id)

/** Adds claims for agents; a repeated claim restarts its age. */
export const withClaims = (unsettled: Unsettled, claims: readonly PendingAssignment[]): Unsettled => ({
  ...unsettled,
  claims: [
    ...unsettled.claims.filter(
      (old) => !claims.some((one) => one.agentId === old.agentId && one.rosterVersion === old.rosterVersion),
    ),
    ...claims,
  ],
})

/** After the appointment moved or ended: other services may show it at its old time for a while. */
export function afterMove(
  unsettled: Unsettled,
  { appointment: before }: StoredAppointment,
  after: Pick<AppointmentSnapshot, 'state' | 'start' | 'end' | 'version'>,
): Unsettled {
  const { start, end } = before
  const isThere = isOpen(after) && start === after.start && end === after.end
  if (!isOpen(before) || isThere) return unsettled
  const former = { start, end, version: after.version }
  return { ...unsettled, times: [...unsettled.times, former] }
}

/**
 * After the appointment was removed: a service shows the old state until it has applied the removal. Current claims
 * may still be stored, and no roster will arrive to decide them.
 */
export function afterRemoval(unsettled: Unsettled, before: StoredAppointment, version: number): Unsettled {
  const { times } = afterMove(unsettled, before, { ...before.appointment, state: 'CANCELLED', version })
  const shown = [
    ...agentIdsOf(before.roster),
    ...unsettled.claims.map(({ agentId }) => agentId),
    ...unsettled.agents.map(({ id }) => id),
  ]
  return {
    claims: [],
    times,
    agents: [...new Set(shown)].map((id) => ({ id, version: EVERY_VERSION })),
  }
}

/**
 * After a roster arrived: other services may still show agents who are no longer on it. A claim on an older roster is
 * decided by now: its agent is on this one, was never assigned, or has been replaced since.
 */
export function afterRoster(unsettled: Unsettled, before: RosterSnapshot, after: RosterSnapshot): Unsettled {
  const present = new Set(agentIdsOf(after))
  const isDecided = ({ agentId, rosterVersion }: PendingAssignment) =>
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
      ...[...new Set(gone)].map((id) => ({ id, version: after.version })),
    ],
  }
}

/** The versions of an appointment that a service has applied; undefined if it has not replied or never received it. */
export type Applied = { appointmentVersion: number; rosterVersion: number } | undefined

/** The replies of the other services about an appointment. */
export interface Replies {
  /** One per service that shows the appointment. */
  applied: readonly Applied[]
  /** Claims that the participants service will no longer store. */
  endedClaims: ReadonlySet<string>
}

/** Drops the times and agents whose change every service has applied, and the claims that have ended. */
export function afterReplies(unsettled: Unsettled, { applied, endedClaims }: Replies): Unsettled {
  const isKnown = (version: 'appointmentVersion' | 'rosterVersion', least: number) =>
    applied.every((one) => one !== undefined && one[version] >= least)
  return {
    claims: unsettled.claims.filter(({ id }) => !endedClaims.has(id)),
    times: unsettled.times.filter(({ version }) => !isKnown('appointmentVersion', version)),
    agents: unsettled.agents.filter(({ version }) => !isKnown('rosterVersion', version)),
  }
}

/** Whether all its times were over long ago. */
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
 * The slots kept in addition to the bookings of the roster. Other services apply both halves of an appointment in any
 * order, so each agent counts for each time.
 * @param stored the appointment as this service shows it; undefined after its removal
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

/** When to ask first; claims get some time to be decided without asking. */
export function firstAsk({ claims, times, agents }: Unsettled, now: Date): Date {
  if (times.length + agents.length > 0) return new Date(now.getTime() + 1000)
  return new Date(Math.min(...claims.map(claimedUntil)))
}

/** Claims old enough to be asked about. */
export const dueClaims = ({ claims }: Unsettled, now: Date): PendingAssignment[] =>
  claims.filter((claim) => claimedUntil(claim) < now.getTime())

import { concatenated, intervalsOf, merged, union, type Intervals } from './intervals.ts'
import { dayOf, type Minute } from './minutes.ts'
import type { ZoneClock } from './zone-clock.ts'

/** Time of an agent that an appointment or a hold occupies, widened to whole minutes. */
export interface Claim {
  kind: 'BOOKED' | 'RESERVED' | 'HELD'
  /** The appointment or the hold. */
  holder: { type: 'APPOINTMENT' | 'HOLD'; id: string }
  applicationId: string
  serviceTypeId?: string | undefined
  start: Minute
  /** The occupied range, buffers included. */
  from: Minute
  to: Minute
  /** When a hold ends, in milliseconds since 1970. */
  expiresAt?: number | undefined
}

/** Claims of an agent that differ only in their times, which are widened to whole minutes. */
export interface ClaimGroup {
  isHeld: boolean
  applicationId: string
  serviceTypeId?: string | undefined
  /** When the holds end, in milliseconds since 1970. */
  expiresAt?: number | undefined
  /** The occupied ranges as `[from, to, from, to, …]`, in any order. */
  occupied: Int32Array
  /** One for each appointment or hold, even if it has several occupied ranges. */
  starts: Int32Array
}

/** Time in which an agent is busy according to an external calendar, widened to whole minutes. */
export interface ExternalBusy {
  from: Minute
  to: Minute
}

/**
 * Counts by local day, as `[day, count, day, count, …]` in any order; a day may occur more than once. Counts take a
 * fraction of the memory of the starts themselves.
 */
export type DayCounts = Int32Array

/** The occupied time of an agent. */
export interface Occupancy {
  /** All occupied time. */
  full: Intervals
  /** Time of appointments, including those whose agent is only reserved. */
  booked: Intervals
  held: Intervals
  /** Time that external calendars report as busy. */
  external: Intervals
  /**
   * The number of claims that start on each local day, by the {@link keyOfServiceType}; claims without a service type are
   * under `''`.
   */
  starts: ReadonlyMap<string, DayCounts>
  /** Until when this is valid: the earliest expiry of a live hold, in milliseconds since 1970, or Infinity. */
  validUntil: number
}

/** Identifies a service type in the whole organization, because its id is unique in its application only. */
export const keyOfServiceType = ({
  applicationId,
  serviceTypeId,
}: Pick<Claim, 'applicationId' | 'serviceTypeId'>): string =>
  serviceTypeId === undefined ? '' : `${applicationId} ${serviceTypeId}`

/** Whether claims occupy their time at an instant in milliseconds; expired ones do not. */
const isLive = ({ expiresAt }: Pick<ClaimGroup, 'expiresAt'>, now: number): boolean =>
  expiresAt === undefined || now < expiresAt

/**
 * The occupied time of an agent from all its claims and external busy times.
 * @param clock of the agent, for the days of the starts
 * @param now milliseconds since 1970
 */
export function occupancyOf(
  claims: readonly ClaimGroup[],
  external: readonly ExternalBusy[],
  clock: ZoneClock,
  now: number,
): Occupancy {
  const live = claims.filter((group) => isLive(group, now))
  const booked = timeOf(live.filter(({ isHeld }) => !isHeld))
  const held = timeOf(live.filter(({ isHeld }) => isHeld))
  const elsewhere = intervalsOf(external.map(({ from, to }) => [from, to]))
  return {
    full: union(booked, held, elsewhere),
    booked,
    held,
    external: elsewhere,
    starts: startsOf(live, clock),
    validUntil: live.reduce((least, { expiresAt = Infinity }) => Math.min(least, expiresAt), Infinity),
  }
}

/** The occupied time of an agent with further appointments, which need not be stored. */
export function occupancyWith(occupancy: Occupancy, planned: readonly Claim[], clock: ZoneClock): Occupancy {
  const groups = planned.map(groupOf)
  const time = timeOf(groups)
  return {
    ...occupancy,
    full: union(occupancy.full, time),
    booked: union(occupancy.booked, time),
    starts: startsOf(groups, clock, occupancy.starts),
  }
}

/** Converts a claim to a group with only this claim. */
export const groupOf = ({
  kind,
  applicationId,
  serviceTypeId,
  expiresAt,
  start,
  from,
  to,
}: Claim): ClaimGroup => ({
  isHeld: kind === 'HELD',
  applicationId,
  serviceTypeId,
  expiresAt,
  occupied: Int32Array.of(from, to),
  starts: Int32Array.of(start),
})

const timeOf = (groups: readonly ClaimGroup[]): Intervals =>
  merged(concatenated(groups.map(({ occupied }) => occupied)))

function startsOf(
  groups: readonly ClaimGroup[],
  clock: ZoneClock,
  before: Occupancy['starts'] = new Map(),
): Occupancy['starts'] {
  const starts = new Map(before)
  for (const group of groups) {
    const key = keyOfServiceType(group)
    const own = countsByDay(group.starts, clock)
    const sameType = starts.get(key)
    starts.set(key, sameType ? concatenated([sameType, own]) : own)
  }
  return starts
}

function countsByDay(minutes: Int32Array, clock: ZoneClock): DayCounts {
  const counts = new Map<number, number>()
  for (const minute of minutes) {
    const day = dayOf(minute + clock.offsetAt(minute))
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return Int32Array.from([...counts].flat())
}

import { intervalsOf, union, type Intervals } from './intervals.ts'
import type { Minute } from './minutes.ts'

/** Time of an agent that an appointment or a hold occupies, widened to whole minutes. */
export interface Claim {
  kind: 'BOOKED' | 'RESERVED' | 'HELD'
  /** The appointment or the hold. */
  holder: { type: 'APPOINTMENT' | 'HOLD'; id: string }
  serviceTypeId?: string | undefined
  start: Minute
  /** The occupied range, buffers included. */
  from: Minute
  to: Minute
  /** When a hold ends, in milliseconds since 1970. */
  expiresAt?: number | undefined
}

/** Time in which an agent is busy according to an external calendar, widened to whole minutes. */
export interface ExternalBusy {
  from: Minute
  to: Minute
}

/** The occupied time of an agent. */
export interface Occupancy {
  /** All of it. */
  full: Intervals
  /** By appointments, also those whose agent is only reserved. */
  booked: Intervals
  held: Intervals
  /** According to external calendars. */
  external: Intervals
  /** Starts of the claims, by service type; those without one are under `''`. */
  starts: ReadonlyMap<string, readonly Minute[]>
  /** Until when this holds: the earliest expiry of a live hold in milliseconds, or Infinity. */
  validUntil: number
}

/** Whether a claim occupies its time at an instant in milliseconds; an expired one does not. */
export const isLive = (claim: Claim, now: number): boolean =>
  claim.expiresAt === undefined || now < claim.expiresAt

/**
 * The occupied time of an agent from all its claims and external busy times.
 * @param now milliseconds since 1970
 */
export function occupancyOf(
  claims: readonly Claim[],
  external: readonly ExternalBusy[],
  now: number,
): Occupancy {
  const live = claims.filter((claim) => isLive(claim, now))
  const booked = timeOf(live.filter(({ kind }) => kind !== 'HELD'))
  const held = timeOf(live.filter(({ kind }) => kind === 'HELD'))
  const elsewhere = timeOf(external)
  return {
    full: union(booked, held, elsewhere),
    booked,
    held,
    external: elsewhere,
    starts: startsOf(live),
    validUntil: Math.min(...live.map(({ expiresAt = Infinity }) => expiresAt), Infinity),
  }
}

/** The occupied time of an agent with further appointments, which need not be stored. */
export const occupancyWith = (occupancy: Occupancy, planned: readonly Claim[]): Occupancy => {
  const time = timeOf(planned)
  return {
    ...occupancy,
    full: union(occupancy.full, time),
    booked: union(occupancy.booked, time),
    starts: startsOf(planned, occupancy.starts),
  }
}

const timeOf = (ranges: readonly Pick<Claim, 'from' | 'to'>[]): Intervals =>
  intervalsOf(ranges.map(({ from, to }) => [from, to]))

function startsOf(claims: readonly Claim[], before: Occupancy['starts'] = new Map()): Occupancy['starts'] {
  const starts = new Map([...before].map(([type, minutes]) => [type, [...minutes]]))
  for (const { serviceTypeId = '', start } of claims) {
    const sameType = starts.get(serviceTypeId)
    if (sameType) sameType.push(start)
    else starts.set(serviceTypeId, [start])
  }
  return starts
}

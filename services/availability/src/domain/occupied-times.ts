import type { UnavailableReason } from '@appointments/contracts'

/** A time in which an agent is absent or occupied, in milliseconds since 1970. */
export interface OccupiedTime {
  kind: 'APPOINTMENT' | 'RESERVATION' | 'HOLD' | 'ABSENCE'
  from: number
  until: number
  /** Present for an appointment or a reservation. */
  appointmentId?: string
}

/** An agent's live claims and its exceptions as they are stored, not merged. Times are milliseconds since 1970. */
export interface StoredTimes {
  exceptions: readonly { type: 'ABSENCE' | 'EXTRA_HOURS'; from: number; until: number }[]
  claims: readonly {
    kind: 'BOOKED' | 'RESERVED' | 'HELD'
    holderType: 'APPOINTMENT' | 'HOLD'
    holderId: string
    from: number
    to: number
  }[]
}

const KINDS = { BOOKED: 'APPOINTMENT', RESERVED: 'RESERVATION', HELD: 'HOLD' } as const

/** The absences and live claims of an agent in order, not merged. */
export function occupiedTimes({ exceptions, claims }: StoredTimes): OccupiedTime[] {
  const absences = exceptions
    .filter(({ type }) => type === 'ABSENCE')
    .map(({ from, until }): OccupiedTime => ({ kind: 'ABSENCE', from, until }))
  const claimed = claims.map(({ kind, holderType, holderId, from, to }): OccupiedTime => ({
    kind: KINDS[kind],
    from,
    until: to,
    ...(holderType === 'APPOINTMENT' && { appointmentId: holderId }),
  }))
  return [...absences, ...claimed].sort((a, b) => a.from - b.from || a.until - b.until)
}

const CAUSES: Partial<Record<UnavailableReason, readonly OccupiedTime['kind'][]>> = {
  BOOKED: ['APPOINTMENT', 'RESERVATION'],
  HELD: ['HOLD'],
  ABSENT: ['ABSENCE'],
}

/** The times behind a reason; none for a reason that has no single time. */
export const causesOf = (reason: UnavailableReason, times: readonly OccupiedTime[]): OccupiedTime[] =>
  times.filter(({ kind }) => CAUSES[reason]?.includes(kind))

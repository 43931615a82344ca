import { lengthOf, type AppointmentSnapshot } from '@appointments/contracts'

/** A range of an agent's time. */
export interface Range {
  from: string
  to: string
}

/** The time that an appointment occupies, with its buffers. */
export const occupiedBy = ({
  start,
  end,
  occupied,
}: Pick<AppointmentSnapshot, 'start' | 'end' | 'occupied'>): Range => occupied ?? { from: start, to: end }

/** Durations before and after an appointment. */
export interface Buffers {
  before: string
  after: string
}

/** The time of an appointment with buffers. */
export const buffered = (
  { start, end }: { start: string; end: string },
  { before, after }: Buffers = { before: 'PT0S', after: 'PT0S' },
): Range => ({
  from: new Date(Date.parse(start) - lengthOf(before)).toISOString(),
  to: new Date(Date.parse(end) + lengthOf(after)).toISOString(),
})

/** A range with its ends in the form of stored instants, so that they compare as text. */
export const isoRange = ({ from, to }: Range): Range => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

/** What to store about the occupied time of an appointment: nothing if it has no buffers. */
export const beyond = (
  { start, end }: { start: string; end: string },
  occupied: Range,
): { occupied?: Range } => (occupied.from === start && occupied.to === end ? {} : { occupied })

/** The time that an appointment occupies after a move: its buffers keep their length. */
export function occupiedAfterMove(
  { start, end, occupied }: Pick<AppointmentSnapshot, 'start' | 'end' | 'occupied'>,
  moved: Pick<AppointmentSnapshot, 'start' | 'end'>,
): Range | undefined {
  if (!occupied) return undefined
  const later = (at: string, from: string, to: string) =>
    new Date(Date.parse(at) + Date.parse(to) - Date.parse(from)).toISOString()
  return { from: later(moved.start, start, occupied.from), to: later(moved.end, end, occupied.to) }
}

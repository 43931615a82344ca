import { partOfDay, type DayPart } from './day-minutes.ts'
import type { AgentTimes, Period } from './calendars-api.ts'

export type OffKind = 'ABSENCE' | 'HOLIDAY' | 'EXTERNAL'

/** The calendar of an agent on one day. */
export interface DayTimes {
  /** Working hours without the time off. */
  open: DayPart[]
  /** Time that an absence, a holiday or another calendar takes. */
  off: (DayPart & { kind: OffKind })[]
}

const isOff = (kind: string): kind is OffKind => ['ABSENCE', 'HOLIDAY', 'EXTERNAL'].includes(kind)
const milliseconds = ({ from, until }: Period) => ({ from: Date.parse(from), until: Date.parse(until) })

/** An agent's times on one day, without appointments, which are loaded separately. */
export const timesOn = (date: string, { open, busy }: AgentTimes, zone: string): DayTimes => ({
  open: open.flatMap((one) => partOfDay(date, milliseconds(one), zone) ?? []),
  off: busy.flatMap(({ kind, ...period }) => {
    const part = partOfDay(date, milliseconds(period), zone)
    return part && isOff(kind) ? { ...part, kind } : []
  }),
})

import type { ResponseOf, SlotDayList, SlotList, v2AdministrationOperations } from '@appointments/contracts'
import { addDays, addMonths, firstDayOf } from '../text/calendar-dates.ts'
import { send } from './send.ts'

/** The maximum number of slots in one response. */
const MOST_SLOTS = 1000

/** A time that can be booked, in milliseconds. */
export interface FreeTime {
  start: number
  end: number
}

/** A source of free times. Dates are local days of the zone. */
export interface FreeTimes {
  /** The first free time from an instant on; undefined if there is none. @throws ApiError */
  next: (zone: string, from?: number) => Promise<FreeTime | undefined>
  /** How many free times the days of a month have; days without any are left out. @throws ApiError */
  days: (month: string, zone: string) => Promise<ReadonlyMap<string, number>>
  /** The free times of a day. @throws ApiError */
  times: (date: string, zone: string) => Promise<readonly FreeTime[]>
}

/** The first free times from an instant on. */
export type NextSlots = ResponseOf<typeof v2AdministrationOperations.findNextSlots>

/**
 * Reads free times. Dates are local days of the zone, times are milliseconds since 1970.
 * @param offer what to find times for: an application with a service type and a duration, or an appointment to move
 * @param read sends the requests, with a token if the offer needs one
 */
export function createFreeTimes(
  offer: Record<string, string>,
  read: <Body>(path: string) => Promise<Body> = send,
): FreeTimes {
  const find = <Body>(what: 'days' | 'slots' | 'next', window: Record<string, string>) =>
    read<Body>(`api/v2/availability/${what}?${new URLSearchParams({ ...offer, ...window }).toString()}`)
  const timesOf = ({ slots }: Pick<SlotList, 'slots'>) =>
    slots.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
  return {
    next: async (timezone: string, from?: number) => {
      const since: Record<string, string> = from === undefined ? {} : { from: new Date(from).toISOString() }
      return timesOf(await find<NextSlots>('next', { timezone, limit: '1', ...since })).at(0)
    },
    days: async (month: string, timezone: string) => {
      const window = { from: firstDayOf(month), to: firstDayOf(addMonths(month, 1)), timezone }
      const { days } = await find<SlotDayList>('days', window)
      return new Map(days.filter(({ count }) => count > 0).map(({ date, count }) => [date, count]))
    },
    times: async (date: string, timezone: string) => {
      const window = { from: date, to: addDays(date, 1), timezone, limit: String(MOST_SLOTS) }
      return timesOf(await find<SlotList>('slots', window))
    },
  }
}

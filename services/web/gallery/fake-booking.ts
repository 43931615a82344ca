import type { Booked, BookingApi, SentCode, ServiceType } from '../src/api/booking.ts'
import type { Held } from '../src/api/holds.ts'
import type { Profile } from '../src/api/profile.ts'
import { ApiError } from '../src/api/send.ts'
import type { Entry, Steps } from '../src/customer/book/steps.ts'
import type { FreeTime, FreeTimes } from '../src/api/free-times.ts'
import { addMonths, monthOf } from '../src/text/calendar-dates.ts'
import { anAppointment, aProfile } from './fakes.ts'

const MINUTE_MS = 60_000
const HALF_HOUR_MS = 30 * MINUTE_MS

/** Next month, whose days are all in the future. */
export const nextMonth = () => addMonths(monthOf(new Date().toISOString()), 1)

export const aService = (change: Partial<ServiceType> = {}): ServiceType => ({
  id: 'advice',
  name: 'Advice on a home loan',
  names: { de: 'Beratung zur Baufinanzierung', fr: 'Conseil pour un prêt immobilier' },
  description: 'We go through your plans and your papers.',
  durations: ['PT30M'],
  channel: 'VIDEO',
  intake: [],
  ...change,
})

/** Half hours from 09:00 on in Berlin, in winter and in summer. */
const timesOn = (date: string): FreeTime[] =>
  [9, 9.5, 10, 11, 13, 14.5, 16, 18].map((hour) => {
    const start = Date.parse(`${date}T00:00:00Z`) + (hour - 1) * 60 * MINUTE_MS
    return { start, end: start + HALF_HOUR_MS }
  })

const daysOf = (month: string) =>
  new Map([3, 4, 5, 10, 11, 12, 17, 19, 24, 26].map((day) => [`${month}-${String(day).padStart(2, '0')}`, 8]))

export const aBooked = (change: Partial<Booked> = {}): Booked => {
  const [first = { start: 0, end: 0 }] = timesOn(`${nextMonth()}-03`)
  return {
    ...anAppointment(),
    start: new Date(first.start).toISOString(),
    end: new Date(first.end).toISOString(),
    participants: [
      { id: 'agent-7', type: 'AGENT', displayName: 'Ben Okoye' },
      { id: 'p-1', type: 'CUSTOMER' },
    ],
    links: { manage: 'https://service.example/manage/ticket', join: 'https://service.example/join/ticket' },
    ...change,
  }
}

const heldFor = (minutes: number): Held => {
  const until = Date.now() + minutes * MINUTE_MS
  return { id: 'hold_1', until, extendableUntil: until + 10 * MINUTE_MS }
}

/** A code that was sent; another one can be sent after `resendInMs`. */
export const aCode = (resendInMs: number): SentCode => ({
  id: 'v-1',
  validUntil: Date.now() + 10 * MINUTE_MS,
  resendAt: Date.now() + resendInMs,
})

/** Responses of the API that replace those of a usual booking. An error is thrown; a `pending` response never arrives. */
export interface FakeBooking {
  profile?: Profile | ApiError
  services?: ServiceType[] | undefined | ApiError
  next?: FreeTime | undefined
  days?: ReadonlyMap<string, number> | ApiError | 'pending'
  times?: readonly FreeTime[] | ApiError | 'pending'
  /** Whether another customer has booked the chosen time. */
  isTaken?: boolean | 'pending'
  /** Length of a hold in minutes. */
  hold?: number | ApiError
  /** Responses to requests for a code, one after the other; the last one is repeated. */
  sent?: SentCode | ApiError | (SentCode | ApiError)[]
  /** Responses to bookings, one after the other; the last one is repeated. */
  booked?: Booked | ApiError | 'pending' | (Booked | ApiError)[]
  entry?: Partial<Entry>
}

function settle<Result>(result: Result | ApiError | 'pending'): Promise<Result> {
  if (result === 'pending') return new Promise(() => undefined)
  return result instanceof ApiError ? Promise.reject(result) : Promise.resolve(result)
}

/** A fake API of the booking page. */
export function aBookingApi(fake: FakeBooking = {}): BookingApi {
  const first = 'next' in fake ? fake.next : timesOn(`${nextMonth()}-03`)[0]
  const bookings = [fake.booked ?? aBooked()].flat()
  let isChosen = false
  const codes = [fake.sent ?? aCode(HALF_HOUR_MS)].flat()
  return {
    profile: () => settle(fake.profile ?? { ...aProfile(), timezone: 'Europe/Berlin' }),
    services: () => settle('services' in fake ? fake.services : [aService()]),
    freeTimes: (): FreeTimes => ({
      next: (_zone, from = 0) => settle(first && first.start >= from ? first : undefined),
      days: (month) =>
        settle(fake.days ?? (month === nextMonth() ? daysOf(month) : new Map<string, number>())),
      times: (date) => {
        if (isChosen && fake.isTaken === 'pending') return settle<readonly FreeTime[]>('pending')
        return settle(fake.times ?? (isChosen && fake.isTaken === true ? [] : timesOn(date)))
      },
    }),
    holds: () => ({
      hold: () => {
        isChosen = true
        return settle(fake.hold instanceof ApiError ? fake.hold : heldFor(fake.hold ?? 5))
      },
      extend: () => settle(heldFor(5)),
      release: () => Promise.resolve(),
    }),
    verifyCode: () => Promise.resolve(),
    calendarFile: () => Promise.resolve(new Blob()),
    sendCode: () => settle<SentCode>((codes.length > 1 ? codes.shift() : codes[0]) ?? aCode(HALF_HOUR_MS)),
    book: () => settle<Booked>((bookings.length > 1 ? bookings.shift() : bookings[0]) ?? aBooked()),
  }
}

/** A browser history in which the visitor never goes back. */
export const fakeSteps = ({ serviceTypeId, day }: Partial<Entry> = {}): Steps => ({
  initial: () => ({ serviceTypeId, day }),
  push: () => undefined,
  replace: () => undefined,
  listen: () => undefined,
})

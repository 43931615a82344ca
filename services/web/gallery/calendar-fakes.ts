import type { Appointment, Presence } from '../src/desk/api/shapes.ts'
import type {
  Absence,
  Affected,
  AgentEntry,
  AgentTimes,
  CalendarsApi,
} from '../src/desk/calendar/calendars-api.ts'
import { dayOf, startOf } from '../src/desk/day.ts'
import { addDays, firstWeekday, weekAround } from '../src/text/calendar-dates.ts'
import { pageLocale } from '../src/text/words.ts'
import { aBooking } from './a-booking.ts'

const ZONE = 'Europe/Berlin'
const HOUR_MS = 3_600_000

/** Today, in the zone of the gallery. */
export const today = (): string => dayOf(Date.now(), ZONE)
const inWeek = (index: number): string => weekAround(today(), firstWeekday(pageLocale()))[index] ?? today()
/** @param hour of a day on which the clocks do not change; 9.5 is half past nine */
const at = (date: string, hour: number): string =>
  new Date(startOf(date, ZONE) + hour * HOUR_MS).toISOString()

/** An appointment at a time of a day. */
export function bookingAt(
  name: string,
  date: string,
  hour: number,
  change: Partial<Appointment> = {},
  hours = 0.5,
): Appointment {
  return { ...aBooking(name, 0), start: at(date, hour), end: at(date, hour + hours), ...change }
}

/** The appointments of Ben in this week. */
export const aWeek = (): Appointment[] => [
  bookingAt('Ada Lovelace', inWeek(0), 9),
  bookingAt('Alan Turing', inWeek(0), 9.5, { title: 'Savings plan' }, 1),
  bookingAt('Grace Hopper', inWeek(1), 10.25, { outcome: 'COMPLETED' }, 0.25),
  bookingAt('Katherine Johnson', inWeek(1), 10.5, { outcome: 'NO_SHOW' }),
  bookingAt('Barbara Liskov', inWeek(2), 14, {}, 2),
  bookingAt('Edsger Dijkstra', inWeek(2), 14.5, { state: 'ACTIVATED' }),
  bookingAt('Margaret Heafield Hamilton-Strasburger', inWeek(3), 11, {}, 1.5),
  bookingAt('Donald Knuth', inWeek(4), 16.5),
]

/** An appointment from the second to the fourth day of this week. */
export const threeDays = (): Appointment[] => [bookingAt('Grace Hopper', inWeek(1), 10, {}, 47)]

const people: [string, string][] = [
  ['anna', 'Anna Schmidt'],
  ['ben', 'Ben Okoye'],
  ['carla', 'Carla Mendes'],
  ['agent-7', ''],
]
const entryOf = ([id, displayName]: [string, string]): AgentEntry => ({
  id,
  ...(displayName !== '' && { displayName }),
  managesOwnAbsence: id === 'ben',
})

/** Appointments of several agents today. @param inCall the presence of the customer whose agent is in the room */
export function aTeamDay(inCall: Presence = 'JOINED'): Appointment[] {
  const of = (index: number, state?: Presence, customerState?: Presence): Partial<Appointment> => {
    const [id = '', displayName = ''] = people[index] ?? []
    return {
      organizer: { id, type: 'AGENT', displayName },
      participants: [
        { id, type: 'AGENT', displayName, ...(state && { state }) },
        {
          id: `c-${id}`,
          type: 'CUSTOMER',
          displayName: `Customer of ${displayName}`,
          ...(customerState && { state: customerState }),
        },
      ],
      ...(customerState && { state: 'ACTIVATED' }),
    }
  }
  return [
    bookingAt('One', today(), 9, { ...of(0), id: 'a-1', outcome: 'COMPLETED' }),
    bookingAt('Two', today(), 10, { ...of(0, 'JOINED', inCall), id: 'a-2' }, 1),
    bookingAt('Three', today(), 11, { ...of(0, undefined, 'WAITING'), id: 'a-3' }),
    bookingAt('Four', today(), 9.25, { ...of(1), id: 'a-4' }, 0.25),
    bookingAt('Five', today(), 9.5, { ...of(1), id: 'a-5' }),
    bookingAt('Six', today(), 15, { ...of(1), id: 'a-6', outcome: 'NO_SHOW' }, 1),
    bookingAt('Seven', today(), 13, { ...of(3), id: 'a-7' }),
  ]
}

/** Time off on the first afternoon, a meeting on the second day, and a holiday on the fifth. */
function timesOf(agentId: string, from: string): AgentTimes {
  const first = dayOf(Date.parse(from), ZONE)
  const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
  const open = Array.from({ length: 7 }, (_, index) => addDays(first, index)).flatMap((date, index) => {
    if (isWeekend(date) || index === 4) return []
    const morning = { from: at(date, 9), until: at(date, 12.5) }
    return [morning, { from: at(date, 13.25), until: at(date, index === 0 ? 15 : 17) }]
  })
  const [second, fifth] = [addDays(first, 1), addDays(first, 4)]
  return {
    agentId,
    open,
    busy: [
      { kind: 'APPOINTMENT', from: at(first, 9), until: at(first, 9.5) },
      { kind: 'ABSENCE', from: at(first, 15), until: at(first, 18) },
      { kind: 'EXTERNAL', from: at(second, 13), until: at(second, 14) },
      { kind: 'HOLIDAY', from: at(fifth, 9), until: at(fifth, 17) },
    ],
  }
}

export const ABSENCE = 'absence-1'
export const affectedAppointments = (): Appointment[] => [
  bookingAt('Ada Lovelace', addDays(today(), 1), 9),
  bookingAt('Alan Turing', addDays(today(), 1), 11, {
    organizer: { id: 'carla', type: 'AGENT', displayName: 'Carla Mendes' },
  }),
  bookingAt('Grace Hopper', addDays(today(), 1), 14, { state: 'CANCELLED' }),
  bookingAt('Katherine Johnson', addDays(today(), 5), 15),
]
const affectedOf = ({ id, start, end }: Appointment): Affected => ({
  appointmentId: id,
  applicationId: 'bank',
  agentId: 'ben',
  start: id.includes('Johnson') ? at(addDays(today(), 1), 15) : start,
  end,
  timezone: ZONE,
  kind: 'ASSIGNED',
  reasons: ['ABSENT'],
})

const someAbsences = (): Absence[] => [
  { id: 'days', from: `${today()}T00:00`, until: `${addDays(today(), 3)}T00:00`, reason: 'Ill' },
  { id: 'hours', from: at(addDays(today(), 7), 9), until: at(addDays(today(), 7), 12) },
]

/** Fake requests about agents and their hours. */
export const someCalendars = (change: Partial<CalendarsApi> = {}): CalendarsApi => ({
  agent: (id) => Promise.resolve(entryOf(people.find((one) => one[0] === id) ?? [id, ''])),
  members: () => Promise.resolve({ agents: people.map(entryOf), hasMore: false }),
  times: (_application, ids, { from }) => Promise.resolve(ids.map((id) => timesOf(id, from))),
  addAbsence: () => Promise.resolve({ id: ABSENCE, affected: 0 }),
  absences: () => Promise.resolve(someAbsences()),
  removeAbsence: () => Promise.resolve(undefined),
  affected: () =>
    Promise.resolve({
      content: affectedAppointments().map(affectedOf),
      total: affectedAppointments().length,
    }),
  ...change,
})

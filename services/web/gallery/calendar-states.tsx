import type { DeskApi } from '../src/desk/api/desk-api.ts'
import type { Appointment } from '../src/desk/api/shapes.ts'
import type { CalendarsApi } from '../src/desk/calendar/calendars-api.ts'
import {
  ABSENCE,
  affectedAppointments,
  aTeamDay,
  aWeek,
  bookingAt,
  someCalendars,
  threeDays,
  today,
} from './calendar-fakes.ts'
import { desk, failing, remembering } from './desk-states.tsx'
import { addDays } from '../src/text/calendar-dates.ts'
import type { State } from './state.ts'
import { pressIn, type } from './steps.ts'

interface Given {
  found?: () => Appointment[]
  calendars?: Partial<CalendarsApi>
  api?: Partial<DeskApi>
}

const api = ({ found = aWeek, calendars = {}, api: more = {} }: Given): Partial<DeskApi> => ({
  search: () => Promise.resolve({ content: found() }),
  calendars: someCalendars(calendars),
  ...more,
})
const week = (given: Given = {}, query: Record<string, string> = {}, then?: State['then']) =>
  desk({ view: 'week', query }, { api: api(given) }, then)
const ownWeek = (given: Given = {}, then?: State['then']) =>
  desk({ view: 'week' }, { api: api(given), roles: ['ROLE_AGENT'] }, then)
const team = (given: Given = {}, query: Record<string, string> = {}, then?: State['then']) =>
  desk({ view: 'team', query }, { api: api({ found: aTeamDay, ...given }) }, then)
const affected = (given: Given = {}, then?: State['then']) =>
  desk(
    { view: 'team', query: { absence: ABSENCE, agent: 'ben' } },
    { api: api({ found: affectedAppointments, ...given }) },
    then,
  )

const busyDay = () =>
  Array.from({ length: 24 }, (_, index) =>
    bookingAt(`Customer ${index}`, today(), 7 + Math.floor(index / 2) * 0.75, { id: `a-${index}` }),
  )
const overMidnight = () => [
  bookingAt('Grace Hopper', today(), 23.5, {}, 1),
  bookingAt('Ada Lovelace', addDays(today(), -1), 23.5, {}, 1),
]
const manyAgents: Partial<CalendarsApi> = {
  members: () =>
    Promise.resolve({
      agents: Array.from({ length: 25 }, (_, index) => ({
        id: `agent-${index}`,
        displayName: `Agent ${index}`,
      })),
      hasMore: true,
    }),
}
/** Working hours all day, so that they always include the current time. */
const atNight: Partial<CalendarsApi> = {
  times: (_application, ids, { from, to }) =>
    Promise.resolve(ids.map((agentId) => ({ agentId, open: [{ from, until: to }], busy: [] }))),
}
const offline = failing(503)
const inDialog = (selector: string, index = 0) => pressIn(`dialog ${selector}`, index)
const addAbsence = (index = 0) => pressIn('[name=absence]', index)
const submit = () => inDialog('.button.main')

/** Every state of the week, the team, and absences. */
export const calendarStates: Record<string, State> = {
  'desk/week': week(),
  'desk/week of an agent': ownWeek(),
  'desk/week of a chosen agent': week({}, { agent: 'anna' }),
  'desk/week with a night': ownWeek({ found: overMidnight }),
  'desk/week with an appointment of three days': ownWeek({ found: threeDays }),
  'desk/week without appointments': ownWeek({ found: () => [] }),
  'desk/week with many appointments': ownWeek({ found: busyDay }),
  'desk/week with nights': ownWeek({ calendars: atNight }),
  'desk/week of another year': week({ found: () => [] }, { day: '2027-01-02' }),
  'desk/week is loading': week({ api: { search: () => new Promise<never>(() => undefined) } }),
  'desk/week cannot be read': week({ api: { search: offline }, calendars: { times: offline } }),
  'desk/week without hours': ownWeek({ calendars: { times: offline, agent: offline } }),
  'desk/week of a person who is not in the directory': ownWeek({
    calendars: { times: failing(404), agent: failing(404) },
  }),
  'desk/week of nobody': desk({ view: 'week' }, { api: api({}), roles: ['ROLE_SUPERVISOR'] }),
  'desk/week, an agent is picked': week({}, {}, async () => {
    await pressIn('#agent-chosen')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }),
  'desk/week, own absence': ownWeek({}, () => addAbsence()),
  'desk/week, own absence added': ownWeek(
    { calendars: { addAbsence: () => Promise.resolve({ id: ABSENCE, affected: 3 }) } },
    async () => {
      await addAbsence()
      await submit()
    },
  ),
  'desk/week without absences': ownWeek({ calendars: { absences: () => Promise.resolve([]) } }),
  'desk/week, absences cannot be read': ownWeek({ calendars: { absences: offline } }),
  'desk/week, an absence is removed': ownWeek({}, () => pressIn('[name=remove-absence]')),
  'desk/absence is being removed': ownWeek(
    { calendars: { removeAbsence: () => new Promise<never>(() => undefined) } },
    async () => {
      await pressIn('[name=remove-absence]')
      await inDialog('.button.danger')
    },
  ),
  'desk/week, an absence cannot be removed': ownWeek(
    { calendars: { removeAbsence: failing(404, 'EXCEPTION_NOT_FOUND') } },
    async () => {
      await pressIn('[name=remove-absence]')
      await inDialog('.button.danger')
    },
  ),
  'desk/team': team(),
  'desk/team at night': team({ calendars: atNight }),
  'desk/team after a night': team({ found: overMidnight }, { day: addDays(today(), 1) }),
  'desk/team, a customer has left': team({ found: () => aTeamDay('LEFT') }),
  'desk/team by team': team({}, { team: 'north' }),
  'desk/team without appointments': team({ found: () => [] }),
  'desk/team without agents': team({
    calendars: { members: () => Promise.resolve({ agents: [], hasMore: false }) },
  }),
  'desk/team with many agents': team({ calendars: manyAgents }),
  'desk/team without hours': team({ calendars: { times: offline } }),
  'desk/team cannot be read': team({ calendars: { members: offline } }),
  'desk/team is loading': team({ calendars: { members: () => new Promise<never>(() => undefined) } }),
  'desk/team for an agent': desk({ view: 'team' }, { roles: ['ROLE_AGENT'] }),
  'desk/absence with times': team({}, {}, async () => {
    await addAbsence(1)
    await inDialog('[name=whole]')
  }),
  'desk/absence with faults': team({}, {}, async () => {
    await addAbsence(1)
    await type('absence-lastDay', '2000-01-01')
    await submit()
  }),
  'desk/absence rejected': team({ calendars: { addAbsence: failing(403, 'FORBIDDEN') } }, {}, async () => {
    await addAbsence(1)
    await submit()
  }),
  'desk/affected appointments': affected(),
  'desk/no affected appointments': affected({
    calendars: { affected: () => Promise.resolve({ content: [], total: 0 }) },
  }),
  'desk/affected appointments cannot be read': affected({ calendars: { affected: offline } }),
  'desk/affected appointment has been reassigned': remembering(() => {
    const organizer = { id: 'carla', type: 'AGENT' as const, displayName: 'Carla Mendes' }
    let found = affectedAppointments()
    const reassign = (before: Appointment) => {
      const after = { ...before, version: before.version + 1, organizer }
      found = found.map((one) => (one.id === before.id ? after : one))
      return Promise.resolve(after)
    }
    const appointment = (id: string) => Promise.resolve(found.find((one) => one.id === id)!)
    return affected({ found: () => found, api: { reassign, appointment } }, async () => {
      await pressIn('[name=reassign]')
      await inDialog('input[type=radio]')
      await submit()
    })
  }),
  'desk/affected appointment is reassigned': affected({}, async () => {
    await pressIn('[name=reassign]')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }),
}

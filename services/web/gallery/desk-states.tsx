import { ApiError } from '../src/api/send.ts'
import type { DeskApi } from '../src/desk/api/desk-api.ts'
import { TeamTooLarge } from '../src/desk/api/team-too-large.ts'
import type { Appointment, Role } from '../src/desk/api/shapes.ts'
import { DeskPage } from '../src/desk/desk-page.tsx'
import { Entrance } from '../src/desk/entrance.tsx'
import { dayOf } from '../src/desk/day.ts'
import { place, visits } from '../src/desk/place.ts'
import type { SessionState } from '../src/desk/session/session.ts'
import { addDays } from '../src/text/calendar-dates.ts'
import { instantsOf } from '../src/text/zoned-time.ts'
import { aBooking, instantIn } from './a-booking.ts'
import {
  aContent,
  aDay,
  aDesk,
  aDeskApi,
  aLive,
  aMe,
  aPlannedLetter,
  aSignIn,
  aTimeline,
  someLetters,
  somePeople,
} from './desk-fakes.ts'
import { anError } from './fakes.ts'
import type { State } from './state.ts'
import { drawn, pressIn, type, untilFound } from './steps.ts'

interface Where {
  view?: string
  id?: string
  query?: Record<string, string>
  words?: string
}
interface What {
  api?: Partial<DeskApi>
  roles?: Role[]
  isLost?: boolean
  /** Time zone of the applications. */
  timezone?: string
}

const ZONE = 'Europe/Berlin'

const at = ({ view = 'today', id, query = {}, words = '' }: Where) => {
  place.value = { view, id, query: new URLSearchParams(query), words }
  visits.value = 0
}
/** Waits until the view is loaded and has read its content. */
const settled = async () => {
  await untilFound(() => document.querySelector('h1'), 'heading')
  for (let turns = 0; turns < 4; turns++) await drawn()
}

export const desk = (
  where: Where,
  { api = {}, roles = [], isLost = false, timezone }: What = {},
  then?: State['then'],
): State => ({
  draw: () => {
    at(where)
    const me = aMe(...roles)
    const applications = me.applications.map((one) => ({
      ...one,
      ...(timezone !== undefined && { timezone }),
    }))
    return <DeskPage desk={aDesk(aDeskApi(api), aLive(isLost), { ...me, applications })} />
  },
  then: async () => {
    await settled()
    if (!then) return
    await then()
    await settled()
  },
  isQuiet: then === undefined,
})
const door = (state: SessionState, api: Partial<DeskApi> = {}, then?: State['then']): State => ({
  draw: () => {
    at({})
    return <Entrance session={aSignIn(state)} api={aDeskApi(api)} openLive={() => aLive()} />
  },
  then: async () => {
    await settled()
    if (!then) return
    await then()
    await settled()
  },
  isQuiet: then === undefined && state !== 'ended',
})

/** Other people book while this person works in the list. @param inList selector of the element with the focus */
function withNews(where: Where, inList: string, then?: State['then']): State {
  const live = aLive()
  let shown: Appointment[] = []
  return {
    draw: () => {
      at(where)
      shown = aDay()
      const search = () => Promise.resolve({ content: shown })
      return <DeskPage desk={aDesk(aDeskApi({ search }), live)} />
    },
    then: async () => {
      const row = await untilFound(() => document.querySelector<HTMLElement>(inList), inList)
      row.focus()
      const news = manyBookings(3)
      shown = [...shown, ...news]
      for (const appointment of news)
        live.tell({
          kind: 'change',
          change: {
            type: 'APScheduledEvent',
            appointmentId: appointment.id,
            version: appointment.version,
            at: instantIn(0),
            changed: [],
            inScope: true,
            appointment,
          },
        })
      // the desk gathers changes for a moment before it reads them
      await new Promise((resolve) => setTimeout(resolve, 400))
      await settled()
      if (!then) return
      await then()
      await settled()
    },
  }
}

/** A state whose API remembers changes. Each drawing gets a new API. */
export function remembering(make: () => State): State {
  let state = make()
  return {
    draw: () => {
      state = make()
      return state.draw()
    },
    then: () => state.then?.() ?? Promise.resolve(),
  }
}
/** An appointment that an action changes. */
function changing(name: 'cancel' | 'accept', after: Partial<Appointment>, then: () => Promise<void>): State {
  return remembering(() => {
    let now = aBooking('Ada Lovelace', 60)
    return record(
      {
        api: {
          appointment: () => Promise.resolve(now),
          [name]: () => {
            now = { ...now, version: now.version + 1, ...after }
            return Promise.resolve(now)
          },
        },
      },
      then,
    )
  })
}

const manyBookings = (count: number): Appointment[] =>
  Array.from({ length: count }, (_, index) => aBooking(`Customer ${index + 1}`, 30 + index))

const record = (what: What = {}, then?: State['then']) =>
  desk({ view: 'appointments', id: 'a-Ada-Lovelace' }, what, then)
const one = (change: Parameters<typeof aBooking>[2], minutes = 60) => ({
  appointment: () => Promise.resolve(aBooking('Ada Lovelace', minutes, change)),
})
export const failing =
  (status: number, code = '') =>
  () =>
    Promise.reject(anError(status, code))
/** Presses an action of the appointment. */
const act = (name: 'move' | 'reassign' | 'cancel') => () => pressIn(`[name=${name}]`)
const inDialog = (selector: string, index = 0) => pressIn(`dialog ${selector}`, index)

const outside = () =>
  Promise.reject(new ApiError(409, 'OUTSIDE_AVAILABILITY', { reasons: ['CLOSED', 'HOLIDAY'] }))
/** Moves to a time that is typed. */
const moveToAnyTime = async () => {
  await act('move')()
  await inDialog('[name=other-time]')
  await inDialog('.button.main')
}
/** The next day on which the clocks in Berlin show 02:30 twice, or not at all. */
const nightWith = (count: 0 | 2): string => {
  const days = Array.from({ length: 372 }, (_, index) => addDays(dayOf(Date.now(), ZONE), index + 1))
  return days.find((date) => instantsOf({ date, time: '02:30' }, ZONE).length === count) ?? ''
}
/** An appointment that starts at the last instant with this local time. */
const atWallTime = (date: string, time: string) => {
  const start = instantsOf({ date, time }, ZONE).at(-1) ?? 0
  return one({ start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() })
}
const typeTime = async (time: string) => {
  await drawn()
  const field = await untilFound(
    () => document.querySelector<HTMLInputElement>('dialog input[type=time]'),
    'field for the time',
  )
  field.focus()
  field.value = time
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await drawn()
}
/** Gives the appointment to the first agent. */
const reassign = async () => {
  await act('reassign')()
  await inDialog('input[type=radio]')
  await inDialog('.button.main')
}
/** Opens the dialog for a booking. */
const openBooking = async () => {
  await pressIn('[name=book]')
  await settled()
}
const choose = async (selector: string, value: string) => {
  await drawn()
  const select = await untilFound(() => document.querySelector<HTMLSelectElement>(selector), selector)
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await drawn()
}

/** Another person has changed the appointment. The desk detects this only when it sends its own change. */
const changedMeanwhile: Partial<DeskApi> = {
  ...one({ version: 4, participants: aDay()[0]!.participants }),
  cancel: failing(412, 'VERSION_MISMATCH'),
  timeline: () =>
    Promise.resolve({
      content: [
        {
          id: 't-5',
          at: instantIn(-1),
          type: 'APRescheduledEvent',
          version: 5,
          actor: { id: 'max', displayName: 'Max Weber', role: 'ROLE_SUPERVISOR', via: 'API' },
          changed: [{ name: 'start', from: instantIn(60), to: instantIn(120) }],
        },
        ...aTimeline(),
      ],
    }),
}

/** Opens the content of a message. */
const letter = (api: Partial<DeskApi> = {}, index = 2) =>
  desk({ view: 'messages' }, { api }, () => pressIn('[name=content]', index))
/** Corrects the address of a message. */
const correction = (api: Partial<DeskApi> = {}, index = 0, then?: () => Promise<void>) =>
  desk({ view: 'messages' }, { api: { ...one({}), ...api } }, async () => {
    await pressIn('[name=correct]', index)
    await settled()
    await then?.()
  })
const correctNow = async () => {
  await type('correct-address', 'ada@example.org')
  await inDialog('.button.main')
}
const limited = () => Promise.reject(new ApiError(429, 'RATE_LIMITED', undefined, Date.now() + 3_600_000))

/** Every state of the desk. */
export const deskStates: Record<string, State> = {
  'desk/signed out': door('out'),
  'desk/sign-in fails': door('failed'),
  'desk/signed in for another window': door('handedOver'),
  'desk/session ended': door('ended'),
  'desk/session ended, window blocked': door('ended', {}, () => pressIn('dialog .button')),
  'desk/no applications': door('in', { me: () => Promise.resolve({ ...aMe(), applications: [] }) }),
  'desk/who is signed in is not known': door('in', { me: failing(503) }),
  'desk/today': desk({}),
  'desk/today of an agent': desk({}, { roles: ['ROLE_AGENT'] }),
  'desk/nothing today': desk({}, { api: { search: () => Promise.resolve({ content: [] }) } }),
  'desk/today with an appointment of three days': desk(
    {},
    {
      api: {
        search: () =>
          Promise.resolve({
            content: [aBooking('Grace Hopper', -24 * 60, { end: instantIn(48 * 60) })],
          }),
      },
    },
  ),
  'desk/today is loading': desk({}, { api: { search: () => new Promise<never>(() => undefined) } }),
  'desk/today cannot be read': desk({}, { api: { search: failing(503) } }),
  'desk/not live': desk({}, { isLost: true }),
  'desk/today in another time zone': desk({}, { timezone: 'America/New_York' }),
  'desk/today, new appointments wait': withNews({}, 'main li a'),
  'desk/much is done today': desk(
    {},
    {
      api: {
        search: () =>
          Promise.resolve({
            content: Array.from({ length: 9 }, (_, index) =>
              aBooking(`Customer ${index}`, -300 + index, { outcome: 'COMPLETED' }),
            ),
          }),
      },
    },
  ),
  'desk/today, the room does not open': desk({}, { api: { room: failing(503, 'ROOM_UNAVAILABLE') } }, () =>
    pressIn('li .button'),
  ),
  'desk/appointments are loading': desk(
    { view: 'appointments' },
    { api: { search: () => new Promise<never>(() => undefined) } },
  ),
  'desk/appointments cannot be read': desk({ view: 'appointments' }, { api: { search: failing(503) } }),
  'desk/many appointments': desk(
    { view: 'appointments' },
    { api: { search: () => Promise.resolve({ content: manyBookings(50), nextCursor: 'y' }) } },
  ),
  'desk/appointments with a long name': desk(
    { view: 'appointments' },
    {
      api: {
        search: () => Promise.resolve({ content: [aBooking('Wolfeschlegel'.repeat(6), 30), ...aDay()] }),
      },
    },
  ),
  'desk/appointments, new ones wait': withNews({ view: 'appointments' }, 'tbody a'),
  'desk/appointments, new ones are shown': withNews({ view: 'appointments' }, 'tbody a', () =>
    pressIn('[name=fresh]'),
  ),
  'desk/appointments in another time zone': desk({ view: 'appointments' }, { timezone: 'Asia/Kolkata' }),
  'desk/unknown page': desk({ view: 'nothing' }),
  'desk/appointments': desk({ view: 'appointments' }),
  'desk/appointments with more pages': desk(
    { view: 'appointments', query: { after: 'x' } },
    { api: { search: () => Promise.resolve({ content: aDay(), nextCursor: 'y' }) } },
  ),
  'desk/appointments found by words': desk({ view: 'appointments', query: { period: 'all' }, words: 'Ada' }),
  'desk/appointments between two days': desk({
    view: 'appointments',
    query: { period: 'between', agent: 'ben' },
  }),
  'desk/appointments of a team that is too large': desk(
    { view: 'appointments', query: { team: 'north' } },
    { api: { teamAgents: () => Promise.reject(new TeamTooLarge()) } },
  ),
  'desk/no appointments match': desk(
    { view: 'appointments', query: { state: 'CANCELLED' } },
    { api: { search: () => Promise.resolve({ content: [] }) } },
  ),
  'desk/appointments of an agent who is picked': desk({ view: 'appointments' }, {}, async () => {
    // on a small screen the filters are folded
    document.querySelector('main details')?.setAttribute('open', '')
    await pressIn('#agent-chosen')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }),
  'desk/appointment': record(),
  'desk/appointment with long texts': record({
    api: one({
      title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft '.repeat(2),
      notes: 'Please have the last three statements ready.\nThe customer prefers mornings.',
      timezone: 'America/New_York',
      place: { channel: 'IN_PERSON', text: 'https://example.com/'.padEnd(150, 'abcdefghij/') },
    }),
  }),
  'desk/appointment that waits for an agent': record({
    api: {
      appointment: () => {
        const { organizer: _, ...rest } = aBooking('Ada Lovelace', 600, {
          assignment: { state: 'PENDING', queueId: 'loans', dueAt: instantIn(540) },
        })
        return Promise.resolve(rest)
      },
    },
  }),
  'desk/appointment that no agent could be assigned to': record({
    api: {
      appointment: () => {
        const { organizer: _, ...rest } = aBooking('Ada Lovelace', 600, {
          assignment: { state: 'FAILED', queueId: 'loans' },
        })
        return Promise.resolve(rest)
      },
    },
  }),
  'desk/appointment cancelled': record({
    api: one({
      state: 'CANCELLED',
      cancellation: { at: instantIn(-30), byRole: 'ROLE_CUSTOMER', reason: 'I am ill.' },
      notificationsActive: false,
    }),
  }),
  'desk/appointment of a colleague': record({ roles: ['ROLE_AGENT'], api: { appointment: failing(403) } }),
  'desk/appointment does not exist': record({ api: { appointment: failing(404) } }),
  'desk/appointment, some parts fail': record({
    api: { people: failing(503), timeline: failing(503), messageSteps: failing(503) },
  }),
  'desk/appointment seen by an administrator': record({ roles: ['ROLE_CLIENT_SERVICE'] }),
  'desk/move among free times': record({}, act('move')),
  'desk/move, the day of the next free time': record({}, async () => {
    await act('move')()
    await inDialog('.button')
  }),
  'desk/move, no free times': record(
    { api: { freeTimes: () => ({ ...aDeskApi().freeTimes(''), times: () => Promise.resolve([]) }) } },
    act('move'),
  ),
  'desk/move without a calendar': record(
    { api: { freeTimes: () => ({ ...aDeskApi().freeTimes(''), times: failing(404) }) } },
    act('move'),
  ),
  'desk/move, free times not loaded': record(
    { api: { freeTimes: () => ({ ...aDeskApi().freeTimes(''), times: failing(503) }) } },
    act('move'),
  ),
  'desk/move, nothing chosen': record({}, async () => {
    await act('move')()
    await inDialog('.button.main')
  }),
  'desk/move, why a time is not offered': record({}, async () => {
    await act('move')()
    await inDialog('[name=other-time]')
    await inDialog('[name=why]')
  }),
  'desk/move, why a time is not known': record({ api: { check: failing(503) } }, async () => {
    await act('move')()
    await inDialog('[name=other-time]')
    await inDialog('[name=why]')
  }),
  'desk/move, outside the calendar': record({ api: { move: outside } }, moveToAnyTime),
  'desk/move, outside the calendar, which the person may not override': record(
    { roles: ['ROLE_AGENT'], api: { move: outside } },
    moveToAnyTime,
  ),
  'desk/move in the hour that comes twice': record({ api: atWallTime(nightWith(2), '02:30') }, async () => {
    await act('move')()
    await inDialog('[name=other-time]')
  }),
  'desk/move to a time that the clocks skip': record({ api: atWallTime(nightWith(0), '04:30') }, async () => {
    await act('move')()
    await inDialog('[name=other-time]')
    await typeTime('02:30')
    await inDialog('.button.main')
  }),
  'desk/reassign': record({}, async () => {
    await act('reassign')()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }),
  'desk/reassign, the chosen agent does not match': record({}, async () => {
    await act('reassign')()
    await inDialog('input[type=radio]', 1)
    await type('new-agent', 'Carla')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }),
  'desk/reassign, outside the calendar': record({ api: { reassign: outside } }, reassign),
  'desk/reassign, outside the calendar, which the person may not override': record(
    { roles: ['ROLE_AGENT'], api: { reassign: outside } },
    reassign,
  ),
  'desk/reassign, the agent is booked': record({ api: { reassign: failing(409, 'SLOT_TAKEN') } }, reassign),
  'desk/reassign, agents not loaded': record({ api: { agents: failing(503) } }, async () => {
    await act('reassign')()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }),
  'desk/cancel': record({}, act('cancel')),
  'desk/cancelled at this desk': changing(
    'cancel',
    { state: 'CANCELLED', cancellation: { at: instantIn(0), byRole: 'ROLE_AGENT' } },
    async () => {
      await act('cancel')()
      await inDialog('.button.main, .button.danger')
    },
  ),
  'desk/accepted at this desk': changing(
    'accept',
    { interaction: { state: 'ACCEPTED', properties: {} } },
    () => pressIn('[name=accept]'),
  ),
  'desk/cancelling': record({}, async () => {
    await act('cancel')()
    await inDialog('.button')
  }),
  'desk/cancel, changed meanwhile': record({ api: changedMeanwhile }, async () => {
    await act('cancel')()
    await inDialog('.button')
  }),
  'desk/cancel, no response': record({ api: { cancel: failing(0) } }, async () => {
    await act('cancel')()
    await inDialog('.button')
  }),
  'desk/book': desk({}, {}, () => pressIn('[name=book]')),
  'desk/book without services': desk({}, { api: { serviceTypes: () => Promise.resolve([]) } }, () =>
    pressIn('[name=book]'),
  ),
  'desk/book, services not loaded': desk({}, { api: { serviceTypes: failing(503) } }, openBooking),
  'desk/book, free times not loaded': desk(
    {},
    { api: { offeredTimes: () => ({ ...aDeskApi().freeTimes(''), times: failing(503) }) } },
    openBooking,
  ),
  'desk/book with an agent': desk({}, {}, async () => {
    await openBooking()
    await choose('dialog select:has([value=agent])', 'agent')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }),
  'desk/book in the hour that comes twice': desk({}, {}, async () => {
    await openBooking()
    await inDialog('[name=other-time]')
    await choose('#time-day', nightWith(2))
    await typeTime('02:30')
  }),
  'desk/book at a time that the clocks skip': desk({}, {}, async () => {
    await openBooking()
    await inDialog('[name=other-time]')
    await choose('#time-day', nightWith(0))
    await typeTime('02:30')
    await inDialog('.button.main')
  }),
  'desk/book, why a time is not offered': desk({}, {}, async () => {
    await openBooking()
    await inDialog('[name=other-time]')
    await inDialog('[name=why]')
  }),
  'desk/book, why a time of an agent is not offered': desk(
    {},
    {
      api: {
        check: () =>
          Promise.resolve({
            offered: false,
            reasons: ['CLOSED'],
            agents: [{ agentId: 'anna', offered: false, reasons: [{ code: 'CLOSED' }] }],
          }),
      },
    },
    async () => {
      await openBooking()
      await inDialog('[name=other-time]')
      await inDialog('[name=why]')
    },
  ),
  'desk/book, the time is free after all': desk(
    {},
    { api: { check: () => Promise.resolve({ offered: true, reasons: [], agents: [] }) } },
    async () => {
      await openBooking()
      await inDialog('[name=other-time]')
      await inDialog('[name=why]')
    },
  ),
  'desk/book, outside the calendar': desk(
    {},
    { api: { serviceTypes: () => Promise.resolve([]), book: outside } },
    async () => {
      await openBooking()
      await inDialog('[name=other-time]')
      await type('book-firstName', 'Ada')
      await type('book-email', 'ada@example.com')
      await inDialog('.button.main')
    },
  ),
  'desk/book, being sent': desk({}, { api: { serviceTypes: () => Promise.resolve([]) } }, async () => {
    await openBooking()
    await inDialog('[name=other-time]')
    await type('book-firstName', 'Ada')
    await type('book-email', 'ada@example.com')
    await inDialog('.button.main')
  }),
  'desk/book, customers see the notes': desk({ query: { application: 'cards' } }, {}, openBooking),
  'desk/book with faults': desk({}, {}, async () => {
    await pressIn('[name=book]')
    await settled()
    await inDialog('.button.main')
  }),
  'desk/book, rejected': desk(
    {},
    { api: { serviceTypes: () => Promise.resolve([]), book: failing(409, 'SLOT_TAKEN') } },
    async () => {
      await openBooking()
      await inDialog('[name=other-time]')
      await type('book-firstName', 'Ada')
      await type('book-email', 'ada@example.com')
      await inDialog('.button.main')
    },
  ),
  'desk/messages not reached': desk({ view: 'messages' }),
  'desk/all messages': desk(
    { view: 'messages', query: { view: 'ALL' } },
    { api: { messages: () => Promise.resolve({ content: [...someLetters(), aPlannedLetter()] }) } },
  ),
  'desk/messages are loading': desk(
    { view: 'messages' },
    { api: { messages: () => new Promise<never>(() => undefined) } },
  ),
  'desk/messages cannot be read': desk({ view: 'messages' }, { api: { messages: failing(503) } }),
  'desk/no messages chosen': desk({ view: 'messages' }, {}, () => pressIn('.button.main')),
  'desk/everyone was reached': desk(
    { view: 'messages' },
    { api: { messages: () => Promise.resolve({ content: [] }) } },
  ),
  'desk/messages chosen': desk({ view: 'messages' }, {}, () => pressIn('td input')),
  'desk/messages sent again': desk({ view: 'messages' }, {}, async () => {
    await pressIn('td input')
    await pressIn('.button.main')
  }),
  'desk/messages sent again, some not': desk(
    { view: 'messages' },
    { api: { retry: (ids) => Promise.resolve(ids.map((id) => ({ id, outcome: 'CONTENT_GONE' as const }))) } },
    async () => {
      await pressIn('td input')
      await pressIn('.button.main')
    },
  ),
  'desk/messages for a reason and an agent': desk({
    view: 'messages',
    query: { view: 'ALL', reason: 'address_dead', agent: 'ben' },
  }),
  'desk/message, what was sent': letter(),
  'desk/message, what the SMS said': letter(
    {
      messageContent: () => {
        const { subject: _, htmlUrl: __, ...sms } = aContent({ encoding: 'GSM-7', segments: 1 })
        return Promise.resolve(sms)
      },
    },
    0,
  ),
  'desk/message, its content is gone': letter({ messageContent: failing(409, 'CONTENT_GONE') }),
  'desk/message that was not sent': letter({ messageContent: failing(409, 'CONTENT_GONE') }, 1),
  'desk/message, its content cannot be read': letter({ messageContent: failing(503) }),
  'desk/correct an address': correction({}, 1),
  'desk/correct a phone number': correction(),
  'desk/correct an address of one of two customers': correction(
    {
      people: () =>
        Promise.resolve([
          ...somePeople(),
          { ...somePeople()[1]!, id: 'c-2', displayName: 'Charles Babbage' },
        ]),
    },
    1,
  ),
  'desk/correct an address, with a fault': correction({}, 1, async () => {
    await type('correct-address', 'ada.example.com')
    await inDialog('.button.main')
  }),
  'desk/correct an address, rejected': correction(
    {
      correct: () =>
        Promise.reject(new ApiError(400, 'VALIDATION_FAILED', { detail: 'must be an e-mail address' })),
    },
    1,
    correctNow,
  ),
  'desk/correct an address, changed meanwhile': correction(
    { ...changedMeanwhile, correct: failing(412, 'VERSION_MISMATCH') },
    1,
    correctNow,
  ),
  'desk/correct an address, saved but not sent': correction(
    { correct: (seen) => Promise.resolve({ ...seen, version: seen.version + 1 }), resend: limited },
    1,
    correctNow,
  ),
  'desk/correct an address of a closed appointment': correction(one({ state: 'CANCELLED' }), 1),
  'desk/correct an address, appointment not loaded': correction({ appointment: failing(503) }, 1),
  'desk/timeline, a message sent again': record(
    { api: { ...one({}), resend: () => Promise.resolve(someLetters()[0]!) } },
    () => pressIn('[name=again]'),
  ),
  'desk/timeline, a message sent again too often': record({ api: { ...one({}), resend: limited } }, () =>
    pressIn('[name=again]'),
  ),
  'desk/timeline, a message that would not be sent': record(
    {
      api: {
        ...one({}),
        resend: () =>
          Promise.reject(new ApiError(409, 'NOT_RESENDABLE', { messageReason: 'address_suppressed' })),
      },
    },
    () => pressIn('[name=again]'),
  ),
  'desk/timeline of staff who are not in the directory': record({
    api: {
      ...one({}),
      timeline: () =>
        Promise.resolve({
          content: aTimeline().map((entry) => ({
            ...entry,
            actor: { id: 'agent-7', role: 'ROLE_AGENT', via: 'API' },
          })),
        }),
    },
  }),
  'desk/messages cannot be sent again': desk(
    { view: 'messages' },
    { api: { retry: failing(503) } },
    async () => {
      await pressIn('td input')
      await pressIn('.button.main')
    },
  ),
}

import type { UnavailableReason } from '@appointments/contracts'
import { signal } from '@preact/signals'
import type { DeskApi } from '../src/desk/api/desk-api.ts'
import type {
  Agent,
  Appointment,
  Check,
  Me,
  Message,
  MessageContent,
  MessageStep,
  Page,
  Person,
  Role,
  TimelineEntry,
} from '../src/desk/api/shapes.ts'
import { createDesk, type Desk } from '../src/desk/desk.ts'
import type { Live } from '../src/desk/live/live.ts'
import type { News } from '../src/desk/live/news.ts'
import type { Session, SessionState } from '../src/desk/session/session.ts'
import { aBooking, agent, customer, instantIn } from './a-booking.ts'
import { someCalendars } from './calendar-fakes.ts'
import { someFigures } from './figures-fakes.ts'
import { freeTimes } from './free-times.ts'
import { someSettings } from './settings-fakes.ts'
import { someWebhooks } from './webhooks-fakes.ts'

export const aMe = (...roles: Role[]): Me => ({
  userId: 'ben',
  displayName: 'Ben Okoye',
  roles: roles.length === 0 ? ['ROLE_AGENT', 'ROLE_SUPERVISOR'] : roles,
  applications: [
    {
      id: 'bank',
      name: 'Harbour Bank',
      agentReassignmentEnabled: true,
      timezone: 'Europe/Berlin',
      notesForCustomers: false,
      mayOverrideCalendar: roles.length === 0 || roles.includes('ROLE_SUPERVISOR'),
    },
    {
      id: 'cards',
      name: 'Harbour Cards',
      agentReassignmentEnabled: false,
      timezone: 'Europe/Berlin',
      notesForCustomers: true,
      mayOverrideCalendar: false,
    },
  ],
})

/** Today's appointments in every group. */
export const aDay = (): Appointment[] => [
  aBooking('Ada Lovelace', -2, {
    state: 'ACTIVATED',
    participants: [agent(), customer('Ada Lovelace', 'WAITING')],
  }),
  aBooking('Grace Hopper', -10, {
    state: 'ACTIVATED',
    participants: [agent('JOINED'), customer('Grace Hopper', 'JOINED')],
    title: 'Credit card',
  }),
  aBooking('Alan Turing', 20, { place: { channel: 'PHONE' } }),
  aBooking('Katherine Johnson', 45, {
    state: 'ACTIVATED',
    title: 'Savings plan',
    place: { channel: 'IN_PERSON', text: '12 Quay Street' },
  }),
  aBooking('Edsger Dijkstra', 120, {
    participants: [customer('Edsger Dijkstra')],
    organizer: undefined,
  }),
  aBooking('Barbara Liskov', -240, { outcome: 'COMPLETED' }),
  aBooking('Donald Knuth', -180, { outcome: 'NO_SHOW' }),
  aBooking('Tony Hoare', -120, { state: 'CANCELLED' }),
]

export const somePeople = (): Person[] => [
  { ...agent(), expiresAt: instantIn(300) },
  {
    ...customer('Ada Lovelace', 'WAITING'),
    contact: { primaryEmail: 'ada.lovelace@example.com', primaryPhone: '+4930123456' },
    expiresAt: instantIn(300),
    ticket: { accessUrl: 'https://example.com/join/x', expiresAt: instantIn(300) },
  },
]

const byBen = { id: 'ben', displayName: 'Ben Okoye', role: 'ROLE_AGENT', via: 'API' } as const

export const aTimeline = (): TimelineEntry[] => [
  {
    id: 't-4',
    at: instantIn(-3),
    type: 'APParticipantStateChangedEvent',
    version: 3,
    actor: { role: 'ROLE_CUSTOMER', displayName: 'Ada Lovelace', via: 'ROOM_LINK' },
    changed: [{ name: 'presence', participantId: 'c-Ada Lovelace', to: 'WAITING' }],
  },
  {
    id: 't-3',
    at: instantIn(-60),
    type: 'APReassignedEvent',
    version: 3,
    actor: { id: 'max', displayName: 'Max Weber', role: 'ROLE_SUPERVISOR', via: 'API' },
    changed: [
      {
        name: 'organizer',
        from: [{ id: 'anna', displayName: 'Anna Schmidt' }],
        to: [{ id: 'ben', displayName: 'Ben Okoye' }],
      },
    ],
  },
  {
    id: 't-2',
    at: instantIn(-24 * 60),
    type: 'APRescheduledEvent',
    version: 2,
    actor: { role: 'ROLE_CUSTOMER', via: 'MANAGE_LINK' },
    changed: [
      { name: 'start', from: instantIn(-26), to: instantIn(-2) },
      { name: 'end', from: instantIn(4), to: instantIn(28) },
    ],
  },
  { id: 't-1', at: instantIn(-48 * 60), type: 'APScheduledEvent', version: 1, actor: byBen, changed: [] },
]

export const someSteps = (): MessageStep[] => [
  {
    id: 's-1',
    notificationId: 'n-1',
    appointmentId: 'a-1',
    type: 'REMINDER',
    channel: 'EMAIL',
    event: 'cancelled',
    attempt: 1,
    status: 'CANCELLED',
    reason: 'offset_elapsed',
    at: instantIn(-48 * 60),
  },
  {
    id: 's-2',
    notificationId: 'n-2',
    appointmentId: 'a-1',
    type: 'CREATE',
    channel: 'EMAIL',
    event: 'delivered',
    attempt: 1,
    status: 'DELIVERED',
    at: instantIn(-48 * 60 + 1),
  },
  {
    id: 's-3',
    notificationId: 'n-3',
    appointmentId: 'a-1',
    type: 'RESCHEDULE',
    channel: 'SMS',
    event: 'failed',
    attempt: 1,
    status: 'FAILED',
    reason: 'address_dead',
    at: instantIn(-24 * 60 + 1),
  },
]

export const someLetters = (): Message[] => [
  {
    id: 'n-3',
    appointmentId: 'a-1',
    appointmentStart: instantIn(26 * 60),
    type: 'RESCHEDULE',
    channel: 'SMS',
    status: 'FAILED',
    reason: 'address_dead',
    recipient: { displayName: 'Ada Lovelace', type: 'CUSTOMER' },
    retryCount: 0,
    canRetry: true,
    createdAt: instantIn(-120),
    updatedAt: instantIn(-110),
  },
  {
    id: 'n-4',
    appointmentId: 'a-2',
    appointmentStart: instantIn(50 * 60),
    type: 'CREATE',
    channel: 'EMAIL',
    status: 'CANCELLED',
    reason: 'recipient_unsubscribed',
    recipient: { displayName: 'Donald Ervin Knuth', type: 'CUSTOMER' },
    retryCount: 0,
    canRetry: false,
    createdAt: instantIn(-200),
    updatedAt: instantIn(-200),
  },
  {
    id: 'n-5',
    appointmentId: 'a-3',
    type: 'REMINDER',
    channel: 'EMAIL',
    status: 'FAILED',
    reason: 'rejected',
    recipient: { displayName: 'Grace Hopper', type: 'CUSTOMER' },
    retryCount: 0,
    canRetry: false,
    createdAt: instantIn(-230),
    updatedAt: instantIn(-220),
  },
]

/** A message that is due later. */
export const aPlannedLetter = (): Message => ({
  id: 'n-6',
  appointmentId: 'a-4',
  appointmentStart: instantIn(50 * 60),
  type: 'REMINDER',
  channel: 'EMAIL',
  status: 'INITIALIZED',
  recipient: { displayName: 'Katherine Johnson', type: 'CUSTOMER' },
  retryCount: 0,
  canRetry: false,
  scheduledFor: instantIn(26 * 60),
  createdAt: instantIn(-240),
  updatedAt: instantIn(-240),
})

const agents: Agent[] = [
  { id: 'anna', displayName: 'Anna Schmidt' },
  { id: 'ben', displayName: 'Ben Okoye' },
  { id: 'carla', displayName: 'Carla Mendes' },
  { id: 'agent-7' },
]

/** The content of a mail; the gallery's server serves its page. */
export const aContent = (change: Partial<MessageContent> = {}): MessageContent => ({
  subject: 'Your appointment is on Thursday at 10:00',
  text: 'Hello Ada, your appointment is on Thursday at 10:00.',
  htmlUrl: '/dev/messages/m-1/html',
  sentAt: instantIn(-120),
  ...change,
})

/** A check of a time at which no agent is free. */
const aCheck = (start: number): Check => {
  const around = (code: UnavailableReason) => ({
    code,
    from: new Date(start - 900_000).toISOString(),
    until: new Date(start + 900_000).toISOString(),
  })
  const against = (agentId: string, ...reasons: Check['agents'][number]['reasons']) => ({
    agentId,
    offered: false,
    reasons,
  })
  return {
    offered: false,
    reasons: ['ABSENT', 'BOOKED', 'NOBODY_FREE'],
    agents: [
      against('anna', around('BOOKED')),
      against('ben', around('ABSENT')),
      against('agent-7', { code: 'CLOSED' }, around('HELD')),
    ],
  }
}

const page = <Element>(content: Element[]): Page<Element> => ({ content })
const never = () => new Promise<never>(() => undefined)

/** A fake API of the desk. */
export function aDeskApi(change: Partial<DeskApi> = {}): DeskApi {
  return {
    me: () => Promise.resolve(aMe()),
    search: () => Promise.resolve(page(aDay())),
    appointment: () =>
      Promise.resolve(
        aBooking('Ada Lovelace', -2, {
          state: 'ACTIVATED',
          participants: [agent(), customer('Ada Lovelace', 'WAITING')],
        }),
      ),
    people: () => Promise.resolve(somePeople()),
    timeline: () => Promise.resolve(page(aTimeline())),
    messageSteps: () => Promise.resolve(someSteps()),
    agents: (text) => Promise.resolve(agents.filter(({ displayName = '' }) => displayName.startsWith(text))),
    queues: () => Promise.resolve([{ id: 'loans', name: 'Home loans' }]),
    teams: () => Promise.resolve([{ id: 'north', name: 'Team North' }]),
    teamAgents: () => Promise.resolve(['ben']),
    serviceTypes: () =>
      Promise.resolve([
        {
          id: 'advice',
          name: 'Advice',
          queueId: 'loans',
          durations: ['PT30M', 'PT1H'],
          channel: 'VIDEO',
          intake: [
            { id: 'topic', label: 'What is it about?', type: 'TEXT', required: true },
            { id: 'known', label: 'I am a customer already', type: 'BOOLEAN', required: false },
            { id: 'branch', label: 'Branch', type: 'CHOICE', required: false, choices: ['North', 'South'] },
          ],
        },
      ]),
    offeredTimes: () => freeTimes(),
    book: never,
    freeTimes: () => freeTimes(),
    check: (_, start) => Promise.resolve(aCheck(start)),
    freeAgents: () => Promise.resolve(['carla']),
    move: never,
    cancel: never,
    reassign: never,
    accept: never,
    room: never,
    setPresence: never,
    figures: someFigures(),
    calendars: someCalendars(),
    webhooks: someWebhooks(),
    settings: someSettings(),
    messages: () => Promise.resolve(page(someLetters())),
    retry: (ids) => Promise.resolve(ids.map((id) => ({ id, outcome: 'QUEUED' as const }))),
    resend: never,
    correct: never,
    messageContent: () => Promise.resolve(aContent()),
    ...change,
  }
}

/** A stream of changes that the gallery controls. */
export function aLive(isLost = false): Live & { tell: (news: News) => void } {
  const listeners = new Set<(news: News) => void>()
  return {
    isLost: signal(isLost),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => undefined,
    tell: (news) => {
      for (const listener of listeners) listener(news)
    },
  }
}

export const aDesk = (api: DeskApi = aDeskApi(), live: Live = aLive(), me: Me = aMe()): Desk =>
  createDesk(api, live, me, () => undefined)

export const aSignIn = (state: SessionState): Session => ({
  state: signal(state),
  start: () => Promise.resolve(),
  signIn: () => Promise.resolve(),
  signInAgain: () => false,
  signOut: () => undefined,
  name: () => 'Ben Okoye',
  token: () => Promise.resolve('token'),
})

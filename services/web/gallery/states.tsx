import type { ComponentChildren } from 'preact'
import type { Session } from '../src/api/session.ts'
import { JoinPage } from '../src/customer/join/join-page.tsx'
import { createJoin } from '../src/customer/join/join.ts'
import { ManagePage } from '../src/customer/manage/manage-page.tsx'
import { createManage } from '../src/customer/manage/manage.ts'
import { RoomPage } from '../src/customer/room/room-page.tsx'
import { UnsubscribePage } from '../src/customer/unsubscribe/unsubscribe-page.tsx'
import { createInbox } from '../src/messages/inbox.ts'
import { MessagesPage } from '../src/messages/messages-page.tsx'
import type { SeenMessage } from '../src/messages/seen-message.ts'
import { StartPage } from '../src/start/start-page.tsx'
import type { RoomView } from '../src/api/room-view.ts'
import { anAppointment, anError, aRoom, aSession, times } from './fakes.ts'
import { someMessages } from './some-messages.ts'
import { press, type } from './steps.ts'

/** A state of a page: what is drawn, and what is done on it then. */
export interface State {
  draw: () => Promise<ComponentChildren> | ComponentChildren
  then?: () => Promise<void>
}

const manageWith = (session: () => Promise<Session>, then?: State['then']): State => ({
  draw: async () => {
    const manage = createManage(session)
    await manage.open()
    return <ManagePage manage={manage} />
  },
  ...(then && { then }),
})
const manage = (fake: () => Parameters<typeof aSession>[0], then?: State['then']) =>
  manageWith(() => Promise.resolve(aSession(fake())), then)

const joinWith = (session: () => Promise<Session>): State => ({
  draw: async () => {
    const join = createJoin(session)
    await join.refresh()
    return <JoinPage join={join} />
  },
})
const join = (fake: () => Parameters<typeof aSession>[0]) => joinWith(() => Promise.resolve(aSession(fake())))

const room = (view: () => RoomView | { error: unknown } | undefined, then?: State['then']): State => ({
  draw: () => <RoomPage room={view()} onRetry={() => undefined} />,
  ...(then && { then }),
})
const expected = (): RoomView['expected'] => ({
  ...times.ahead(),
  timezone: 'Europe/Berlin',
  company: 'Harbour Bank',
  customers: ['Ada', 'Grace'],
  unnamedCustomers: 1,
  agents: 2,
})

const reminders = (
  stopped: boolean,
  change: () => Promise<never> | undefined = () => undefined,
  then?: State['then'],
): State => {
  const state = { name: 'Harbour Bank', stopped }
  return {
    draw: () => (
      <UnsubscribePage
        initial={state}
        read={() => Promise.resolve(state)}
        change={(wanted) => change() ?? Promise.resolve({ ...state, stopped: wanted === 'unsubscribe' })}
      />
    ),
    ...(then && { then }),
  }
}
const remindersFailed = (error: Error): State => ({
  draw: () => (
    <UnsubscribePage
      initial={{ error }}
      read={() => Promise.reject(error)}
      change={() => Promise.reject(error)}
    />
  ),
})

const messages = (all: readonly SeenMessage[], open?: string): State => ({
  draw: async () => {
    const inbox = createInbox(() => Promise.resolve([...all]))
    await inbox.refresh()
    const address = new URLSearchParams(location.search)
    if (open !== undefined) address.set('open', open)
    inbox.go(`?${address.toString()}`)
    return <MessagesPage inbox={inbox} root="" />
  },
})

const askToMove = async () => {
  await press(0)
  await type('date', times.later().start.slice(0, 10))
  await press(0)
}
const move = async () => {
  await askToMove()
  await press(0)
}
const cancel = async () => {
  await press(1)
  await press(0)
}
const moved = () => anAppointment({ ...times.later(), version: 2 })

/** Every state of every page. */
export const states: Record<string, State> = {
  'start/with messages': { draw: () => <StartPage root="" hasViewer /> },
  'start/without messages': { draw: () => <StartPage root="" hasViewer={false} /> },
  'manage/booked': manage(() => ({})),
  'manage/booked without a title in another zone': manage(() => ({
    reads: [anAppointment({ title: '', timezone: 'America/New_York' })],
  })),
  'manage/room open': manage(() => ({
    reads: [anAppointment({ state: 'ACTIVATED', ...times.now() })],
    room: aRoom(),
  })),
  'manage/in progress': manage(() => ({ reads: [anAppointment(times.now())] })),
  'manage/cancelled earlier': manage(() => ({ reads: [anAppointment({ state: 'CANCELLED' })] })),
  'manage/did not take place': manage(() => ({ reads: [anAppointment({ state: 'ABORTED' })] })),
  'manage/over': manage(() => ({ reads: [anAppointment(times.past())] })),
  'manage/move': manage(
    () => ({}),
    () => press(0),
  ),
  'manage/move at a time that comes twice': manage(
    () => ({}),
    async () => {
      await press(0)
      await type('date', '2027-10-31')
      await type('time', '02:30')
    },
  ),
  'manage/move at a time that never comes': manage(
    () => ({}),
    async () => {
      await press(0)
      await type('date', '2027-03-28')
      await type('time', '02:30')
      await press(0)
    },
  ),
  'manage/move without a date': manage(
    () => ({}),
    async () => {
      await press(0)
      await type('date', '')
      await press(0)
    },
  ),
  'manage/move to the same time': manage(
    () => ({}),
    async () => {
      await press(0)
      await press(0)
    },
  ),
  'manage/move to the past': manage(
    () => ({}),
    async () => {
      await press(0)
      await type('date', times.past().start.slice(0, 10))
      await press(0)
    },
  ),
  'manage/move asks': manage(() => ({}), askToMove),
  'manage/move asks at night': manage(
    () => ({}),
    async () => {
      await press(0)
      await type('time', '23:00')
      await press(0)
    },
  ),
  'manage/moving': manage(() => ({}), move),
  'manage/moved': manage(() => ({ change: moved() }), move),
  'manage/moved without messages': manage(
    () => ({ change: { ...moved(), notificationsActive: false } }),
    move,
  ),
  'manage/taken': manage(() => ({ change: anError(409, 'SLOT_TAKEN') }), move),
  'manage/in the past': manage(() => ({ change: anError(400, 'SCHEDULE_IN_PAST') }), move),
  'manage/too far': manage(() => ({ change: anError(400, 'SCHEDULE_TOO_FAR') }), move),
  'manage/not valid': manage(() => ({ change: anError(400, 'VALIDATION_FAILED') }), move),
  'manage/no response to a move': manage(() => ({ change: anError(0) }), move),
  'manage/changed meanwhile': manage(
    () => ({ reads: [anAppointment(), moved()], change: anError(412, 'VERSION_MISMATCH') }),
    cancel,
  ),
  'manage/renamed meanwhile': manage(
    () => ({
      reads: [anAppointment(), anAppointment({ title: 'Advice on insurance' })],
      change: anError(412, 'VERSION_MISMATCH'),
    }),
    cancel,
  ),
  'manage/details changed meanwhile': manage(() => ({ change: anError(412, 'VERSION_MISMATCH') }), cancel),
  'manage/cancelled meanwhile': manage(
    () => ({
      reads: [anAppointment(), anAppointment({ state: 'CANCELLED' })],
      change: anError(409, 'INVALID_STATE'),
    }),
    cancel,
  ),
  'manage/cancel': manage(
    () => ({}),
    () => press(1),
  ),
  'manage/cancelling': manage(() => ({}), cancel),
  'manage/cancelled': manage(() => ({ change: anAppointment({ state: 'CANCELLED', version: 2 }) }), cancel),
  'manage/too late to cancel': manage(() => ({ change: anError(403, 'CANCEL_CUTOFF_PASSED') }), cancel),
  'manage/too many attempts to cancel': manage(() => ({ change: anError(429, 'RATE_LIMITED', 60) }), cancel),
  'manage/link replaced while open': manage(() => ({ change: anError(403, 'MANAGE_TICKET_STALE') }), cancel),
  'manage/link does not work': manageWith(() => Promise.reject(anError(400, 'TICKET_GONE'))),
  'manage/too many attempts': manageWith(() => Promise.reject(anError(429, 'RATE_LIMITED', 60))),
  'manage/offline': manageWith(() => Promise.reject(anError(0))),
  'join/early': join(() => ({})),
  'join/early without a title in another zone': join(() => ({
    reads: [anAppointment({ title: '', timezone: 'Asia/Kathmandu' })],
  })),
  'join/soon': join(() => ({ reads: [anAppointment(times.soon())] })),
  'join/starting': join(() => ({ reads: [anAppointment(times.now())] })),
  'join/room open': join(() => ({
    reads: [anAppointment({ state: 'ACTIVATED', ...times.now() })],
    room: aRoom(),
  })),
  'join/connection lost': {
    draw: async () => {
      const lost = createJoin(() => Promise.resolve(aSession({ reads: [anAppointment(), anError(0)] })))
      await lost.refresh()
      await lost.refresh()
      return <JoinPage join={lost} />
    },
  },
  'join/cancelled': join(() => ({ reads: [anAppointment({ state: 'CANCELLED' })] })),
  'join/did not take place': join(() => ({ reads: [anAppointment({ state: 'ABORTED' })] })),
  'join/over': join(() => ({ reads: [anAppointment(times.past())] })),
  'join/link does not work': joinWith(() => Promise.reject(anError(400, 'TICKET_GONE'))),
  'join/too many attempts': joinWith(() => Promise.reject(anError(429, 'RATE_LIMITED'))),
  'join/offline': joinWith(() => Promise.reject(anError(0))),
  'room/open': room(() => ({ state: 'OPEN', locale: 'en', expected: expected()! })),
  'room/left': room(
    () => ({ state: 'OPEN', locale: 'en', expected: expected()! }),
    () => press(1),
  ),
  'room/cancelled': room(() => ({ state: 'CANCELLED', locale: 'en' })),
  'room/did not take place': room(() => ({ state: 'ABORTED', locale: 'en' })),
  'room/over': room(() => ({ state: 'EXPIRED', locale: 'en' })),
  'room/unknown': room(() => undefined),
  'room/offline': room(() => ({ error: anError(0) })),
  'unsubscribe/asks': reminders(false),
  'unsubscribe/stopped before': reminders(true),
  'unsubscribe/stopped': reminders(false, undefined, () => press(0)),
  'unsubscribe/started again': reminders(true, undefined, () => press(0)),
  'unsubscribe/no response': reminders(
    false,
    () => Promise.reject(anError(0)),
    () => press(0),
  ),
  'unsubscribe/link does not work': remindersFailed(anError(404)),
  'unsubscribe/too many attempts': remindersFailed(anError(429, 'RATE_LIMITED', 60)),
  'unsubscribe/offline': remindersFailed(anError(0)),
  'messages/none': messages([]),
  'messages/none open': messages(someMessages()),
  'messages/mail': messages(someMessages(), 'mail'),
  'messages/sms': messages(someMessages(), 'sms'),
  'messages/webhook': messages(someMessages(), 'webhook'),
}

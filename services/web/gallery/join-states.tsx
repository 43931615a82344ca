import type { Appointment, Place } from '../src/api/appointment.ts'
import type { Session } from '../src/api/session.ts'
import { JoinPage } from '../src/customer/join/join-page.tsx'
import { createJoin } from '../src/customer/join/join.ts'
import { anAppointment, anError, aRoom, aSession, times } from './fakes.ts'
import type { State } from './state.ts'
import { pressOn } from './steps.ts'

const joinWith = (session: () => Promise<Session>, then?: State['then'], visited?: string): State => ({
  draw: async () => {
    const join = createJoin(session, { visited: () => visited, enter: () => undefined })
    await join.refresh()
    return <JoinPage join={join} />
  },
  ...(then && { then }),
})
const join = (fake: () => Parameters<typeof aSession>[0], then?: State['then'], visited?: string) =>
  joinWith(() => Promise.resolve(aSession(fake())), then, visited)

/** The time of a call that the tab of the page has been in. */
const called = times.now()
const at = (place: Place, time = times.ahead()) => anAppointment({ place, ...time })
const opened = (change: Partial<Appointment> = {}) =>
  anAppointment({ state: 'ACTIVATED', ...times.now(), ...change })
const withAgent = (displayName?: string) =>
  opened({
    participants: [
      { id: 'agent-7', type: 'AGENT', state: 'JOINED', ...(displayName !== undefined && { displayName }) },
    ],
  })

/** Makes every request for camera and microphone fail with this error. */
const devicesFail = (name: string) => async () => {
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => Promise.reject(new DOMException('', name)) },
  })
  await pressOn('button[name="devices"]')
}

/** A camera that shows an empty picture. */
async function devicesWork() {
  const stream = document.createElement('canvas').captureStream()
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => Promise.resolve(stream) },
  })
  await pressOn('button[name="devices"]')
}

/** Every state of the page that leads to the room. */
export const joinStates: Record<string, State> = {
  'join/early': join(() => ({})),
  'join/early without a title in another zone': join(() => ({
    reads: [anAppointment({ title: '', timezone: 'Asia/Kathmandu' })],
  })),
  'join/early, room open': join(() => ({ reads: [opened(times.ahead())], room: aRoom() })),
  'join/early, room open, agent waits': join(() => ({
    reads: [{ ...withAgent('Ben Okoye'), ...times.ahead() }],
    room: aRoom(),
  })),
  'join/camera works': join(() => ({}), devicesWork),
  'join/camera denied': join(() => ({}), devicesFail('NotAllowedError')),
  'join/camera missing': join(() => ({}), devicesFail('NotFoundError')),
  'join/soon': join(() => ({ reads: [anAppointment(times.soon())] })),
  'join/starting': join(() => ({ reads: [anAppointment(times.now())] })),
  'join/by phone': join(() => ({ reads: [at({ channel: 'PHONE' })] })),
  'join/by phone soon': join(() => ({ reads: [at({ channel: 'PHONE' }, times.soon())] })),
  'join/in person': join(() => ({
    reads: [at({ channel: 'IN_PERSON', text: '12 Quay Street, Harbourtown' })],
  })),
  'join/in person soon': join(() => ({ reads: [at({ channel: 'IN_PERSON' }, times.soon())] })),
  'join/room open': join(() => ({ reads: [opened()], room: aRoom() })),
  'join/agent waits': join(() => ({ reads: [withAgent('Ben Okoye')], room: aRoom() })),
  'join/agent without a name waits': join(() => ({ reads: [withAgent()], room: aRoom() })),
  'join/left': join(() => ({ reads: [opened(called)], room: aRoom() }), undefined, called.start),
  'join/finished': join(
    () => ({
      reads: [
        opened(called),
        opened({ ...called, participants: [{ id: 'p-1', type: 'CUSTOMER', state: 'LEFT' }] }),
      ],
      room: aRoom(),
    }),
    () => pressOn('.button:not(.main)'),
    called.start,
  ),
  'join/left for good': join(() => ({
    reads: [
      opened({
        outcome: 'COMPLETED',
        participants: [{ id: 'p-1', type: 'CUSTOMER', state: 'LEFT' }],
      }),
    ],
    room: aRoom(),
  })),
  'join/connection lost': {
    draw: async () => {
      const session = aSession({ reads: [anAppointment(), anError(0)] })
      const visit = { visited: () => undefined, enter: () => undefined }
      const lost = createJoin(() => Promise.resolve(session), visit)
      await lost.refresh()
      await lost.refresh()
      return <JoinPage join={lost} />
    },
  },
  'join/cancelled': join(() => ({ reads: [anAppointment({ state: 'CANCELLED' })] })),
  'join/did not take place': join(() => ({ reads: [anAppointment({ state: 'ABORTED' })] })),
  'join/over': join(() => ({ reads: [anAppointment(times.past())] })),
  'join/link replaced': joinWith(() => Promise.reject(anError(400, 'TICKET_REPLACED'))),
  'join/link of a cancelled appointment': joinWith(() => Promise.reject(anError(400, 'TICKET_CANCELLED'))),
  'join/link of an appointment that is over': joinWith(() => Promise.reject(anError(400, 'TICKET_OVER'))),
  'join/link not known': joinWith(() => Promise.reject(anError(400, 'TICKET_UNKNOWN'))),
  'join/link does not work': joinWith(() => Promise.reject(anError(400, 'TICKET_GONE'))),
  'join/too many attempts': joinWith(() => Promise.reject(anError(429, 'RATE_LIMITED'))),
  'join/offline': joinWith(() => Promise.reject(anError(0))),
}

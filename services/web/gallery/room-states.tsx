import type { Appointment } from '../src/api/appointment.ts'
import type { RoomView } from '../src/api/room-view.ts'
import { RoomPage } from '../src/customer/room/room-page.tsx'
import { createRoom } from '../src/customer/room/room.ts'
import { anAppointment, anError, aProfile, aSession, times } from './fakes.ts'
import type { State } from './state.ts'

const locale = () => document.documentElement.lang

const room = (
  read: () => Promise<RoomView | undefined>,
  participants?: Appointment['participants'],
): State => ({
  draw: async () => {
    const session = participants && aSession({ reads: [anAppointment({ ...times.now(), participants })] })
    const shown = createRoom({
      readRoom: read,
      profileOf: (id) => Promise.resolve(id === undefined ? {} : aProfile()),
      openSession: session && (() => Promise.resolve(session)),
      goBack: () => undefined,
    })
    await shown.open()
    return <RoomPage room={shown} />
  },
})
const ended = (state: RoomView['state']) =>
  room(() => Promise.resolve({ state, applicationId: 'bank', locale: locale() }))

const open = (): Promise<RoomView> =>
  Promise.resolve({
    state: 'OPEN',
    applicationId: 'bank',
    locale: locale(),
    expected: {
      ...times.now(),
      timezone: 'Europe/Berlin',
      company: 'Harbour Bank',
      customers: ['Ada', 'Grace'],
      unnamedCustomers: 1,
      agents: 2,
    },
  })

/** Every state of the test room. */
export const roomStates: Record<string, State> = {
  'room/alone': room(open),
  'room/first': room(open, [{ id: 'p-1', type: 'CUSTOMER', state: 'JOINED' }]),
  'room/with others': room(open, [
    { id: 'p-1', type: 'CUSTOMER', state: 'JOINED' },
    { id: 'p-2', type: 'CUSTOMER', state: 'JOINED' },
    { id: 'agent-7', type: 'AGENT', state: 'JOINED', displayName: 'Ben Okoye' },
    { id: 'agent-8', type: 'AGENT', state: 'JOINED' },
  ]),
  'room/cancelled': ended('CANCELLED'),
  'room/did not take place': ended('ABORTED'),
  'room/over': ended('EXPIRED'),
  'room/unknown': room(() => Promise.resolve(undefined)),
  'room/offline': room(() => Promise.reject(anError(0))),
}

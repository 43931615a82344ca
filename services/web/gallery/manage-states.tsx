import type { Session } from '../src/api/session.ts'
import { ManagePage } from '../src/customer/manage/manage-page.tsx'
import { createManage } from '../src/customer/manage/manage.ts'
import { anAppointment, anError, aProfile, aRoom, aSession, times } from './fakes.ts'
import type { State } from './state.ts'
import { aHold, freeTimeAhead, freeTimes } from './free-times.ts'
import { addDays } from '../src/text/calendar-dates.ts'
import { instantsOf } from '../src/text/zoned-time.ts'
import { press, pressOn, type } from './steps.ts'

const manageWith = (session: () => Promise<Session>, then?: State['then']): State => ({
  draw: async () => {
    const manage = createManage(session, () => undefined)
    await manage.open()
    return <ManagePage manage={manage} />
  },
  ...(then && { then }),
})
const manage = (fake: () => Parameters<typeof aSession>[0], then?: State['then']) =>
  manageWith(() => Promise.resolve(aSession(fake())), then)

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
const onward = () => ({
  ...moved(),
  links: { manage: 'https://example.com/manage/next', join: 'https://example.com/join/next' },
})

/** Deadlines for changes, in hours from now; a deadline of zero has passed. */
const limits = (move: number, cancel: number) => {
  const limit = (hours: number) => ({
    allowed: hours > 0,
    until: new Date(Date.now() + hours * 3_600_000).toISOString(),
  })
  return anAppointment({ customerActions: { move: limit(move), cancel: limit(cancel) } })
}

const openTimes = () => press(0)
const openDay = async () => {
  await openTimes()
  await pressOn('[data-day]')
}
const chooseTime = async () => {
  await openDay()
  await pressOn('li button')
}
const moveToFree = async () => {
  await chooseTime()
  await pressOn('form .button')
}
const among = (fake: Parameters<typeof aSession>[0], then: State['then']) =>
  manage(() => ({ way: 'freeTimes', ...fake }), then)
/** A day with free times, which is fully booked when it is read again. */
function bookedByOthers(): Session['freeTimes'] {
  const source = freeTimes()
  let isRead = false
  return {
    ...source,
    times: (date, zone) => {
      const found = isRead ? Promise.resolve([]) : source.times(date, zone)
      isRead = true
      return found
    },
  }
}
const holdFails = (error: Error) => ({ ...aHold(), hold: () => Promise.reject(error) })

/** The second of the two instants at which the clocks in Berlin next show 02:30. */
function secondOfTwo() {
  const days = Array.from({ length: 372 }, (_, index) =>
    addDays(new Date().toISOString().slice(0, 10), index + 1),
  )
  const found = days.map((date) => instantsOf({ date, time: '02:30' }, 'Europe/Berlin'))
  const start = found.find(({ length }) => length === 2)?.at(-1) ?? 0
  return { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() }
}

/** Every state of the page to change an appointment. */
export const manageStates: Record<string, State> = {
  'manage/booked': manage(() => ({})),
  'manage/booked with a limit': manage(() => ({ reads: [limits(40, 40)] })),
  'manage/booked with two limits': manage(() => ({ reads: [limits(40, 60)] })),
  'manage/too late to change': manage(() => ({ reads: [limits(0, 0)] })),
  'manage/too late to cancel only': manage(() => ({ reads: [limits(40, 0)] })),
  'manage/too late to move only': manage(() => ({ reads: [limits(0, 40)] })),
  'manage/booked by phone': manage(() => ({ reads: [anAppointment({ place: { channel: 'PHONE' } })] })),
  'manage/booked in person in another zone': manage(() => ({
    reads: [
      anAppointment({
        timezone: 'America/New_York',
        place: { channel: 'IN_PERSON', text: '12 Quay Street, Harbourtown' },
      }),
    ],
  })),
  'manage/booked with long texts': manage(() => ({
    reads: [
      anAppointment({
        title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, '.repeat(3),
        organizer: {
          id: 'agent-7',
          type: 'AGENT',
          displayName: 'Maximiliane-Charlotte Freifrau von und zu '.repeat(2),
        },
        place: { channel: 'IN_PERSON', text: 'https://example.com/'.padEnd(200, 'abcdefghij/') },
      }),
    ],
    profile: {
      ...aProfile(),
      name: 'Gesellschaft für Baufinanzierung und Vermögensbildung '.repeat(2),
      supportEmail: `${'a'.repeat(60)}@bank.example`,
    },
  })),
  'manage/booked with a company that has set nothing': manage(() => ({ profile: {} })),
  'manage/add to calendar': manage(
    () => ({}),
    () => pressOn('summary.button'),
  ),
  'manage/calendar file fails': manage(
    () => ({ file: anError(503) }),
    async () => {
      await pressOn('summary.button')
      await pressOn('details li button')
    },
  ),
  'manage/free times': among({}, openTimes),
  'manage/free times of a day': among({}, openDay),
  'manage/free times, the same time': among({ reads: [anAppointment(freeTimeAhead())] }, chooseTime),
  'manage/free times, one chosen': among({}, chooseTime),
  'manage/free times, the hold ends soon': among({ holds: aHold(1) }, chooseTime),
  'manage/free times, the hold has ended': among({ holds: aHold(0) }, chooseTime),
  'manage/free times, one chosen without a hold': among(
    { holds: holdFails(anError(409, 'HOLDS_NOT_OFFERED')) },
    chooseTime,
  ),
  'manage/free times, taken when chosen': among({ holds: holdFails(anError(409, 'SLOT_TAKEN')) }, chooseTime),
  'manage/free times, no response when chosen': among({ holds: holdFails(anError(0)) }, chooseTime),
  'manage/free times, link replaced when chosen': among(
    { holds: holdFails(anError(400, 'TICKET_REPLACED')) },
    chooseTime,
  ),
  'manage/free times, cancelled when chosen': among(
    {
      reads: [anAppointment(), anAppointment({ state: 'CANCELLED' })],
      holds: holdFails(anError(409, 'INVALID_STATE')),
    },
    chooseTime,
  ),
  'manage/free times, moving': among({}, moveToFree),
  'manage/free times, moved': among({ change: onward() }, moveToFree),
  'manage/free times, taken when confirmed': among({ change: anError(409, 'HOLD_GONE') }, moveToFree),
  'manage/free times, changed meanwhile': among(
    { reads: [anAppointment(), moved()], change: anError(412, 'VERSION_MISMATCH') },
    moveToFree,
  ),
  'manage/free times, no response when confirmed': among({ change: anError(0) }, moveToFree),
  'manage/free times, too many attempts when confirmed': among(
    { change: anError(429, 'RATE_LIMITED', 60) },
    moveToFree,
  ),
  'manage/free times, the hold is lost': among({ holds: aHold(0), times: bookedByOthers() }, chooseTime),
  'manage/free times, none in a month': among({ times: freeTimes() }, async () => {
    await openTimes()
    for (let month = 0; month < 3; month++) await pressOn('#month + button')
  }),
  'manage/free times, none at all': among({ times: freeTimes([]) }, openTimes),
  'manage/free times not loaded': among({ way: anError(0) }, openTimes),
  'manage/free times too often': among({ way: anError(429, 'RATE_LIMITED', 60) }, openTimes),
  'manage/free times, link replaced when asked for': among(
    { way: anError(400, 'TICKET_REPLACED') },
    openTimes,
  ),
  'manage/no times online': manage(() => ({ way: 'contact' }), openTimes),
  'manage/moved, the link leads on': manage(() => ({ change: onward() }), move),
  'manage/link replaced': manageWith(() => Promise.reject(anError(400, 'TICKET_REPLACED'))),
  'manage/link of a cancelled appointment': manageWith(() =>
    Promise.reject(anError(400, 'TICKET_CANCELLED')),
  ),
  'manage/link of an appointment that is over': manageWith(() => Promise.reject(anError(400, 'TICKET_OVER'))),
  'manage/link not known': manageWith(() => Promise.reject(anError(400, 'TICKET_UNKNOWN'))),
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
  'manage/move in the hour that comes twice': manage(
    () => ({ reads: [anAppointment(secondOfTwo())] }),
    () => press(0),
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
}

import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Appointment } from '../../api/appointment.ts'
import type { Session } from '../../api/session.ts'

const MINUTE_MS = 60_000
/** Later than customers can join, and so near that the page refreshes only a few times until then. */
const AHEAD_MS = 50 * MINUTE_MS

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  vi.stubGlobal('location', { search: '', pathname: '/join/ticket' })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('document', { documentElement: { style: { removeProperty: () => {} } } })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

/** The page of an appointment that has not started. */
async function openPage(
  appointment: Pick<Appointment, 'state' | 'joinFrom'> &
    Partial<Pick<Appointment, 'start' | 'end' | 'place' | 'participants' | 'outcome'>>,
  visited?: string,
) {
  const start = Date.now() + AHEAD_MS
  const setPresence = vi.fn<Session['setPresence']>(() => Promise.resolve())
  const session = {
    participantId: 'ada',
    appointment: () =>
      Promise.resolve({
        start: new Date(start).toISOString(),
        end: new Date(start + 30 * MINUTE_MS).toISOString(),
        participants: [{ id: 'ada', type: 'CUSTOMER' }],
        place: { channel: 'VIDEO' },
        ...appointment,
      }),
    room: () =>
      Promise.resolve({
        url: 'https://video.example/r',
        expires: new Date(start + 60 * MINUTE_MS).toISOString(),
      }),
    contact: () => Promise.resolve(undefined),
    profile: () => Promise.resolve({}),
    setPresence,
  } as unknown as Session
  // reads the address of the page when it is loaded
  const { createJoin } = await import('./join.ts')
  const join = createJoin(() => Promise.resolve(session), {
    visited: () => visited,
    enter: () => undefined,
  })
  await join.refresh()
  return { join, start, setPresence }
}

it.each(['SCHEDULED', 'ACTIVATED'] as const)(
  'the customer does not wait before joinFrom if the appointment is %s',
  async (state) => {
    const joinFrom = new Date(Date.now() + AHEAD_MS - 20 * MINUTE_MS).toISOString()
    const { join, start, setPresence } = await openPage({ state, joinFrom })
    expect(join.view.value).toMatchObject({ phase: state === 'ACTIVATED' ? 'open' : 'waiting' })
    await join.noticed()
    await vi.advanceTimersByTimeAsync(start - Date.now() - 21 * MINUTE_MS)
    await join.noticed()
    expect(setPresence).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    await join.noticed()
    await join.noticed()
    expect(setPresence.mock.calls).toEqual([['WAITING']])
  },
)

it('the customer waits again after a move, which clears the presence', async () => {
  const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
  const appointment = { state: 'SCHEDULED' as const, start: soon(5), end: soon(35), joinFrom: soon(-10) }
  const { join, setPresence } = await openPage(appointment)
  await join.noticed()
  await join.noticed()
  // the page reads the same object again, now with another time
  Object.assign(appointment, { start: soon(45), end: soon(75), joinFrom: soon(30) })
  await join.refresh()
  await join.noticed()
  expect(setPresence.mock.calls).toEqual([['WAITING']])
  vi.setSystemTime(Date.now() + 31 * MINUTE_MS)
  await join.noticed()
  expect(setPresence.mock.calls).toEqual([['WAITING'], ['WAITING']])
})

it.each(['PHONE', 'IN_PERSON'] as const)(
  'a customer has no room to join, and does not wait, if the place is %s',
  async (channel) => {
    const joinFrom = new Date(Date.now() - MINUTE_MS).toISOString()
    const { join, setPresence } = await openPage({ state: 'ACTIVATED', joinFrom, place: { channel } })
    expect(join.view.value).toMatchObject({ phase: 'waiting', room: undefined })
    await join.noticed()
    expect(setPresence).not.toHaveBeenCalled()
  },
)

it('a customer who looked into the room days ahead has not left the call, and waits on its day', async () => {
  const joinFrom = new Date(Date.now() - MINUTE_MS).toISOString()
  const participants = [{ id: 'ada', type: 'CUSTOMER' as const, state: 'LEFT' as const }]
  const { join, setPresence } = await openPage({ state: 'ACTIVATED', joinFrom, participants })
  expect(join.view.value).toMatchObject({ phase: 'open', hasLeft: false })
  await join.noticed()
  expect(setPresence.mock.calls).toEqual([['WAITING']])
})

it('a customer whose tab was in the room days ahead waits on the day of the call', async () => {
  const joinFrom = new Date(Date.now() + 20 * MINUTE_MS).toISOString()
  const { join, setPresence } = await openPage({ state: 'ACTIVATED', joinFrom })
  await join.enter('https://video.example/r')
  await vi.advanceTimersByTimeAsync(21 * MINUTE_MS)
  await join.refresh()
  expect(join.view.value).toMatchObject({ hasLeft: false })
  await join.noticed()
  expect(setPresence.mock.calls).toEqual([['JOINED'], ['WAITING']])
})

it('a customer has left only the call in whose time it was in the room', async () => {
  const joinFrom = new Date(Date.now() - MINUTE_MS).toISOString()
  const start = new Date(Date.now() + AHEAD_MS).toISOString()
  const appointment = { state: 'ACTIVATED' as const, joinFrom, start }
  expect((await openPage(appointment, start)).join.view.value).toMatchObject({ hasLeft: true })
  const before = new Date(Date.now() - 24 * 60 * MINUTE_MS).toISOString()
  expect((await openPage(appointment, before)).join.view.value).toMatchObject({ hasLeft: false })
})

it('a customer whose presence is LEFT after the meeting has left the call', async () => {
  const joinFrom = new Date(Date.now() - MINUTE_MS).toISOString()
  const participants = [{ id: 'ada', type: 'CUSTOMER' as const, state: 'LEFT' as const }]
  const met = { state: 'ACTIVATED' as const, joinFrom, participants, outcome: 'IN_PROGRESS' as const }
  const { join, setPresence } = await openPage(met)
  expect(join.view.value).toMatchObject({ hasLeft: true })
  await join.noticed()
  expect(setPresence).not.toHaveBeenCalled()
})

it('the report that the customer waits is repeated if it failed', async () => {
  const joinFrom = new Date(Date.now() - MINUTE_MS).toISOString()
  const { join, setPresence } = await openPage({ state: 'SCHEDULED', joinFrom })
  setPresence.mockRejectedValueOnce(new Error('no connection'))
  await join.noticed()
  await join.noticed()
  await join.noticed()
  expect(setPresence.mock.calls).toEqual([['WAITING'], ['WAITING']])
})

it('the customer joins after the report that it waits, even if that takes long', async () => {
  const joinFrom = new Date(Date.now() - MINUTE_MS).toISOString()
  const { join, setPresence } = await openPage({ state: 'ACTIVATED', joinFrom })
  let finish = () => {}
  setPresence.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)))
  void join.noticed()
  const entered = join.enter('https://video.example/r')
  await vi.advanceTimersByTimeAsync(100)
  expect(setPresence.mock.calls).toEqual([['WAITING']])
  finish()
  await entered
  expect(setPresence.mock.calls).toEqual([['WAITING'], ['JOINED']])
})

it('is not over while only the clock of the browser is ahead', async () => {
  vi.stubGlobal('document', {
    documentElement: { dataset: {}, style: { removeProperty: () => {} } },
  })
  const { send } = await import('../../api/send.ts')
  const respondAt = (instant: number) => {
    const headers = { date: new Date(instant).toUTCString() }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { headers })))
    return send('x')
  }
  const now = Date.now() - 60 * MINUTE_MS
  await respondAt(now)
  const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString()
  const { join } = await openPage({ state: 'SCHEDULED', start: at(20), end: at(50), joinFrom: at(5) })
  expect(join.view.value).toMatchObject({ phase: 'waiting' })
  // the other tests have the right clock
  await respondAt(Date.now())
})

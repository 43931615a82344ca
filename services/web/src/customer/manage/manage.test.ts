import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Appointment } from '../../api/appointment.ts'
import { ApiError } from '../../api/send.ts'
import type { Session } from '../../api/session.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.stubGlobal('location', { search: '', pathname: '/manage/ticket' })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('document', { documentElement: { style: { removeProperty: () => {} } } })
  onTestFinished(() => void vi.unstubAllGlobals())
})

/** The changes that a customer can make to an appointment. */
async function openChanges() {
  const start = Date.now() + 24 * HOUR_MS
  const appointment = {
    version: 1,
    state: 'SCHEDULED',
    start: new Date(start).toISOString(),
    end: new Date(start + HOUR_MS).toISOString(),
  } as Appointment
  const move = vi.fn<Session['move']>(() => Promise.resolve({ ...appointment, version: 2 }))
  const session = {
    mayManage: true,
    appointment: () => Promise.resolve(appointment),
    profile: () => Promise.resolve({}),
    move,
  } as unknown as Session
  // reads the address of the page when it is loaded
  const { createManage } = await import('./manage.ts')
  const manage = createManage(
    () => Promise.resolve(session),
    () => undefined,
  )
  await manage.open()
  const view = manage.view.value
  if (view?.kind !== 'appointment') throw new Error('the appointment is not shown')
  const sent = () => move.mock.calls.map(([, time, key]) => ({ ...time, key }))
  return { manage, changes: manage.changes(view), move, start: start + HOUR_MS, sent }
}

it('a move without a response is repeated unchanged, although its hold has ended', async () => {
  const { manage, changes, move, start, sent } = await openChanges()
  move.mockRejectedValueOnce(new ApiError(0, ''))
  expect(await changes.move({ start, holdId: 'hold_1' })).toMatchObject({ status: 0 })
  expect(await changes.move({ start, holdId: undefined })).toBeUndefined()
  const [first, second] = sent()
  expect(first).toMatchObject({ start, holdId: 'hold_1' })
  expect(second).toEqual(first)
  expect(manage.view.value).toMatchObject({ done: { kind: 'moved' }, appointment: { version: 2 } })
})

it.each([
  ['the customer chooses another time', new ApiError(0, ''), true],
  ['the API rejects the move', new ApiError(409, 'SLOT_TAKEN'), false],
])('a new move is sent after %s', async (_, error, isRenewed) => {
  const { changes, move, start, sent } = await openChanges()
  move.mockRejectedValueOnce(error)
  expect(await changes.move({ start, holdId: 'hold_1' })).toBe(error)
  if (isRenewed) changes.renew()
  await changes.move({ start: start + HOUR_MS })
  const [first, second] = sent()
  expect(second).toMatchObject({ start: start + HOUR_MS })
  expect(second).not.toHaveProperty('holdId')
  expect(second?.key).not.toBe(first?.key)
})

it('reports that the customer joins, then opens the room', async () => {
  const done: string[] = []
  const start = Date.now() - HOUR_MS / 12
  const session = {
    mayManage: true,
    appointment: () =>
      Promise.resolve({
        state: 'ACTIVATED',
        place: { channel: 'VIDEO' },
        start: new Date(start).toISOString(),
        end: new Date(start + HOUR_MS).toISOString(),
      }),
    room: () => Promise.resolve(undefined),
    profile: () => Promise.resolve({}),
    setPresence: (state: string) => Promise.resolve(void done.push(state)),
  } as unknown as Session
  const { createManage } = await import('./manage.ts')
  const manage = createManage(
    () => Promise.resolve(session),
    (address) => void done.push(address),
  )
  await manage.open()
  await manage.enter('https://video.example/r')
  expect(done).toEqual(['JOINED', 'https://video.example/r'])
})

/** The page of an appointment that starts in five minutes. Its room is still closed. */
async function openBeforeStart() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const start = Date.now() + HOUR_MS / 12
  const appointment = {
    version: 1,
    state: 'SCHEDULED',
    place: { channel: 'VIDEO' },
    start: new Date(start).toISOString(),
    end: new Date(start + HOUR_MS).toISOString(),
  }
  const room = { url: 'https://video.example/r', expires: new Date(start + 2 * HOUR_MS).toISOString() }
  const read = vi.fn(() => Promise.resolve({ ...appointment }))
  const session = {
    mayManage: true,
    appointment: read,
    room: () => Promise.resolve(room),
    profile: () => Promise.resolve({}),
  } as unknown as Session
  const { createManage } = await import('./manage.ts')
  const manage = createManage(
    () => Promise.resolve(session),
    () => undefined,
  )
  await manage.open()
  return { manage, appointment, room, read }
}

it('shows the room once it opens, but not below an open form', async () => {
  const { manage, appointment, room, read } = await openBeforeStart()
  Object.assign(appointment, { version: 2, state: 'ACTIVATED' })
  manage.ask('cancel')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(manage.view.value).toMatchObject({ appointment: { version: 1 }, room: undefined })
  manage.openPanel.value = undefined
  read.mockRejectedValueOnce(new ApiError(0, ''))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(manage.view.value).toMatchObject({ appointment: { version: 2 }, room })
})

it('offers no room for a meeting in person, although it has one', async () => {
  const { manage, appointment } = await openBeforeStart()
  Object.assign(appointment, { version: 2, state: 'ACTIVATED', place: { channel: 'IN_PERSON' } })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(manage.view.value).toMatchObject({ appointment: { version: 2 }, room: undefined })
})

it('says that its link has ended, but not while the customer moves the appointment', async () => {
  const { manage, read } = await openBeforeStart()
  let end = (_: ApiError) => {}
  read.mockReturnValueOnce(new Promise((_, reject) => (end = reject)))
  await vi.advanceTimersByTimeAsync(15_000)
  manage.ask('move')
  const error = new ApiError(400, 'TICKET_REPLACED')
  end(error)
  await vi.advanceTimersByTimeAsync(0)
  expect(manage.view.value).toMatchObject({ kind: 'appointment' })
  manage.openPanel.value = undefined
  read.mockRejectedValueOnce(error)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(manage.view.value).toEqual({ kind: 'failure', error, isAfterChange: false })
})

it('keeps an open form after a change by others, although the clock of the browser is hours ahead', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: { removeProperty: () => {} } } })
  const { send } = await import('../../api/send.ts')
  const respondAt = (instant: number) => {
    const headers = { date: new Date(instant).toUTCString() }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { headers })))
    return send('x')
  }
  const { manage, appointment } = await openBeforeStart()
  const customerActions = { move: { allowed: true }, cancel: { allowed: true } }
  Object.assign(appointment, { version: 2, customerActions })
  const server = Date.now()
  vi.setSystemTime(server + 8 * HOUR_MS)
  await respondAt(server)
  manage.ask('cancel')
  const view = manage.view.value
  if (view?.kind !== 'appointment') throw new Error('the appointment is not shown')
  await manage.changes(view).rejected(new ApiError(412, 'VERSION_MISMATCH'))
  expect(manage.openPanel.value).toBe('cancel')
  // the other tests have the right clock
  await respondAt(Date.now())
})

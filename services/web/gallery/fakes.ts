import type { Appointment, Room } from '../src/api/appointment.ts'
import { ApiError } from '../src/api/send.ts'
import type { Session } from '../src/api/session.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The next day after some days, at an hour in UTC. */
const dayAhead = (days: number, hour: number) =>
  Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS + hour * 60 * MINUTE_MS

const between = (start: number, minutes = 30) => ({
  start: new Date(start).toISOString(),
  end: new Date(start + minutes * MINUTE_MS).toISOString(),
})

/** When appointments of the gallery take place. */
export const times = {
  ahead: () => between(dayAhead(3, 9)),
  later: () => between(dayAhead(4, 8)),
  soon: () => between(Date.now() + 10 * MINUTE_MS),
  now: () => between(Date.now() - 5 * MINUTE_MS),
  past: () => between(dayAhead(-2, 9)),
}

/** An appointment as its customer sees it. */
export const anAppointment = (change: Partial<Appointment> = {}): Appointment => ({
  id: 'a-1',
  version: 1,
  title: 'Advice on a home loan',
  ...times.ahead(),
  timezone: 'Europe/Berlin',
  locale: document.documentElement.lang,
  state: 'SCHEDULED',
  notificationsActive: true,
  ...change,
})

export const aRoom = (): Room => ({
  url: 'https://video.example.com/room',
  expires: new Date(Date.now() + DAY_MS).toISOString(),
})

/** An error of the API. */
export const anError = (status: number, code = '', retryInS?: number) =>
  new ApiError(status, code, undefined, retryInS === undefined ? undefined : Date.now() + retryInS * 1000)

interface Fake {
  /** Responses to reads, one after the other; the last one is repeated. */
  reads?: readonly (Appointment | ApiError)[]
  room?: Room | undefined
  /** Response to a change. */
  change?: Appointment | ApiError
}

/** A session without a server. */
export function aSession({ reads = [anAppointment()], room, change }: Fake = {}): Session {
  let count = 0
  const settle = <Result>(result: Result | ApiError): Promise<Result> =>
    result instanceof ApiError ? Promise.reject(result) : Promise.resolve(result)
  const changed = () =>
    change === undefined ? new Promise<never>(() => undefined) : settle<Appointment>(change)
  return {
    mayManage: true,
    appointment: () => settle<Appointment>(reads[Math.min(count++, reads.length - 1)] ?? anAppointment()),
    room: () => Promise.resolve(room),
    move: changed,
    cancel: changed,
  }
}

import type { Appointment, Room } from '../src/api/appointment.ts'
import type { Profile } from '../src/api/profile.ts'
import { ApiError } from '../src/api/send.ts'
import type { Session, WayToMove } from '../src/api/session.ts'
import { aHold, freeTimes } from './free-times.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A day from now on, at an hour in UTC. */
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
  applicationId: 'bank',
  version: 1,
  title: 'Advice on a home loan',
  ...times.ahead(),
  duration: 'PT30M',
  timezone: 'Europe/Berlin',
  locale: document.documentElement.lang,
  state: 'SCHEDULED',
  notificationsActive: true,
  organizer: { id: 'agent-7', type: 'AGENT', displayName: 'Ben Okoye' },
  participants: [],
  place: { channel: 'VIDEO' },
  customerActions: { move: { allowed: true }, cancel: { allowed: true } },
  metadata: {},
  interaction: { state: 'PENDING', properties: {} },
  ...change,
})

/** The brand of a company that has set every field. */
export const aProfile = () =>
  ({
    name: 'Harbour Bank',
    address: '12 Quay Street, Harbourtown',
    accent: '#0b7a75',
    supportPhone: '+49 30 123456',
    supportEmail: 'help@bank.example',
    privacyUrl: 'https://bank.example/privacy',
    termsUrl: 'https://bank.example/terms',
    imprintUrl: 'https://bank.example/imprint',
    booking: { enabled: true, codeBy: ['EMAIL'], holds: 'OPEN' },
  }) satisfies Profile

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
  profile?: Profile
  room?: Room | undefined
  /** Response to a change. */
  change?: Appointment | ApiError
  way?: WayToMove | ApiError
  file?: Blob | ApiError
  times?: Session['freeTimes']
  holds?: ReturnType<Session['holds']>
}

/** A fake session, which needs no server. */
export function aSession({
  reads = [anAppointment()],
  profile = aProfile(),
  room,
  change,
  way = 'anyTime',
  file = new Blob(),
  times = freeTimes(),
  holds = aHold(),
}: Fake = {}): Session {
  let count = 0
  const settle = <Result>(result: Result | ApiError): Promise<Result> =>
    result instanceof ApiError ? Promise.reject(result) : Promise.resolve(result)
  const changed = () =>
    change === undefined ? new Promise<never>(() => undefined) : settle<Appointment>(change)
  return {
    mayManage: true,
    participantId: 'p-1',
    appointment: () => settle<Appointment>(reads[Math.min(count++, reads.length - 1)] ?? anAppointment()),
    profile: () => Promise.resolve(profile),
    room: () => Promise.resolve(room),
    contact: () => Promise.resolve({ primaryEmail: 'ada@example.com', primaryPhone: '+4930123456' }),
    wayToMove: () => settle<WayToMove>(way),
    freeTimes: times,
    holds: () => holds,
    move: changed,
    cancel: changed,
    follow: () => Promise.resolve(),
    calendarFile: () => settle<Blob>(file),
    setPresence: () => Promise.resolve(),
  }
}

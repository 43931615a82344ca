import { settings } from '../../api/settings.ts'
import { decoded } from '../../text/decoded.ts'

export const stepNames = ['service', 'time', 'details', 'code', 'done'] as const
export type StepName = (typeof stepNames)[number]

/** A step of a booking as an entry of the history; it holds no personal data. */
export interface Entry {
  step: StepName
  serviceTypeId?: string | undefined
  /** The day whose times are shown. */
  day?: string | undefined
}

/** The history of the page. */
export interface Steps {
  /** The choices that the address of the page contains. */
  initial: () => Pick<Entry, 'serviceTypeId' | 'day'>
  push: (entry: Entry) => void
  replace: (entry: Entry) => void
  /** Calls the listener when the visitor goes back or forward. */
  listen: (listener: (entry: Entry) => void) => void
}

const PATH = /\/book\/([^/]+)(?:\/([^/]+))?\/?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

const partsOfPath = () =>
  PATH.exec(location.pathname)
    ?.slice(1)
    .map((part) => part && decoded(part)) ?? []

/** The application in the address of this page. */
export const applicationOfPage = (): string => partsOfPath()[0] ?? ''

/** The history of the browser. */
export function createSteps(applicationId: string): Steps {
  const addressOf = ({ serviceTypeId, day }: Entry): string => {
    const names = [applicationId, ...(serviceTypeId === undefined ? [] : [serviceTypeId])]
    const query = new URLSearchParams(location.search)
    query.delete('day')
    if (day !== undefined) query.set('day', day)
    const path = `${settings.root()}/book/${names.map(encodeURIComponent).join('/')}`
    return query.size === 0 ? path : `${path}?${query.toString()}`
  }
  const initial = () => {
    const day = new URLSearchParams(location.search).get('day') ?? ''
    const isDay = DAY.test(day) && !Number.isNaN(Date.parse(day))
    return { serviceTypeId: partsOfPath()[1] || undefined, day: isDay ? day : undefined }
  }
  const entryOf = (state: unknown): Entry =>
    (state as { entry?: Entry } | null)?.entry ?? { step: 'time', ...initial() }
  return {
    initial,
    push: (entry) => history.pushState({ entry }, '', addressOf(entry)),
    replace: (entry) => history.replaceState({ ...(history.state as object), entry }, '', addressOf(entry)),
    listen: (listener) => addEventListener('popstate', ({ state }) => listener(entryOf(state))),
  }
}

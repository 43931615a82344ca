import type { NotificationChannel, NotificationReason, NotificationType } from '@appointments/contracts'
import { signal } from '@preact/signals'
import { addDays } from '../../text/calendar-dates.ts'
import { messageStatuses, type Message, type MessageSearch, type Page, type Retried } from '../api/shapes.ts'
import { dayOf, startOf } from '../day.ts'
import type { Desk } from '../desk.ts'
import { pageOrFirst } from '../first-page.ts'
import { place } from '../place.ts'
import { createResource } from '../resource.ts'
import { channelNames, reasonNames, typeNames } from './message-words.ts'

/** The maximum number of messages that one press sends again. */
export const MOST_AGAIN = 100
const REFRESH_MS = 15_000
const SOON_MS = 2000
const SOON_FOR_MS = 30_000
const PAGE = 50

export const days = ['1', '7', '30'] as const

/**
 * The messages that the address asks for. Without a choice, those of a week that did not reach their customer.
 * A period of all messages ends with today, unless planned ones are chosen.
 */
export function searchIn(
  query: URLSearchParams,
  applicationId: string,
  zone: string,
  now: number,
): MessageSearch {
  const among = <Name extends string>(name: string, names: readonly Name[]) =>
    names.filter((one) => one === query.get(name))
  const view = query.get('view') === 'ALL' ? 'ALL' : 'UNREACHED'
  // the list of customers who were not reached shows no choice of a status
  const status = view === 'ALL' ? among('status', messageStatuses) : []
  const type = among('type', Object.keys(typeNames) as NotificationType[])
  const channel = among('channel', Object.keys(channelNames) as NotificationChannel[])
  const chosenReasons = query.get('reason')?.split(',') ?? []
  const reason = (Object.keys(reasonNames) as NotificationReason[]).filter((one) =>
    chosenReasons.includes(one),
  )
  const agent = query.get('agent')
  const period = days.find((one) => one === query.get('days')) ?? '7'
  const today = dayOf(now, zone)
  const from = startOf(addDays(today, 1 - Number(period)), zone)
  // messages planned for later days would come first and hide those of the period
  const hasEnd = view === 'ALL' && !status.includes('INITIALIZED')
  const cursor = query.get('after')
  return {
    applicationId,
    from: new Date(from).toISOString(),
    ...(hasEnd && { to: new Date(startOf(addDays(today, 1), zone)).toISOString() }),
    view,
    ...(status.length > 0 && { status }),
    ...(type.length > 0 && { type }),
    ...(channel.length > 0 && { channel }),
    ...(reason.length > 0 && { reason }),
    ...(agent !== null && { agentId: [agent] }),
    ...(cursor !== null && { cursor }),
    limit: PAGE,
  }
}

/** The outcome of one message that was sent again. */
export interface Result {
  message: Message
  outcome: Retried['outcome']
}

/** The messages of an application, and which of them are to be sent again. */
export function createMessages({ api, application, zone }: Desk) {
  const chosen = signal<ReadonlySet<string>>(new Set())
  const results = signal<readonly Result[]>([])
  const attention = signal(0)
  let soonUntil = 0
  let isFollowed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const list = createResource<Page<Message>>(() =>
    pageOrFirst(() => api.messages(searchIn(place.peek().query, application.value.id, zone(), Date.now()))),
  )
  function watch(): void {
    clearTimeout(timer)
    // the view may have been closed before the response came
    if (!isFollowed) return
    timer = setTimeout(
      () => {
        const read = document.visibilityState === 'visible' ? list.load() : Promise.resolve()
        void read.then(watch)
      },
      Date.now() < soonUntil ? SOON_MS : REFRESH_MS,
    )
  }
  /** A message is being sent, so its status will change soon. */
  const expectNews = () => {
    soonUntil = Date.now() + SOON_FOR_MS
    void list.load().then(watch)
  }
  return {
    list,
    chosen,
    /** The results of the last resend. They stay when the list is loaded again. */
    results,
    choose(id: string, is: boolean) {
      const next = new Set(chosen.peek())
      if (is && next.size < MOST_AGAIN) next.add(id)
      else next.delete(id)
      chosen.value = next
    },
    chooseAll(ids: readonly string[]) {
      chosen.value = new Set(ids.slice(0, MOST_AGAIN))
    },
    /** Reads the messages that the address asks for; none of them is chosen. */
    open(): Promise<void> {
      chosen.value = new Set()
      return list.load()
    },
    /** @throws ApiError */
    async sendAgain(ids: readonly string[]): Promise<void> {
      const listed = list.known.peek().value?.content ?? []
      const outcomes = await api.retry(ids)
      results.value = outcomes.flatMap(({ id, outcome }) => {
        const message = listed.find((one) => one.id === id)
        return message ? { message, outcome } : []
      })
      chosen.value = new Set()
      expectNews()
    },
    /** A message was sent again, so it may leave the list. */
    noteResent(message: Message) {
      results.value = [{ message, outcome: 'QUEUED' }]
      expectNews()
    },
    /** Increases when the results should take the focus, because the pressed button disappears. */
    attention,
    attend() {
      attention.value++
    },
    /** @returns a function that stops reading */
    follow() {
      isFollowed = true
      watch()
      return () => {
        isFollowed = false
        clearTimeout(timer)
      }
    },
  }
}
export type Messages = ReturnType<typeof createMessages>

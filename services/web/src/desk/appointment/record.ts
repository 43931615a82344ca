import { signal } from '@preact/signals'
import { ApiError, newKey } from '../../api/send.ts'
import type { Appointment, MessageStep, Page, Person, TimelineEntry } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { merged } from '../listing.ts'
import type { News } from '../live/news.ts'
import { createResource } from '../resource.ts'

const GATHER_MS = 300
/** How often messages are read while the page is visible, and after one was sent again. */
const MESSAGES_MS = 15_000
const MESSAGES_SOON_MS = 2000
const SOON_FOR_MS = 30_000

/** What others changed between the version that the person saw and the current one. */
export interface Conflict {
  now: Appointment
  entries: readonly TimelineEntry[]
}

/** The page of one appointment: its data, and changes to it. */
export function createRecord({ api, live, is }: Pick<Desk, 'api' | 'live' | 'is'>, id: string) {
  const appointment = createResource(() => api.appointment(id))
  const people = createResource<Person[]>(() => api.people(id))
  const timeline = createResource<Page<TimelineEntry>>(() => api.timeline(id))
  const seesMessages = is('ROLE_AGENT', 'ROLE_SUPERVISOR')
  const messages = createResource<MessageStep[]>(() =>
    seesMessages ? api.messageSteps(id) : Promise.resolve([]),
  )
  const isGone = signal(false)
  let soonUntil = 0
  let isFollowed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined

  const load = () =>
    Promise.all([appointment, people, timeline, messages].map((one) => one.load())).then(() => undefined)
  const loadSoon = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      void load()
    }, GATHER_MS)
  }
  const take = (news: News) => {
    if (news.kind === 'reload') loadSoon()
    else if (news.change.appointmentId === id) {
      const { inScope, appointment: after } = news.change
      // an appointment that was reassigned to another agent may come back
      isGone.value = !inScope
      if (!inScope) return
      if (after) appointment.update((before) => merged(before, after))
      loadSoon()
    }
  }
  function watchMessages(): void {
    clearTimeout(timer)
    // the page may have been closed before the response came
    if (!isFollowed) return
    const delay = Date.now() < soonUntil ? MESSAGES_SOON_MS : MESSAGES_MS
    timer = setTimeout(() => {
      const read = document.visibilityState === 'visible' ? messages.load() : Promise.resolve()
      void read.then(watchMessages)
    }, delay)
  }

  return {
    id,
    appointment,
    people,
    timeline,
    messages,
    seesMessages,
    /** Whether the appointment was removed, or the person may no longer see it. */
    isGone,
    load,
    /** @returns a function that stops following */
    follow() {
      const end = live.listen(take)
      isFollowed = true
      if (seesMessages) watchMessages()
      return () => {
        isFollowed = false
        end()
        clearTimeout(timer)
        clearTimeout(gathering)
      }
    },
    /** A message is being sent, so its status will change soon. */
    expectMessages() {
      soonUntil = Date.now() + SOON_FOR_MS
      void messages.load().then(watchMessages)
    },
    /**
     * Changes the version of the appointment that the person has seen. A retry after a lost response has the same key.
     * @param send sends the change of that version
     */
    changing(send: (seen: Appointment, key: string) => Promise<Appointment>) {
      let key = newKey()
      return {
        /** Call it when the input has changed, so that the next attempt gets a new idempotency key. */
        renew() {
          key = newKey()
        },
        /** @returns what others changed meanwhile, if that prevents the change. @throws ApiError */
        async attempt(seen: Appointment): Promise<Conflict | undefined> {
          try {
            appointment.set(merged(seen, await send(seen, key)))
            void load()
            return undefined
          } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 412) throw error
            key = newKey()
            const [now, history] = await Promise.all([api.appointment(id), api.timeline(id)])
            appointment.set(now)
            void load()
            return { now, entries: history.content.filter(({ version }) => version > seen.version) }
          }
        },
      }
    },
  }
}
export type AppointmentRecord = ReturnType<typeof createRecord>

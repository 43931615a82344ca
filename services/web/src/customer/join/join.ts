import { signal } from '@preact/signals'
import type { Appointment, Contact, Room } from '../../api/appointment.ts'
import type { Profile } from '../../api/profile.ts'
import { ApiError, serverNow } from '../../api/send.ts'
import type { Session } from '../../api/session.ts'
import { hasOpenRoom, joinFrom, linkEndOf, pauseBefore, phaseOf, type Phase } from '../phase.ts'
import { showCompany } from '../company.ts'
import { ownState } from './waiting.ts'

const TROUBLE_PAUSE_MS = 30_000

/** The content of the page. */
export type View =
  | { kind: 'failure'; error: unknown }
  | {
      kind: 'appointment'
      appointment: Appointment
      room: Room | undefined
      profile: Profile
      /** Only for a phone call. */
      contact: Contact | undefined
      phase: Phase
      now: number
      /** Whether the customer has been in the room at the time of the call and has come back. */
      hasLeft: boolean
      /** Whether the customer has reported leaving. */
      hasFinished: boolean
      /** Whether the last refresh failed; the view is then the state before it. */
      isLost: boolean
    }
export type Shown = Extract<View, { kind: 'appointment' }>

/** How the page opens the room, and how it remembers that it did. */
export interface Visit {
  /** The start of the call in whose time this tab was in the room. */
  visited: () => string | undefined
  /** Records the visit of the call with this start, then opens the room in this tab. */
  enter: (address: string, start: string | undefined) => void
}

/**
 * The state of the appointment's room, read again while it can still change. Reading it changes nothing; presence is
 * reported only after the customer has done something on the page.
 */
export function createJoin(openSession: () => Promise<Session>, visit: Visit) {
  const view = signal<View | undefined>(undefined)
  const isEntering = signal(false)
  let session: Session | undefined
  let contact: Contact | undefined
  let next: ReturnType<typeof setTimeout> | undefined
  let refreshedAt = 0
  let isRefreshing = false
  let visited = visit.visited()
  /** The start for which presence was reported. A move clears the presence, so it is reported again for a new start. */
  let reportedFor: string | undefined
  let reporting = Promise.resolve()

  const refreshIn = (pauseMs: number) => {
    clearTimeout(next)
    next = setTimeout(() => void refresh(), pauseMs)
  }

  async function read(): Promise<void> {
    session ??= await openSession()
    const appointment = await session.appointment()
    const room = hasOpenRoom(appointment) ? await session.room() : undefined
    if (appointment.place.channel === 'PHONE') contact ??= await session.contact().catch(() => undefined)
    const profile = await showCompany(session, appointment)
    const now = serverNow()
    const phase = phaseOf(appointment, room, now)
    const hasFinished = ownState(appointment, session) === 'LEFT'
    // before the call, customers may look into the room and leave it
    const hasMet = appointment.outcome === 'IN_PROGRESS' || appointment.outcome === 'COMPLETED'
    view.value = {
      kind: 'appointment',
      ...{ appointment, room, profile, contact, phase, now, hasFinished, isLost: false },
      hasLeft: visited === appointment.start || (hasFinished && hasMet),
    }
    if (phase === 'waiting' || phase === 'running' || phase === 'open')
      refreshIn(pauseBefore(Date.parse(appointment.start), now))
  }

  async function refresh(): Promise<void> {
    if (isRefreshing) return
    isRefreshing = true
    clearTimeout(next)
    refreshedAt = Date.now()
    try {
      await read()
    } catch (error) {
      const isGone = error instanceof ApiError && linkEndOf(error) !== undefined
      if (!isGone) refreshIn(TROUBLE_PAUSE_MS)
      // content that was already loaded stays visible
      const shown = view.value
      view.value =
        !isGone && shown?.kind === 'appointment' ? { ...shown, isLost: true } : { kind: 'failure', error }
    } finally {
      isRefreshing = false
    }
  }

  return {
    view,
    isEntering,
    refresh,
    /** Milliseconds since the last refresh. */
    age: () => Date.now() - refreshedAt,

    /** Reports that the customer waits for the call. Call it when the customer has done something on the page. */
    async noticed(): Promise<void> {
      const shown = view.value
      if (!session || shown?.kind !== 'appointment' || reportedFor === shown.appointment.start) return
      const { appointment, phase } = shown
      const isAhead = phase === 'waiting' || phase === 'running' || phase === 'open'
      // a room may open with the booking, days ahead
      const isTime = isAhead && appointment.place.channel === 'VIDEO' && joinFrom(appointment) <= serverNow()
      const own = ownState(appointment, session)
      if (!isTime || shown.hasLeft || own === 'WAITING' || own === 'JOINED') return
      reportedFor = appointment.start
      // the report only informs the agent; if it fails, the customer's next action repeats it
      reporting = session.setPresence('WAITING').catch(() => {
        reportedFor = undefined
      })
      await reporting
    },

    /** Reports that the customer joins, and opens the room. */
    async enter(address: string): Promise<void> {
      if (isEntering.value) return
      isEntering.value = true
      // otherwise the report that the customer waits could arrive last
      await reporting
      const shown = view.value?.kind === 'appointment' ? view.value.appointment : undefined
      // customers who only look into the room before the call still report on its day that they wait
      const call = shown && joinFrom(shown) <= serverNow() ? shown.start : undefined
      reportedFor = call
      // the room matters more than the report
      await session?.setPresence('JOINED').catch(() => undefined)
      visited = call
      isEntering.value = false
      visit.enter(address, call)
    },

    /** The appointment as a file for calendars. @throws ApiError */
    calendarFile: (): Promise<Blob> => session?.calendarFile() ?? Promise.reject(new ApiError(0, '')),

    /** Reports that the customer has left for good. */
    async finish(): Promise<void> {
      await session?.setPresence('LEFT').catch(() => undefined)
      await refresh()
    },
  }
}
export type Join = ReturnType<typeof createJoin>

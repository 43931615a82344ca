import { signal } from '@preact/signals'
import type { Appointment, Room } from '../../api/appointment.ts'
import { ApiError } from '../../api/send.ts'
import type { Session } from '../../api/session.ts'
import { useLanguage } from '../../text/words.ts'
import { meaningOf, pauseBefore, phaseOf, type Phase } from '../phase.ts'

const TROUBLE_PAUSE_MS = 30_000

/** What the page shows. */
export type View =
  | { kind: 'failure'; error: unknown }
  | {
      kind: 'appointment'
      appointment: Appointment
      room: Room | undefined
      phase: Phase
      now: number
      /** Whether the last refresh failed; the view is then the state before it. */
      isLost: boolean
    }

/** The state of the appointment's room, read again while it can still change. Reading it changes nothing. */
export function createJoin(openSession: () => Promise<Session>) {
  const view = signal<View | undefined>(undefined)
  let session: Session | undefined
  let next: ReturnType<typeof setTimeout> | undefined
  let refreshedAt = 0
  let isRefreshing = false

  const refreshIn = (pauseMs: number) => {
    next = setTimeout(() => void refresh(), pauseMs)
  }

  async function read(): Promise<void> {
    session ??= await openSession()
    const appointment = await session.appointment()
    const room = appointment.state === 'ACTIVATED' ? await session.room() : undefined
    await useLanguage(appointment.locale)
    const now = Date.now()
    const phase = phaseOf(appointment, room, now)
    view.value = { kind: 'appointment', appointment, room, phase, now, isLost: false }
    if (phase === 'waiting' || phase === 'running') refreshIn(pauseBefore(Date.parse(appointment.start), now))
  }

  async function refresh(): Promise<void> {
    if (isRefreshing) return
    isRefreshing = true
    clearTimeout(next)
    refreshedAt = Date.now()
    try {
      await read()
    } catch (error) {
      const isGone = error instanceof ApiError && meaningOf(error) === 'gone'
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
    refresh,
    /** Milliseconds since the last refresh. */
    age: () => Date.now() - refreshedAt,
  }
}
export type Join = ReturnType<typeof createJoin>

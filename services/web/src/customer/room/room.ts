import { signal } from '@preact/signals'
import type { Profile } from '../../api/profile.ts'
import type { RoomView } from '../../api/room-view.ts'
import type { Session } from '../../api/session.ts'
import { useLanguage } from '../../text/words.ts'
import { showBrand } from '../../ui/brand.ts'
import { showCompany } from '../company.ts'

const PAUSE_MS = 4000

/** A person in the room, with the details that the customer may see. */
export type Attendant = { kind: 'you' } | { kind: 'agent'; name?: string } | { kind: 'customer' }

interface Settings {
  /** Undefined if there is no room at the address. @throws ApiError */
  readRoom: () => Promise<RoomView | undefined>
  /** The public data of the application; empty if it has none. */
  profileOf: (applicationId: string | undefined) => Promise<Profile>
  /** Opens the link that led here; undefined if the room was opened directly. @throws ApiError */
  openSession: (() => Promise<Session>) | undefined
  /** Returns to the page that led here. */
  goBack: () => void
}

/** The test room: who is expected and, for a customer that has joined, who is there. */
export function createRoom({ readRoom, profileOf, openSession, goBack }: Settings) {
  /** Undefined if there is no room at the address. */
  const view = signal<RoomView | { error: unknown } | undefined>(undefined)
  /** Undefined if the room was opened directly. */
  const there = signal<readonly Attendant[] | undefined>(undefined)
  const isLeaving = signal(false)
  let session: Session | undefined
  let next: ReturnType<typeof setTimeout> | undefined

  /** Reads who is in the room. */
  async function look(isFirst = false): Promise<void> {
    if (!session) return
    const { participantId } = session
    const appointment = await session.appointment()
    if (isFirst) await showCompany(session, appointment)
    const { participants } = appointment
    there.value = participants
      .filter(({ state }) => state === 'JOINED')
      .map(({ id, type, displayName }): Attendant => {
        if (id === participantId) return { kind: 'you' }
        if (type === 'CUSTOMER') return { kind: 'customer' }
        return { kind: 'agent', ...(displayName !== undefined && { name: displayName }) }
      })
  }
  const keepLooking = () => {
    next = setTimeout(
      () =>
        void look()
          .catch(() => undefined)
          .finally(keepLooking),
      PAUSE_MS,
    )
  }

  return {
    view,
    there,
    isLeaving,
    async open(): Promise<void> {
      clearTimeout(next)
      view.value = await readRoom().catch((error: unknown) => ({ error }))
      if (!view.value || 'error' in view.value) return
      const { state, applicationId, locale, expected } = view.value
      const profile = await profileOf(applicationId)
      await useLanguage({ appointment: locale, application: profile.locales })
      showBrand({ ...(expected?.company !== undefined && { name: expected.company }), ...profile })
      if (state !== 'OPEN') return
      // without a working link, the room is shown as if it had been opened directly
      session = await openSession?.().catch(() => undefined)
      if (!session) return
      await look(true).catch(() => undefined)
      keepLooking()
    },

    /** Reports that the customer has left. */
    async leave(): Promise<void> {
      if (isLeaving.value) return
      isLeaving.value = true
      clearTimeout(next)
      await session?.setPresence('LEFT').catch(() => undefined)
      goBack()
    },
  }
}
export type TestRoom = ReturnType<typeof createRoom>

import { signal } from '@preact/signals'
import type { Appointment, Room } from '../../api/appointment.ts'
import type { Profile } from '../../api/profile.ts'
import { ApiError, newKey, serverNow } from '../../api/send.ts'
import type { NewTime, Session } from '../../api/session.ts'
import { hasOpenRoom, linkEndOf, meaningOf, pauseBefore, phaseOf } from '../phase.ts'
import { showCompany } from '../company.ts'
import { mayDo, type Action } from './allowed.ts'

/** The change that was made on this page. */
export type Done = { kind: 'moved'; before: Appointment } | { kind: 'cancelled' }

/** The content of the page. */
export type View =
  | { kind: 'failure'; error: unknown; isAfterChange: boolean }
  | {
      kind: 'appointment'
      appointment: Appointment
      room: Room | undefined
      profile: Profile
      /** Whether the link of the page still allows changes. */
      isLinkCurrent: boolean
      /** A change made here. */
      done?: Done
      /** The state that the customer saw before the appointment turned out to have changed. */
      seen?: Appointment
    }
export type Shown = Extract<View, { kind: 'appointment' }>

/** Whether the outcome of a change is unknown. */
export const isUnsettled = (error: unknown): boolean =>
  error instanceof ApiError && meaningOf(error) === 'noReply'

/**
 * The customer's appointment and the changes to it. Opening it changes nothing.
 * @param openRoom opens the address of a room in this tab
 */
export function createManage(openSession: () => Promise<Session>, openRoom: (address: string) => void) {
  const view = signal<View | undefined>(undefined)
  const openPanel = signal<Action | undefined>(undefined)
  const isEntering = signal(false)
  let session: Session | undefined
  let next: ReturnType<typeof setTimeout> | undefined

  async function read(from: Session): Promise<{ appointment: Appointment; room: Room | undefined }> {
    const appointment = await from.appointment()
    const room = hasOpenRoom(appointment) ? await from.room() : undefined
    return { appointment, room }
  }

  async function load(seen?: Appointment): Promise<void> {
    if (!session) throw new ApiError(400, 'TICKET_GONE')
    const { appointment, room } = await read(session)
    const profile = await showCompany(session, appointment)
    // an open form stays open if its change is still allowed
    if (!seen || !mayDo(appointment, openPanel.value, serverNow())) openPanel.value = undefined
    view.value = {
      kind: 'appointment',
      appointment,
      room,
      profile,
      isLinkCurrent: true,
      ...(seen && { seen }),
    }
    refreshLater()
  }

  /** Reads the appointment again as long as its room can still open. */
  function refreshLater(): void {
    clearTimeout(next)
    const shown = view.value
    if (shown?.kind !== 'appointment' || !shown.isLinkCurrent) return
    const { appointment, room } = shown
    const now = serverNow()
    const phase = phaseOf(appointment, room, now)
    if (phase !== 'waiting' && phase !== 'running') return
    next = setTimeout(() => void refresh(), pauseBefore(Date.parse(appointment.start), now))
  }

  /** Shows the current state, unless a form is open or the customer has done something meanwhile. */
  async function refresh(): Promise<void> {
    const shown = view.value
    if (session && shown?.kind === 'appointment' && openPanel.value === undefined)
      try {
        const current = await read(session)
        if (view.value === shown) view.value = { ...shown, ...current }
      } catch (error) {
        const isGone = error instanceof ApiError && linkEndOf(error) !== undefined
        if (isGone && view.value === shown) fail(error, false)
      }
    refreshLater()
  }

  const fail = (error: unknown, isAfterChange = true) => {
    openPanel.value = undefined
    view.value = { kind: 'failure', error, isAfterChange }
  }

  /** Shows the current state after a change was rejected, if the link still gives access to it. */
  async function showOutdated(error: ApiError, seen: Appointment): Promise<void> {
    if (meaningOf(error) === 'stale') return load(seen)
    const state = (await session?.appointment())?.state
    if (state === 'SCHEDULED' || state === 'ACTIVATED') fail(error)
    else await load(seen)
  }

  /** Shows a change that was made, and continues with the link that replaces the one of the page. */
  async function showDone(appointment: Appointment, before: Shown, done: Done): Promise<void> {
    const { links } = appointment
    const follow = async () => {
      if (!session || !links) return false
      return session.follow(links.manage).then(
        () => true,
        () => false,
      )
    }
    const isLinkCurrent = done.kind === 'cancelled' || (await follow())
    openPanel.value = undefined
    const { room, profile } = before
    view.value = { kind: 'appointment', appointment, room, profile, isLinkCurrent, done }
    refreshLater()
  }

  return {
    view,
    openPanel,
    isEntering,
    /** Reports that the customer joins, and opens the room. */
    async enter(address: string): Promise<void> {
      if (isEntering.value) return
      isEntering.value = true
      // the room matters more than the report
      await session?.setPresence('JOINED').catch(() => undefined)
      isEntering.value = false
      openRoom(address)
    },
    async open(): Promise<void> {
      try {
        session = await openSession()
        // a ticket for a room does not allow changes
        if (!session.mayManage) throw new ApiError(400, 'TICKET_UNKNOWN')
        await load()
      } catch (error) {
        fail(error, false)
      }
    },

    /** Opens the form of a change, and removes the notice about an earlier change. */
    ask(action: Action): void {
      const shown = view.value
      if (shown?.kind === 'appointment') {
        const { done: _, seen: __, ...rest } = shown
        view.value = rest
      }
      openPanel.value = action
    },

    /** The session of the link, once it is open. */
    session: () => session,

    /**
     * Sends changes of one form. A retry after a missing response repeats the same request with the same idempotency
     * key, so that the change is made once.
     */
    changes(shown: Shown) {
      const seen = shown.appointment
      let key = newKey()
      /** The time that was sent with the key. */
      let sent: NewTime | undefined
      const renew = () => {
        key = newKey()
        sent = undefined
      }
      /** Shows the current state if an error means that the page is outdated. @returns any other error, for the form */
      const rejected = async (error: unknown): Promise<unknown> => {
        if (!(error instanceof ApiError)) throw error
        const meaning = meaningOf(error)
        if (linkEndOf(error) !== undefined || meaning === 'ended' || meaning === 'stale')
          return showOutdated(error, seen).catch((later: unknown) => fail(later))
        return error
      }
      /** @returns the error to show in the form, if it stays open */
      const send = async (act: (session: Session) => Promise<void>): Promise<unknown> => {
        if (!session) return undefined
        try {
          await act(session)
          return undefined
        } catch (error) {
          const shownError = await rejected(error)
          if (shownError instanceof ApiError && !isUnsettled(shownError)) renew()
          return shownError
        }
      }
      return {
        rejected,
        /** Call it when the input has changed, so that the next request gets a new idempotency key. */
        renew,
        /** @param onDone called before the page shows the new time */
        move: (time: NewTime, onDone?: () => void) =>
          send(async ({ move }) => {
            // a retry sends the same time and hold, even if the hold has ended
            sent ??= time
            const moved = await move(seen, sent, key)
            onDone?.()
            await showDone(moved, shown, { kind: 'moved', before: seen })
          }),
        cancel: (reason: string) =>
          send(async ({ cancel }) => {
            await showDone(await cancel(seen, reason, key), shown, { kind: 'cancelled' })
          }),
      }
    },
  }
}
export type Manage = ReturnType<typeof createManage>
export type Changes = ReturnType<Manage['changes']>

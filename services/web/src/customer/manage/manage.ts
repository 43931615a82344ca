import { signal } from '@preact/signals'
import type { Appointment, Room } from '../../api/appointment.ts'
import { ApiError, newKey } from '../../api/send.ts'
import type { Session } from '../../api/session.ts'
import { useLanguage } from '../../text/words.ts'
import { meaningOf } from '../phase.ts'

/** What became of the appointment on this page. */
type Done = { kind: 'moved'; before: Appointment } | { kind: 'cancelled' }

/** What the page shows. */
export type View =
  | { kind: 'failure'; error: unknown; isAfterChange: boolean }
  | {
      kind: 'appointment'
      appointment: Appointment
      room: Room | undefined
      /** A change made here, after which the link allows no other. */
      done?: Done
      /** What the customer saw before the appointment turned out to have changed. */
      seen?: Appointment
    }

/** The customer's appointment and the changes to it. Opening it changes nothing. */
export function createManage(openSession: () => Promise<Session>) {
  const view = signal<View | undefined>(undefined)
  const openPanel = signal<'move' | 'cancel' | undefined>(undefined)
  let session: Session | undefined

  async function load(seen?: Appointment): Promise<void> {
    if (!session) throw new ApiError(400, 'TICKET_GONE')
    const appointment = await session.appointment()
    const room = appointment.state === 'ACTIVATED' ? await session.room() : undefined
    await useLanguage(appointment.locale)
    openPanel.value = undefined
    view.value = { kind: 'appointment', appointment, room, ...(seen && { seen }) }
  }

  const fail = (error: unknown, isAfterChange = true) => {
    openPanel.value = undefined
    view.value = { kind: 'failure', error, isAfterChange }
  }

  /** Shows the current state after a change was rejected, as far as the link still gives access to it. */
  async function showOutdated(error: ApiError, seen: Appointment): Promise<void> {
    if (meaningOf(error) === 'stale') return load(seen)
    const state = (await session?.appointment())?.state
    if (state === 'SCHEDULED' || state === 'ACTIVATED') fail(error)
    else await load(seen)
  }

  return {
    view,
    openPanel,
    async open(): Promise<void> {
      try {
        session = await openSession()
        // a ticket for a room does not allow changes
        if (!session.mayManage) throw new ApiError(400, 'TICKET_GONE')
        await load()
      } catch (error) {
        fail(error, false)
      }
    },

    /**
     * Sends changes of one form. A retry after a missing response repeats the request with the same idempotency key, so
     * that nothing happens twice.
     */
    changes(seen: Appointment, room: Room | undefined) {
      let key = newKey()
      const show = (appointment: Appointment, done: Done) => {
        openPanel.value = undefined
        view.value = { kind: 'appointment', appointment, room, done }
      }
      /** @returns the error to show in the form, if it stays open */
      const send = async (act: (session: Session) => Promise<void>): Promise<unknown> => {
        if (!session) return undefined
        try {
          await act(session)
          return undefined
        } catch (error) {
          const meaning = error instanceof ApiError ? meaningOf(error) : 'noReply'
          if (error instanceof ApiError && ['gone', 'ended', 'stale'].includes(meaning))
            return showOutdated(error, seen).catch((later: unknown) => fail(later))
          if (meaning !== 'noReply') key = newKey()
          return error
        }
      }
      return {
        /** Different input is a different request. */
        renew: () => {
          key = newKey()
        },
        move: (start: number) =>
          send(async ({ move }) => show(await move(seen, start, key), { kind: 'moved', before: seen })),
        cancel: (reason: string) =>
          send(async ({ cancel }) => show(await cancel(seen, reason, key), { kind: 'cancelled' })),
      }
    },
  }
}
export type Manage = ReturnType<typeof createManage>
export type Changes = ReturnType<Manage['changes']>

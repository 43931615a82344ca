import { signal } from '@preact/signals'
import type { Held, Holds } from '../api/holds.ts'
import { ApiError } from '../api/send.ts'
import type { FreeTime } from '../api/free-times.ts'

/** How long before its end a hold is announced again. */
export const WARNING_MS = 2 * 60_000
/** How often a hold is renewed while the visitor types. */
const RENEWAL_MS = 60_000

const TAKEN = new Set(['SLOT_TAKEN', 'OUTSIDE_AVAILABILITY', 'HOLD_GONE', 'HOLD_NOT_FOUND'])
/** Statuses of errors after which this visitor can book only without a hold. */
const UNHELD = new Set([401, 429])

/** Whether an error means that a time is not offered any more. */
export const isTaken = (error: unknown): boolean => error instanceof ApiError && TAKEN.has(error.code)

const isUnheld = (error: unknown): boolean =>
  error instanceof ApiError && (UNHELD.has(error.status) || error.code === 'HOLDS_NOT_OFFERED')

/** The state of the chosen time. */
export type HoldingView =
  | { kind: 'none' }
  /** Chosen, but open to others. */
  | { kind: 'unheld'; time: FreeTime }
  | {
      kind: 'held'
      time: FreeTime
      id: string
      until: number
      mayExtend: boolean
      /** Whether it ends within two minutes. */
      isEnding: boolean
    }
  /** The hold has ended; `isFree` is undefined while that is not known. */
  | { kind: 'ended'; time: FreeTime; isFree?: boolean | undefined }

interface Settings {
  holds: Holds
  /** Whether this visitor may hold times at the moment. */
  mayHold?: () => boolean
  /** @throws ApiError */
  isFree: (time: FreeTime) => Promise<boolean>
  /** The hold has ended, and its time is not free any more. */
  onLost: () => void
}

/** The time that a visitor has chosen, and its hold. All times are those of the browser's clock. */
export function createHolding({ holds, mayHold = () => true, isFree, onLost }: Settings) {
  const view = signal<HoldingView>({ kind: 'none' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewedAt = 0
  let renewing: Promise<void> | undefined

  const show = (time: FreeTime, { id, until, extendableUntil }: Held) => {
    renewedAt = Date.now()
    const held = { kind: 'held', time, id, until, mayExtend: extendableUntil > until } as const
    const isEnding = until - Date.now() <= WARNING_MS
    view.value = { ...held, isEnding }
    clearTimeout(timer)
    if (isEnding) timer = setTimeout(() => void end(time), Math.max(0, until - Date.now()))
    else timer = setTimeout(() => show(time, { id, until, extendableUntil }), until - WARNING_MS - Date.now())
  }

  async function end(time: FreeTime): Promise<void> {
    clearTimeout(timer)
    const ended = { kind: 'ended', time } as const
    view.value = ended
    // if the check fails, the visitor can still try to book
    const free = await isFree(time).catch(() => true)
    if (view.value !== ended) return
    if (free) view.value = { ...ended, isFree: true }
    else {
      view.value = { kind: 'none' }
      onLost()
    }
  }

  const holding = {
    view,
    /**
     * Chooses a time in place of any other, and holds it if this visitor may.
     * @throws ApiError if the time is not offered any more, or the service cannot be reached
     */
    async choose(time: FreeTime): Promise<void> {
      await holding.release()
      if (!mayHold()) {
        view.value = { kind: 'unheld', time }
        return
      }
      try {
        show(time, await holds.hold(time.start))
      } catch (error) {
        if (!isUnheld(error)) throw error
        view.value = { kind: 'unheld', time }
      }
    },

    /** Holds the time longer; an error that does not end the hold changes nothing. */
    async extend(): Promise<void> {
      const held = view.value
      if (held.kind !== 'held') return
      renewing ??= holds
        .extend(held.id)
        .then(
          (longer) => {
            if (view.value.kind === 'held' && view.value.id === longer.id) show(held.time, longer)
          },
          (error: unknown) => (isTaken(error) ? end(held.time) : undefined),
        )
        .finally(() => {
          renewing = undefined
        })
      await renewing
    },

    /** Renews the hold, at most once a minute, as long as it can be extended. Call it while the visitor types. */
    async typed(): Promise<void> {
      const held = view.value
      if (held.kind === 'held' && held.mayExtend && Date.now() - renewedAt >= RENEWAL_MS)
        await holding.extend()
    },

    /** Releases the time. */
    async release(): Promise<void> {
      clearTimeout(timer)
      const last = view.value
      view.value = { kind: 'none' }
      // a hold that is not released ends by itself
      if (last.kind === 'held') await holds.release(last.id).catch(() => undefined)
    },

    /** Forgets the hold, which has become an appointment or may have become one. */
    forget(): void {
      clearTimeout(timer)
      view.value = { kind: 'none' }
    },
  }
  return holding
}
export type Holding = ReturnType<typeof createHolding>

/**
 * Calls `leave` when the page is closed or loaded again, but not if the browser keeps it for Back.
 * @returns a function that stops this
 */
export function onLeaving(leave: () => void): () => void {
  const listener = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) leave()
  }
  addEventListener('pagehide', listener)
  return () => removeEventListener('pagehide', listener)
}

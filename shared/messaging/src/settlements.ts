import { events, type AppointmentsEvent, type ServiceName } from '@appointments/contracts'
import type { AppliedReply } from './broker.ts'

/** After this many misses in a row a subscriber is taken for down. */
const MISSES_UNTIL_SKIPPED = 2

interface Waiting {
  missing: Set<ServiceName>
  settled: () => void
}

/**
 * Waits for the *applied* replies that make an answer settled. A subscriber that keeps missing is skipped at
 * once, so that one which is down costs nothing, until it replies again.
 * @param limitMs longest wait for one event
 */
export function createSettlements(limitMs: number) {
  const waiting = new Map<string, Waiting>()
  const misses = new Map<ServiceName, number>()

  return {
    /** Takes in a reply of a subscriber, in time or late. */
    onReply({ messageId, subscriber }: AppliedReply): void {
      misses.delete(subscriber as ServiceName)
      const entry = waiting.get(messageId)
      if (!entry) return
      entry.missing.delete(subscriber as ServiceName)
      if (entry.missing.size === 0) entry.settled()
    },

    /** Resolves when every subscriber that is up has applied the event, or the limit has passed. Call before publishing. */
    expect(event: AppointmentsEvent): { settled: Promise<void>; giveUp: () => void } {
      const missing = new Set(
        events[event.type].subscribers.filter((one) => (misses.get(one) ?? 0) < MISSES_UNTIL_SKIPPED),
      )
      if (missing.size === 0) return { settled: Promise.resolve(), giveUp: () => undefined }
      let done: () => void = () => undefined
      const settled = new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          waiting.delete(event.id)
          resolve()
        }
        const timer = setTimeout(() => {
          for (const subscriber of missing) misses.set(subscriber, (misses.get(subscriber) ?? 0) + 1)
          finish()
        }, limitMs)
        done = finish
        waiting.set(event.id, { missing, settled: finish })
      })
      return { settled, giveUp: done }
    },

    /** Subscribers that are skipped now. */
    skipped: (): ServiceName[] =>
      [...misses].filter(([, count]) => count >= MISSES_UNTIL_SKIPPED).map(([subscriber]) => subscriber),
  }
}

export type Settlements = ReturnType<typeof createSettlements>

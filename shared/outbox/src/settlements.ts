import { events, type AppointmentsEvent, type ServiceName } from '@appointments/contracts'
import { silentMetrics, type Metrics } from '@appointments/telemetry'
import type { AppliedReply } from '@appointments/broker'
import { settleMetrics } from './metrics.ts'

/** After this many consecutive misses a subscriber counts as unavailable. */
const MISSES_UNTIL_SKIPPED = 2

interface Waiting {
  missing: Set<ServiceName>
  settled: Promise<void>
  finish: () => void
}

/**
 * Waits for the *applied* replies that settle an event. A subscriber that repeatedly does not reply is skipped until it
 * replies again, so that an unavailable one delays no response.
 * @param limitMs longest wait for one event
 */
export function createSettlements(limitMs: number, metrics: Metrics = silentMetrics) {
  const duration = metrics.histogram(settleMetrics.duration)
  const missed = metrics.counter(settleMetrics.misses)
  const skips = metrics.counter(settleMetrics.skips)
  const waiting = new Map<string, Waiting>()
  const misses = new Map<ServiceName, number>()
  const listeners: ((reply: AppliedReply) => void)[] = []

  return {
    /** Handles a reply of a subscriber, in time or late. */
    onReply(reply: AppliedReply): void {
      for (const listener of listeners) listener(reply)
      const { messageId, subscriber } = reply
      misses.delete(subscriber as ServiceName)
      const entry = waiting.get(messageId)
      if (!entry) return
      entry.missing.delete(subscriber as ServiceName)
      if (entry.missing.size === 0) entry.finish()
    },

    /** Registers a listener for every reply, including late and unexpected ones. */
    listen: (listener: (reply: AppliedReply) => void) => void listeners.push(listener),

    /** The wait for an event that has been expected and has not settled yet. */
    waitingFor: (eventId: string): Promise<void> | undefined => waiting.get(eventId)?.settled,

    /** Resolves when every available subscriber has applied the event or the limit has passed. Call before publishing. */
    expect(event: AppointmentsEvent): { settled: Promise<void>; giveUp: () => void } {
      const missing = new Set<ServiceName>()
      for (const subscriber of events[event.type].subscribers) {
        if ((misses.get(subscriber) ?? 0) < MISSES_UNTIL_SKIPPED) missing.add(subscriber)
        else skips.count({ subscriber })
      }
      if (missing.size === 0) return { settled: Promise.resolve(), giveUp: () => undefined }
      const startedAt = performance.now()
      let resolve: () => void = () => undefined
      const settled = new Promise<void>((done) => (resolve = done))
      const finish = () => {
        clearTimeout(timer)
        waiting.delete(event.id)
        duration.observe({}, (performance.now() - startedAt) / 1000)
        resolve()
      }
      const timer = setTimeout(() => {
        for (const subscriber of missing) {
          misses.set(subscriber, (misses.get(subscriber) ?? 0) + 1)
          missed.count({ subscriber })
        }
        finish()
      }, limitMs)
      waiting.set(event.id, { missing, settled, finish })
      return { settled, giveUp: finish }
    },
  }
}

export type Settlements = ReturnType<typeof createSettlements>

import type { NotificationChannel } from '@appointments/contracts'
import type { Pool } from '@appointments/postgres'
import { enter, type Clock, type Log, type Repeat, type Stoppable } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'
import { dispatchMetrics } from '../metrics.ts'
import { deliveries, type Claimed } from '../repositories/deliveries.ts'
import type { Leases } from './leases.ts'

/** A lane for each channel, so that a slow one holds up no other. */
const LANES: readonly { channel: NotificationChannel; slots: number; perRecipient: number }[] = [
  // one at a time to each customer keeps messages in their order; of mails three times as many as there are
  // connections: while five are handed over, five are made ready and five are written down
  { channel: 'EMAIL', slots: 15, perRecipient: 1 },
  { channel: 'SMS', slots: 5, perRecipient: 1 },
  { channel: 'WEBHOOKS', slots: 30, perRecipient: 5 },
]

/** What one application may have in hand over a channel, so that it leaves something to the others. */
const PER_APPLICATION = 50

interface Deps {
  pool: Pool
  leases: Leases
  deliver: (claimed: Claimed) => Promise<void>
  newId: () => string
  repeat: Repeat
  telemetry: Telemetry
  clock: Clock
  log: Log
}

/**
 * Takes what is due and has it sent, every second and whenever it hears that there is something. Any number of replicas
 * may do so: a lease, not a lock, says whose a notification is. It is renewed for as long as the sending takes.
 */
export function startDispatcher(deps: Deps): Stoppable & { wake: (channels: NotificationChannel[]) => void } {
  const lanes = LANES.map((lane) => startLane(lane, deps))
  return {
    wake: (channels) => {
      for (const lane of lanes) if (channels.includes(lane.channel)) lane.wake()
    },
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

function startLane(
  { channel, slots, perRecipient }: (typeof LANES)[number],
  { pool, leases, deliver, newId, repeat, telemetry, clock, log }: Deps,
): Stoppable & { channel: NotificationChannel; wake: () => void } {
  const inHand = new Map<Claimed, Promise<void>>()
  const lateness = telemetry.metrics.histogram(dispatchMetrics.lateness)
  const unwritten = telemetry.metrics.counter(dispatchMetrics.unwritten)

  const send = (claimed: Claimed) => {
    const { id, context } = claimed.notification
    // days may lie between the event and this: what is sent belongs to the trace of what it tells
    const entry = { name: 'deliver', kind: 'internal', traceparent: context.traceparent } as const
    const sending = leases
      .during([claimed], () => enter(telemetry.tracer, entry, () => deliver(claimed)))
      // the lease ends by itself, and the sweeper takes the notification from there
      .catch((error: unknown) => {
        unwritten.count({})
        log.error({ err: error, notification: id }, 'a result was not written')
      })
      .finally(() => {
        inHand.delete(claimed)
        // claiming a handful costs as much as claiming one, and nobody waits while there are others in hand
        if (inHand.size <= (slots * 2) / 3) loop.wake()
      })
    inHand.set(claimed, sending)
  }

  /** @returns true where more may be due than there was room for */
  const takeDue = async (): Promise<boolean> => {
    const limit = slots - inHand.size
    if (limit <= 0) return false
    const now = clock.now()
    const leaseToken = newId()
    const claimed = await deliveries.claim(pool, {
      channel,
      limit,
      perRecipient,
      perApplication: PER_APPLICATION,
      now,
      leaseUntil: leases.end(),
      leaseToken,
    })
    for (const one of claimed) {
      if (one.dueAt) lateness.observe({ channel }, Math.max(0, now.getTime() - one.dueAt.getTime()) / 1000)
      send(one)
    }
    return claimed.length === limit
  }

  const loop = repeat(`dispatch ${channel}`, 1000, takeDue, log)
  return {
    channel,
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await Promise.all(inHand.values())
    },
  }
}

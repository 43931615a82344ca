import type { NotificationChannel } from '@appointments/contracts'
import type { Pool } from '@appointments/postgres'
import { enter, type Clock, type Log, type Repeat, type Stoppable } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'
import { dispatchMetrics } from '../metrics.ts'
import { deliveries, type Claimed } from '../repositories/send/deliveries.ts'
import type { Leases } from './leases.ts'

/** A lane for each channel, so that a slow one holds up no other. */
const LANES: readonly { channel: NotificationChannel; slots: number; perRecipient: number }[] = [
  // one at a time to each customer keeps messages in their order; a lone application has three times as many mails in
  // hand as there are connections: while five are handed over, five are made ready and five are written down
  { channel: 'EMAIL', slots: 24, perRecipient: 1 },
  { channel: 'SMS', slots: 9, perRecipient: 1 },
  { channel: 'WEBHOOKS', slots: 30, perRecipient: 5 },
]

/** How much of a lane one application may fill while others wait: a third. */
const shareOf = (slots: number) => Math.floor(slots / 3)

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
  const share = shareOf(slots)
  const held = () => [...inHand.keys()].map(({ notification }) => notification.applicationId)
  const inHandOf = (applicationId: string) => held().filter((one) => one === applicationId).length
  const lateness = telemetry.metrics.histogram(dispatchMetrics.lateness)
  const unwritten = telemetry.metrics.counter(dispatchMetrics.unwritten)

  const send = (claimed: Claimed) => {
    const { id, applicationId, context } = claimed.notification
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
        // claiming a handful costs as much as claiming one, and an application with more in hand has no need to hurry
        if (inHand.size <= slots / 2 || inHandOf(applicationId) <= share / 2) loop.wake()
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
      share,
      held: held(),
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

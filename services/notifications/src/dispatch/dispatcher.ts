import type { NotificationChannel } from '@appointments/contracts'
import type { Pool } from '@appointments/postgres'
import { enter, type Clock, type Log, type Repeat, type Stoppable } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'
import { dispatchMetrics } from '../metrics.ts'
import { deliveries, type Claimed } from '../repositories/send/deliveries.ts'
import type { Leases } from './leases.ts'

/** Mails in progress for each SMTP connection: while one is sent, another is rendered or stored. */
const MAILS_PER_CONNECTION = 2

interface Lane {
  channel: NotificationChannel
  slots: number
  perRecipient: number
}

/** A lane for each channel, so that a slow channel does not delay the others. */
const lanesFor = (smtpConnections: number): readonly Lane[] => [
  // one at a time per customer keeps the order of messages
  { channel: 'EMAIL', slots: MAILS_PER_CONNECTION * smtpConnections, perRecipient: 1 },
  { channel: 'SMS', slots: 9, perRecipient: 1 },
  { channel: 'WEBHOOKS', slots: 30, perRecipient: 5 },
]

/** Messages that become due within this time are claimed together, which costs as much as claiming one. */
const REST_MS = 50

/** Part of a lane one application may use while others wait: a third. */
const shareOf = (slots: number) => Math.floor(slots / 3)

interface Deps {
  /** Maximum number of mails that are sent at the same time. */
  smtpConnections: number
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
 * Claims due notifications and sends them, every second and whenever it is woken. Any number of replicas may run
 * it: a lease, not a lock, determines the owner of a notification, and the owner renews it until the sending ends.
 */
export function startDispatcher(deps: Deps): Stoppable & { wake: (channels: NotificationChannel[]) => void } {
  const lanes = lanesFor(deps.smtpConnections).map((lane) => startLane(lane, deps))
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
  { channel, slots, perRecipient }: Lane,
  { pool, leases, deliver, newId, repeat, telemetry, clock, log }: Deps,
): Stoppable & { channel: NotificationChannel; wake: () => void } {
  const inFlight = new Map<Claimed, Promise<void>>()
  const share = shareOf(slots)
  const owners = () => [...inFlight.keys()].map(({ notification }) => notification.applicationId)
  const inFlightOf = (applicationId: string) => owners().filter((one) => one === applicationId).length
  const lateness = telemetry.metrics.histogram(dispatchMetrics.lateness)
  const unwritten = telemetry.metrics.counter(dispatchMetrics.unwritten)

  const send = (claimed: Claimed) => {
    const { id, applicationId, context } = claimed.notification
    // days may lie between the event and its message: the message belongs to the trace of the event
    const entry = { name: 'deliver', kind: 'internal', traceparent: context.traceparent } as const
    const sending = leases
      .during([claimed], () => enter(telemetry.tracer, entry, () => deliver(claimed)))
      // the lease expires, and the sweeper takes over the notification
      .catch((error: unknown) => {
        unwritten.count({})
        log.error(
          { err: error, notification: id },
          'the outcome of a delivery could not be stored; the sweeper takes over',
        )
      })
      .finally(() => {
        inFlight.delete(claimed)
        // claiming several costs as much as claiming one, so a slot is refilled only when the lane or the
        // application runs low
        if (inFlight.size <= slots / 2 || inFlightOf(applicationId) <= share / 2) loop.wake()
      })
    inFlight.set(claimed, sending)
  }

  /** @returns true if more may be due than there were free slots */
  const takeDue = async (): Promise<boolean> => {
    const limit = slots - inFlight.size
    if (limit <= 0) return false
    const now = clock.now()
    const leaseToken = newId()
    const claimed = await deliveries.claim(pool, {
      channel,
      limit,
      perRecipient,
      share,
      held: owners(),
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

  const loop = repeat(`dispatch ${channel}`, 1000, takeDue, log, { restMs: REST_MS })
  return {
    channel,
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await Promise.all(inFlight.values())
    },
  }
}

import type { NotificationChannel } from '@appointments/contracts'
import type { Pool } from '@appointments/postgres'
import { repeat, type Clock, type Log, type Stoppable } from '@appointments/runtime'
import { deliveries, type Claimed } from '../repositories/deliveries.ts'

/** How long somebody has for a sending; far longer than any send may take. */
export const LEASE_MS = 90_000

/** A lane for each channel, so that a slow one holds up no other. */
const LANES: readonly { channel: NotificationChannel; slots: number; perRecipient: number }[] = [
  // one at a time to each customer keeps messages in their order
  { channel: 'EMAIL', slots: 5, perRecipient: 1 },
  { channel: 'SMS', slots: 5, perRecipient: 1 },
  { channel: 'WEBHOOKS', slots: 30, perRecipient: 5 },
]

interface Deps {
  pool: Pool
  deliver: (claimed: Claimed) => Promise<void>
  newId: () => string
  clock: Clock
  log: Log
}

/**
 * Takes what is due and has it sent, every second and whenever it is woken. Any number of replicas may do so:
 * a lease, not a lock, says whose a notification is.
 */
export function startDispatcher({
  pool,
  deliver,
  newId,
  clock,
  log,
}: Deps): Stoppable & { wake: () => void } {
  const lanes = LANES.map(({ channel, slots, perRecipient }) => {
    const inHand = new Set<Promise<void>>()

    const send = (claimed: Claimed) => {
      const sending = deliver(claimed)
        // the lease ends by itself, and the sweeper takes the notification from there
        .catch((error: unknown) =>
          log.error({ err: error, notification: claimed.notification.id }, 'a result was not written'),
        )
        .finally(() => {
          inHand.delete(sending)
          loop.wake()
        })
      inHand.add(sending)
    }

    const loop = repeat(
      `dispatch ${channel}`,
      1000,
      async () => {
        const limit = slots - inHand.size
        if (limit <= 0) return false
        const now = clock.now()
        const leaseUntil = new Date(now.getTime() + LEASE_MS)
        const leaseToken = newId()
        const claimed = await deliveries.claim(pool, {
          channel,
          limit,
          perRecipient,
          now,
          leaseUntil,
          leaseToken,
        })
        for (const one of claimed) send(one)
        return claimed.length === limit
      },
      log,
    )
    return {
      wake: loop.wake,
      async stop() {
        await loop.stop()
        await Promise.all(inHand)
      },
    }
  })
  return {
    wake: () => {
      for (const lane of lanes) lane.wake()
    },
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

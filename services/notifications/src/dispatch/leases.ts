import type { Pool } from '@appointments/postgres'
import type { Clock, Log, Repeat, Stoppable } from '@appointments/runtime'
import { deliveries, type Claimed } from '../repositories/send/deliveries.ts'

/** So long after the end of whoever holds it, a notification is given to somebody else. */
const LEASE_MS = 15_000
/** Whoever holds something renews its leases as often, so that three may fail before one ends. */
const RENEW_EVERY_MS = 3000

/** What this process has in hand. */
export interface Leases extends Stoppable {
  /** When a lease that is taken now ends. */
  end: () => Date
  /** Holds notifications for as long as the work on them takes. */
  during: <Result>(claimed: readonly Claimed[], work: () => Promise<Result>) => Promise<Result>
}

interface Deps {
  pool: Pool
  repeat: Repeat
  clock: Clock
  log: Log
}

/** Renews the leases of what this process has in hand: a lease is short, and the work may be long. */
export function createLeases({ pool, repeat, clock, log }: Deps): Leases {
  const held = new Set<Claimed>()
  const end = () => new Date(clock.now().getTime() + LEASE_MS)
  const renewal = repeat(
    'lease renewal',
    RENEW_EVERY_MS,
    async () => {
      if (held.size > 0) await deliveries.renew(pool, [...held], end())
      return false
    },
    log,
  )
  return {
    end,
    async during(claimed, work) {
      for (const one of claimed) held.add(one)
      try {
        return await work()
      } finally {
        for (const one of claimed) held.delete(one)
      }
    },
    stop: renewal.stop,
  }
}

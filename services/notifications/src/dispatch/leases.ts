import type { Pool } from '@appointments/postgres'
import type { Clock, Log, Repeat, Stoppable } from '@appointments/runtime'
import { deliveries, type Claimed } from '../repositories/send/deliveries.ts'

/** A crashed process loses its notifications to another one after this time. */
const LEASE_MS = 15_000
/** Three renewals may fail before a lease expires. */
const RENEW_EVERY_MS = 3000

/** The notifications this process is working on. */
export interface Leases extends Stoppable {
  /** When a lease taken now expires. */
  end: () => Date
  /** Keeps the leases of notifications for as long as the work on them takes. */
  during: <Result>(claimed: readonly Claimed[], work: () => Promise<Result>) => Promise<Result>
}

interface Deps {
  pool: Pool
  repeat: Repeat
  clock: Clock
  log: Log
}

/** Renews the leases of this process: a lease is short, and the work may take longer. */
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

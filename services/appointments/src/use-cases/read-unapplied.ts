import { MOST_UNAPPLIED, type ServiceName } from '@appointments/contracts'
import { unappliedEvents } from '@appointments/outbox'
import type { Deps } from './deps.ts'

/** The newest events of this service that a subscriber may not have applied. */
export const readUnapplied =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ subscriber }: { subscriber: ServiceName }): Promise<{ eventIds: string[] }> => ({
    eventIds: await unappliedEvents(pool, subscriber, MOST_UNAPPLIED),
  })

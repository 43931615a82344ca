import { serviceTypeChanged } from '../events.ts'
import { serviceTypes } from '../repositories/directory.ts'
import { projections } from '../repositories/projections.ts'
import type { Deps } from './deps.ts'

/**
 * Publishes all service types if that has not happened yet and all replicas of the appointments service know the event,
 * because a release without the event may have stored them. Each gets a new version.
 */
export const publishServiceTypes =
  ({
    pool,
    partTransaction,
    outbox,
    sharesNames,
    clock,
  }: Pick<Deps, 'pool' | 'partTransaction' | 'outbox' | 'sharesNames' | 'clock'>) =>
  async (): Promise<void> => {
    if (!sharesNames || (await projections.isComplete(pool, 'service types'))) return
    await partTransaction(async (tx) => {
      const now = clock.now()
      for (const serviceType of await serviceTypes.renewAll(tx))
        outbox.append(tx, serviceTypeChanged(serviceType, now))
      await projections.complete(tx, 'service types', now)
    })
  }

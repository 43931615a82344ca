import { serviceTypeChanged } from '../events.ts'
import { serviceTypes } from '../repositories/directory.ts'
import type { Deps } from './deps.ts'

/**
 * Publishes all service types, for a release of the appointments service that has received none of their events. Each
 * gets a new version.
 */
export const publishServiceTypes =
  ({ partTransaction, outbox, clock }: Pick<Deps, 'partTransaction' | 'outbox' | 'clock'>) =>
  (): Promise<void> =>
    partTransaction(async (tx) => {
      const now = clock.now()
      for (const serviceType of await serviceTypes.renewAll(tx))
        outbox.append(tx, serviceTypeChanged(serviceType, now))
    })

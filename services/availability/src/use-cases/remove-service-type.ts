import { problem } from '@appointments/contracts'
import { serviceTypeRemoved } from '../events.ts'
import { nextVersion } from '../repositories/entries.ts'
import { serviceTypes } from '../repositories/directory.ts'
import type { Deps } from './deps.ts'
import { requireOwnApplication, type OfApplication } from './require-own-application.ts'

/** @throws Problem APPLICATION_NOT_FOUND, SERVICE_TYPE_NOT_FOUND */
export const removeServiceType =
  ({ transaction, outbox, clock }: Deps) =>
  ({ id, ...of }: OfApplication & { id: string }): Promise<void> =>
    transaction(
      async (tx) => {
        await requireOwnApplication(tx, of)
        if (!(await serviceTypes.lock(tx, of.applicationId, id))) throw problem('SERVICE_TYPE_NOT_FOUND')
        serviceTypes.remove(tx, of.applicationId, id)
        const version = await nextVersion(tx)
        outbox.append(tx, serviceTypeRemoved({ applicationId: of.applicationId, id }, version, clock.now()))
      },
      [serviceTypes.lockName(of.applicationId, id)],
    )

import type { SuppressionRequest } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Suppression } from '../../domain/consent/suppression.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication, type OfApplication } from '../require-own-application.ts'
import { wholeAddress } from './whole-address.ts'

/**
 * Has an application send nothing more to an address; what waits for it is called off when it is due.
 * @throws Problem APPLICATION_NOT_FOUND, VALIDATION_FAILED
 */
export const addSuppression =
  ({
    transaction,
    fingerprint,
    newId,
    clock,
  }: Pick<Deps, 'transaction' | 'fingerprint' | 'newId' | 'clock'>) =>
  ({
    caller,
    applicationId,
    request,
  }: OfApplication & { request: SuppressionRequest }): Promise<Keyed<Suppression>> =>
    transaction(async (tx) => {
      await requireOwnApplication(tx, caller, applicationId)
      const address = await wholeAddress(tx, applicationId, request)
      return suppressions.add(tx, {
        id: `sup_${newId()}`,
        applicationId,
        channel: request.channel,
        recipient: fingerprint(address),
        reason: request.reason,
        createdBy: caller.userId ?? null,
        createdAt: clock.now(),
      })
    })

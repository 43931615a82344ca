import type { SuppressionRequest } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Suppression } from '../../domain/consent/suppression.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication, type OfApplication } from '../require-own-application.ts'
import { wholeAddress } from './whole-address.ts'

/**
 * Suppresses an address for an application; pending messages to it are cancelled when they become due.
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

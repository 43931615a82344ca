import {
  problem,
  type Caller,
  type SuppressionLookUp,
  type SuppressionQuery,
  type SuppressionRequest,
} from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Page } from '../../domain/history/page.ts'
import type { Suppression } from '../../domain/consent/suppression.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'
import { checkApplication } from '../webhooks/own-endpoint.ts'

interface Asked {
  caller: Caller
  applicationId: string
}

/** @throws Problem APPLICATION_NOT_FOUND */
export const findSuppressions =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({
    caller,
    applicationId,
    query,
  }: Asked & { query: SuppressionQuery }): Promise<Page<Suppression>> => {
    await checkApplication(pool, caller, applicationId)
    return suppressions.list(pool, applicationId, query)
  }

/**
 * Why an address is suppressed; nothing where it is not.
 * @throws Problem APPLICATION_NOT_FOUND
 */
export const lookUpSuppressions =
  ({ transaction, fingerprint }: Pick<Deps, 'transaction' | 'fingerprint'>) =>
  ({
    caller,
    applicationId,
    wanted: { channel, address },
  }: Asked & { wanted: SuppressionLookUp }): Promise<Keyed<Suppression[]>> =>
    transaction(async (tx) => {
      await checkApplication(tx, caller, applicationId)
      return suppressions.of(tx, { applicationId, channel, recipient: fingerprint(address) })
    })

/**
 * Has an application send nothing more to an address; what waits for it is called off when it is due.
 * @throws Problem APPLICATION_NOT_FOUND
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
    request: { channel, address, reason },
  }: Asked & { request: SuppressionRequest }): Promise<Keyed<Suppression>> =>
    transaction(async (tx) => {
      await checkApplication(tx, caller, applicationId)
      return suppressions.add(tx, {
        id: `sup_${newId()}`,
        applicationId,
        channel,
        recipient: fingerprint(address),
        reason,
        createdBy: caller.userId ?? null,
        createdAt: clock.now(),
      })
    })

/** @throws Problem APPLICATION_NOT_FOUND, SUPPRESSION_NOT_FOUND */
export const removeSuppression =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  ({ caller, applicationId, suppressionId }: Asked & { suppressionId: string }): Promise<void> =>
    transaction(async (tx) => {
      await checkApplication(tx, caller, applicationId)
      if (!(await suppressions.remove(tx, applicationId, suppressionId)))
        throw problem('SUPPRESSION_NOT_FOUND')
    })

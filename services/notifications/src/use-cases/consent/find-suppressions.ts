import type { Page, SuppressionQuery } from '@appointments/contracts'
import type { Suppression } from '../../domain/consent/suppression.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication, type OfApplication } from '../require-own-application.ts'

/** @throws Problem APPLICATION_NOT_FOUND */
export const findSuppressions =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({
    caller,
    applicationId,
    query,
  }: OfApplication & { query: SuppressionQuery }): Promise<Page<Suppression>> => {
    await requireOwnApplication(pool, caller, applicationId)
    return suppressions.list(pool, applicationId, query)
  }

import { problem } from '@appointments/contracts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication, type OfApplication } from '../require-own-application.ts'

/** @throws Problem APPLICATION_NOT_FOUND, SUPPRESSION_NOT_FOUND */
export const removeSuppression =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  ({ caller, applicationId, suppressionId }: OfApplication & { suppressionId: string }): Promise<void> =>
    transaction(async (tx) => {
      await requireOwnApplication(tx, caller, applicationId)
      if (!(await suppressions.remove(tx, applicationId, suppressionId)))
        throw problem('SUPPRESSION_NOT_FOUND')
    })

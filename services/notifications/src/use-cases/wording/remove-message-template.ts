import { problem, requireMatch, type WriteCondition } from '@appointments/contracts'
import { messageTemplates } from '../../repositories/message-templates.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication } from '../require-own-application.ts'
import type { OfTemplate } from './require-own-template.ts'

/**
 * Removes custom texts of an application; types that refer to them use the built-in ones.
 * @throws Problem APPLICATION_NOT_FOUND, TEMPLATE_NOT_FOUND, VERSION_MISMATCH
 */
export const removeMessageTemplate =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  ({ caller, applicationId, key, ifMatch }: OfTemplate & WriteCondition): Promise<void> =>
    transaction(
      async (tx) => {
        await requireOwnApplication(tx, caller, applicationId)
        requireMatch(await messageTemplates.lock(tx, applicationId, key), { ifMatch })
        if (!(await messageTemplates.remove(tx, applicationId, key))) throw problem('TEMPLATE_NOT_FOUND')
      },
      [messageTemplates.lockName(applicationId, key)],
    )

import type { Page, Paging } from '@appointments/contracts'
import type { MessageTemplate } from '../../domain/wording/message-template.ts'
import { messageTemplates } from '../../repositories/message-templates.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication, type OfApplication } from '../require-own-application.ts'

/** @throws Problem APPLICATION_NOT_FOUND */
export const findMessageTemplates =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({
    caller,
    applicationId,
    query,
  }: OfApplication & {
    query: Paging & { sortField?: 'createdAt' | 'key' | undefined }
  }): Promise<Page<MessageTemplate>> => {
    await requireOwnApplication(pool, caller, applicationId)
    return messageTemplates.list(pool, applicationId, query)
  }

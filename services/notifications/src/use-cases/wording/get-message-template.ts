import type { MessageTemplate } from '../../domain/wording/message-template.ts'
import type { Deps } from '../deps.ts'
import { type OfTemplate, requireOwnTemplate } from './require-own-template.ts'

/** @throws Problem APPLICATION_NOT_FOUND, TEMPLATE_NOT_FOUND */
export const getMessageTemplate =
  ({ pool }: Pick<Deps, 'pool'>) =>
  (target: OfTemplate): Promise<MessageTemplate> =>
    requireOwnTemplate(pool, target)

import {
  problem,
  requireMatch,
  type Fault,
  type MessageTemplateRequest,
  type WriteCondition,
} from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { MessageTemplate } from '../../domain/wording/message-template.ts'
import { messageTemplates } from '../../repositories/message-templates.ts'
import { templateFaults } from '../../templates/template-faults.ts'
import { contentHashOf } from '../../templates/wording.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication } from '../require-own-application.ts'
import type { OfTemplate } from './require-own-template.ts'

/**
 * Stores custom texts of an application. Messages sent from now on use them, including those planned before.
 * @throws Problem VALIDATION_FAILED with every fault of every text; APPLICATION_NOT_FOUND, VERSION_MISMATCH
 */
export const putMessageTemplate =
  ({ transaction, clock }: Pick<Deps, 'transaction' | 'clock'>) =>
  ({
    caller,
    applicationId,
    key,
    request,
    ...condition
  }: OfTemplate & WriteCondition & { request: MessageTemplateRequest }): Promise<Keyed<MessageTemplate>> =>
    transaction(
      async (tx) => {
        await requireOwnApplication(tx, caller, applicationId)
        checkTexts(request)
        requireMatch(await messageTemplates.lock(tx, applicationId, key), condition)
        const locales = canonical(request.locales)
        const written = { applicationId, key, contentHash: contentHashOf(locales), locales }
        return messageTemplates.save(tx, written, clock.now())
      },
      [messageTemplates.lockName(applicationId, key)],
    )

function checkTexts({ locales }: MessageTemplateRequest): void {
  const errors: Fault[] = Object.entries(locales).flatMap(([tag, words]) =>
    Object.entries(words).flatMap(([part, text]) =>
      templateFaults(text ?? '').map((message) => ({
        pointer: `/locales/${tag}/${part}`,
        code: 'TEMPLATE_FAULT',
        message,
      })),
    ),
  )
  if (errors.length > 0) throw problem('VALIDATION_FAILED', { errors })
}

/** Texts by canonical language tag, which lookups use. */
const canonical = (locales: MessageTemplateRequest['locales']): MessageTemplateRequest['locales'] =>
  Object.fromEntries(
    Object.entries(locales).map(([tag, words]) => [Intl.getCanonicalLocales(tag)[0] ?? tag, words]),
  )

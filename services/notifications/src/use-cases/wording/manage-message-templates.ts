import { problem, type Caller, type Fault, type MessageTemplateRequest } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Sql } from '@appointments/postgres'
import type { Page, Paging } from '../../domain/history/page.ts'
import type { MessageTemplate } from '../../domain/wording/message-template.ts'
import { messageTemplates } from '../../repositories/message-templates.ts'
import { templateFaults } from '../../templates/template-faults.ts'
import { contentHashOf } from '../../templates/wording.ts'
import type { Deps } from '../deps.ts'
import { checkApplication } from '../webhooks/own-endpoint.ts'

interface Asked {
  caller: Caller
  applicationId: string
  key: string
}

/**
 * The template, if its application is the caller's to see.
 * @throws Problem APPLICATION_NOT_FOUND, TEMPLATE_NOT_FOUND
 */
export async function ownTemplate(sql: Sql, { caller, applicationId, key }: Asked): Promise<MessageTemplate> {
  await checkApplication(sql, caller, applicationId)
  const template = await messageTemplates.find(sql, applicationId, key)
  if (!template) throw problem('TEMPLATE_NOT_FOUND')
  return template
}

/** @throws Problem APPLICATION_NOT_FOUND, TEMPLATE_NOT_FOUND */
export const getMessageTemplate =
  ({ pool }: Pick<Deps, 'pool'>) =>
  (asked: Asked): Promise<MessageTemplate> =>
    ownTemplate(pool, asked)

/** @throws Problem APPLICATION_NOT_FOUND */
export const findMessageTemplates =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({
    caller,
    applicationId,
    query,
  }: Pick<Asked, 'caller' | 'applicationId'> & {
    query: Paging & { sortField?: 'createdAt' | 'key' | undefined }
  }): Promise<Page<MessageTemplate>> => {
    await checkApplication(pool, caller, applicationId)
    return messageTemplates.list(pool, applicationId, query)
  }

/**
 * Writes words of an application. Messages that are sent from now on use them, also those planned before.
 * @throws Problem VALIDATION_FAILED that names every fault of every text; APPLICATION_NOT_FOUND
 */
export const putMessageTemplate =
  ({ transaction, clock }: Pick<Deps, 'transaction' | 'clock'>) =>
  ({
    caller,
    applicationId,
    key,
    request,
  }: Asked & { request: MessageTemplateRequest }): Promise<Keyed<MessageTemplate>> =>
    transaction(async (tx) => {
      await checkApplication(tx, caller, applicationId)
      checkTexts(request)
      const locales = canonical(request.locales)
      const written = { applicationId, key, contentHash: contentHashOf(locales), locales }
      return messageTemplates.save(tx, written, clock.now())
    })

/**
 * Removes words of an application; a type that names them gets the built-in ones.
 * @throws Problem APPLICATION_NOT_FOUND, TEMPLATE_NOT_FOUND
 */
export const removeMessageTemplate =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  ({ caller, applicationId, key }: Asked): Promise<void> =>
    transaction(async (tx) => {
      await checkApplication(tx, caller, applicationId)
      if (!(await messageTemplates.remove(tx, applicationId, key))) throw problem('TEMPLATE_NOT_FOUND')
    })

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

/** Languages under the spelling they are looked for by. */
const canonical = (locales: MessageTemplateRequest['locales']): MessageTemplateRequest['locales'] =>
  Object.fromEntries(
    Object.entries(locales).map(([tag, words]) => [Intl.getCanonicalLocales(tag)[0] ?? tag, words]),
  )

import { problem } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { MessageTemplate } from '../../domain/wording/message-template.ts'
import { messageTemplates } from '../../repositories/message-templates.ts'
import { requireOwnApplication, type OfApplication } from '../require-own-application.ts'

export interface OfTemplate extends OfApplication {
  key: string
}

/**
 * The template, if the caller may access its application.
 * @throws Problem APPLICATION_NOT_FOUND, TEMPLATE_NOT_FOUND
 */
export async function requireOwnTemplate(
  sql: Sql,
  { caller, applicationId, key }: OfTemplate,
): Promise<MessageTemplate> {
  await requireOwnApplication(sql, caller, applicationId)
  const template = await messageTemplates.find(sql, applicationId, key)
  if (!template) throw problem('TEMPLATE_NOT_FOUND')
  return template
}

import type { Caller, NotificationType, templatePreview } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { z } from 'zod'
import { smsSize } from '../../domain/wording/sms-segments.ts'
import { sampleSource } from '../../messages/sample-source.ts'
import { mailOf } from '../../messages/mail.ts'
import { textOf } from '../../messages/text.ts'
import { applications } from '../../repositories/applications.ts'
import { brands } from '../../repositories/brands.ts'
import type { Deps } from '../deps.ts'
import { requireOwnTemplate } from './require-own-template.ts'

/**
 * Renders a template for a sample appointment; nothing is sent.
 * @throws Problem APPLICATION_NOT_FOUND, TEMPLATE_NOT_FOUND
 */
export const previewMessageTemplate =
  ({
    transaction,
    installation,
    clock,
    newId,
  }: Pick<Deps, 'transaction' | 'installation' | 'clock' | 'newId'>) =>
  ({
    type,
    locale,
    ...target
  }: {
    caller: Caller
    applicationId: string
    key: string
    type: NotificationType
    locale?: string | undefined
  }): Promise<Keyed<z.input<typeof templatePreview>>> =>
    transaction(async (tx) => {
      const own = await requireOwnTemplate(tx, target)
      const application = await applications.find(tx, target.applicationId)
      const brand = await brands.find(tx, target.applicationId)
      const now = clock.now()
      const source = { ...sampleSource({ type, locale, application, brand, now, newId }), own }
      const mail = mailOf(source, 'ada@example.com', installation)
      const text = textOf(source, '+4930123456', installation.smsFrom ?? '', installation, now)
      return {
        mail: { template: mail.template, subject: mail.subject, text: mail.text, html: mail.html },
        sms: { template: text.template, body: text.body, ...smsSize(text.body) },
      }
    })

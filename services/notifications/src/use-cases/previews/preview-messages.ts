import type { Application, Brand, messagePreview, NotificationType } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { z } from 'zod'
import { smsSize } from '../../domain/wording/sms-segments.ts'
import { mailOf } from '../../messages/mail.ts'
import { sampleSource } from '../../messages/sample-source.ts'
import { contentOfMail, contentOfText } from '../../messages/sent-content.ts'
import { textOf } from '../../messages/text.ts'
import { applications } from '../../repositories/applications.ts'
import { brands } from '../../repositories/brands.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication, type OfApplication } from '../require-own-application.ts'
import { findCustomTemplate } from '../wording/custom-template.ts'
import { openPreview } from './open-preview.ts'

/** The settings that decide how messages look. */
export interface PreviewedSettings {
  notifications: Application['notifications']
  brand: Brand
}

/**
 * Renders the messages of a type for an example appointment, with settings that need not be stored. Nothing is sent.
 * @param patched returns the settings to use
 * @throws Problem APPLICATION_NOT_FOUND, and the errors of `patched`
 */
export const previewMessages =
  (deps: Deps) =>
  ({
    caller,
    applicationId,
    type,
    locale,
    patched,
  }: OfApplication & {
    type: NotificationType
    locale: string
    patched: (current: PreviewedSettings) => PreviewedSettings
  }): Promise<Keyed<z.input<typeof messagePreview>>> =>
    deps.transaction(async (tx) => {
      await requireOwnApplication(tx, caller, applicationId)
      const stored = await applications.find(tx, applicationId)
      const { notifications, brand } = patched({
        notifications: stored.notifications,
        brand: await brands.find(tx, applicationId),
      })
      const application = { ...stored, notifications }
      const now = deps.clock.now()
      const sample = sampleSource({ type, locale, application, brand, now, newId: deps.newId })
      const own = await findCustomTemplate(deps, sample.notification, {
        application,
        serviceTypeId: undefined,
      })
      const source = { ...sample, own }
      const { installation } = deps
      const mail = contentOfMail(mailOf(source, 'ada@example.com', installation))
      const text = textOf(source, '+4930123456', installation.smsFrom ?? '', installation, now)
      return {
        mail: {
          subject: mail.subject,
          text: mail.text,
          url: await openPreview(tx, { page: mail.html }, now),
        },
        sms: { body: contentOfText(text).text, ...smsSize(text.body) },
      }
    })

import type { Application } from '@appointments/contracts'
import type { CustomTemplate } from '../../domain/wording/message-template.ts'
import type { Notification } from '../../domain/notification.ts'
import type { Warning } from '../../domain/send/provenance.ts'
import { MOST_SEGMENTS, smsSize } from '../../domain/wording/sms-segments.ts'
import type { MessageSource } from '../../messages/message-source.ts'
import { messageTemplates } from '../../repositories/message-templates.ts'
import type { Deps } from '../deps.ts'

const templateKeyOf = ({ notifications }: Application, { type }: Notification) =>
  notifications.types?.[type]?.templateKey

/**
 * The application's custom texts for a notification's type, if possible those for the service type of the appointment;
 * undefined if the application names none or they do not exist.
 */
export async function findCustomTemplate(
  { pool }: Pick<Deps, 'pool'>,
  notification: Notification,
  { application, serviceTypeId }: { application: Application; serviceTypeId: string | undefined },
): Promise<CustomTemplate | undefined> {
  const key = templateKeyOf(application, notification)
  if (key === undefined) return undefined
  const keys = serviceTypeId === undefined ? [key] : [`${key}.${serviceTypeId}`, key]
  return messageTemplates.findFirst(pool, application.id, keys)
}

/** Warnings about a message: a missing template, or an SMS that is too long. */
export function warningsOf({ notification, application, own }: MessageSource, sms?: string): Warning[] {
  const key = templateKeyOf(application, notification)
  const size = sms === undefined ? undefined : smsSize(sms)
  return [
    ...(key !== undefined && !own ? [{ reason: 'template_missing' as const }] : []),
    ...(size && size.segments > MOST_SEGMENTS
      ? [
          {
            reason: 'long_sms' as const,
            message: `the SMS has ${size.segments} segments in ${size.encoding}`,
          },
        ]
      : []),
  ]
}

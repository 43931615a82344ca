import type { UsedTemplate } from '@appointments/contracts'
import type { Installation, MessageSource } from './message-source.ts'
import { spokenValues } from './values.ts'

/** An SMS, ready to be submitted. */
export interface Text {
  id: string
  to: string
  sender: string
  body: string
  /** Seconds after which the provider must no longer deliver it. */
  validityS: number
  /** Where the provider tells what becomes of it; absent where it is asked. */
  statusCallback?: string
  /** Which words it was made of; absent for SMS no application can reword. */
  template?: UsedTemplate
}

const VALIDITY_S = { least: 6, most: 36_000 }
/** A longer title is cut, because every 153 characters cost a message. */
const LONGEST_TITLE = 40

/** The SMS of a notification. */
export function textOf(
  source: MessageSource,
  phone: string,
  sender: string,
  installation: Installation,
  now: Date,
): Text & { template: UsedTemplate } {
  const { notification } = source
  const { wording, values } = spokenValues(source, 'sms', installation)
  const title =
    values.title.length > LONGEST_TITLE
      ? `${values.title.slice(0, LONGEST_TITLE - 3).trimEnd()}...`
      : values.title
  return {
    id: notification.id,
    to: phone,
    sender,
    body: wording.sms({ ...values, title }),
    validityS: validityOf(notification.relevantUntil, now),
    template: wording.used,
  }
}

/** How long a provider may keep a message in its queue. */
export const validityOf = (until: Date, now: Date): number => {
  const seconds = Math.floor((until.getTime() - now.getTime()) / 1000)
  return Math.max(VALIDITY_S.least, Math.min(seconds, VALIDITY_S.most))
}

/** Who an application's SMS come from; undefined where nobody is named. */
export const senderFor = (
  { notifications }: MessageSource['application'],
  { smsFrom }: Pick<Installation, 'smsFrom'>,
): string | undefined => notifications.from?.smsSender ?? smsFrom

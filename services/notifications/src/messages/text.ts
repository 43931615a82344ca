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
  /** URL for the provider's status reports; absent if the provider is polled. */
  statusCallback?: string
  /** The template it was rendered with; absent if applications cannot customize it. */
  template?: UsedTemplate
}

const VALIDITY_S = { least: 6, most: 36_000 }
/** Longer titles are cut, because every 153 characters are billed as a segment. */
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
      ? `${wholeCharacters(values.title.slice(0, LONGEST_TITLE - 3)).trimEnd()}...`
      : values.title
  return {
    id: notification.id,
    to: phone,
    sender,
    // the û of "août" would make a French SMS up to twice as long; "aout" is correct, too
    body: wording.sms({ ...values, title, whenShort: values.whenShort.replaceAll('û', 'u') }),
    validityS: validityOf(notification.relevantUntil, now),
    template: wording.used,
  }
}

/** How long a provider may keep a message in its queue, in seconds. */
export const validityOf = (until: Date, now: Date): number => {
  const seconds = Math.floor((until.getTime() - now.getTime()) / 1000)
  return Math.max(VALIDITY_S.least, Math.min(seconds, VALIDITY_S.most))
}

/** The sender of an application's SMS, if there is one. */
export const senderFor = (
  { notifications }: MessageSource['application'],
  { smsFrom }: Pick<Installation, 'smsFrom'>,
): string | undefined => notifications.from?.smsSender ?? smsFrom

/** A text that was cut, without half of an emoji at its end. */
const wholeCharacters = (cut: string): string => cut.replace(/\p{Surrogate}$/u, '')

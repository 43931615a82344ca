import { MASKED } from '@appointments/contracts'
import type { SentContent } from '../domain/send/sent-content.ts'
import { smsSize } from '../domain/wording/sms-segments.ts'
import type { Mail } from './mail.ts'
import type { Text } from './text.ts'
import type { WebhookRequest } from './webhooks/webhook.ts'

/** Paths that end with a ticket. */
const TICKETS = /\/(manage|join|unsubscribe)\/[\w.~%-]+/g
const withoutTickets = (text: string): string => text.replaceAll(TICKETS, `/$1/${MASKED}`)

type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>

/** The content of a mail, with its tickets masked. */
export const contentOfMail = ({ subject, text, html }: MailContent): MailContent => ({
  subject: withoutTickets(subject),
  text: withoutTickets(text),
  html: withoutTickets(html),
})

/**
 * The content of an SMS, with its tickets masked.
 * @param sent the text that was sent, whose size is kept, if it differs
 */
export const contentOfText = (kept: Pick<Text, 'body'>, sent = kept): SentContent => ({
  text: withoutTickets(kept.body),
  ...smsSize(sent.body),
})

/** Names of headers whose values are always secrets. */
const SECRET_HEADERS = /auth|cookie|credential|key|password|secret|token/i

/**
 * The request of a webhook. Values of the endpoint's own headers are masked, as they are when the endpoint is read.
 * @param own names of these headers
 */
export function contentOfWebhook(
  { body, headers }: Pick<WebhookRequest, 'body' | 'headers'>,
  own: readonly string[],
): SentContent {
  const masked = new Set(own.map((name) => name.toLowerCase()))
  const isSecret = (name: string) => masked.has(name.toLowerCase()) || SECRET_HEADERS.test(name)
  return {
    text: body,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, isSecret(name) ? MASKED : value]),
    ),
  }
}

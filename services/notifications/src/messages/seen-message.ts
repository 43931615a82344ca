import type { NotificationChannel } from '@appointments/contracts'
import type { Mail } from './mail.ts'
import type { Text } from './text.ts'
import type { WebhookRequest } from './webhooks/webhook.ts'
import type { Outcome } from '../domain/send/outcomes.ts'

/** A message as the viewer shows it. */
export interface SeenMessage {
  id: string
  /** When it was sent or last tried. */
  at: string
  channel: NotificationChannel
  /** Notification type, or `OTP`. */
  type: string
  appointmentId?: string
  to: string
  outcome?: { kind: Outcome['kind']; providerStatus?: string; message?: string }
  attempt?: number
  mail?: { from: string; subject: string; text: string; html: string; messageId: string; invite?: string }
  text?: { from: string; body: string }
  webhook?: { url: string; headers: [name: string, value: string][]; body: string }
  /** Whether the viewer's receiver found the signature valid; absent if another receiver received the webhook. */
  signatureValid?: boolean
  /** When it is dropped from memory; absent for messages in the database. */
  expiresAt?: string
}

type Head = Pick<SeenMessage, 'id' | 'at' | 'type'> & { appointmentId?: string; attempt?: number }

const outcomeOf = (outcome: Outcome): Pick<SeenMessage, 'outcome'> => ({
  outcome: {
    kind: outcome.kind,
    ...('providerStatus' in outcome && { providerStatus: outcome.providerStatus }),
    ...('message' in outcome && { message: outcome.message }),
  },
})

/** A mailbox as mail programs show it: without a name, the bare address. */
const mailbox = ({ name, address }: { name: string; address: string }): string =>
  name ? `${name} <${address}>` : address

export const seenMail = (head: Head, mail: Mail, outcome: Outcome): SeenMessage => ({
  ...head,
  channel: 'EMAIL',
  to: mailbox(mail.to),
  ...outcomeOf(outcome),
  mail: {
    from: mailbox(mail.from),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `${mail.id}@${mail.domain}`,
    ...(mail.invite && { invite: mail.invite.content }),
  },
})

export const seenText = (head: Head, text: Text, outcome: Outcome): SeenMessage => ({
  ...head,
  channel: 'SMS',
  to: text.to,
  ...outcomeOf(outcome),
  text: { from: text.sender, body: text.body },
})

export const seenWebhook = (head: Head, request: WebhookRequest, outcome: Outcome): SeenMessage => ({
  ...head,
  channel: 'WEBHOOKS',
  to: request.url,
  ...outcomeOf(outcome),
  webhook: { url: request.url, headers: Object.entries(request.headers), body: request.body },
})

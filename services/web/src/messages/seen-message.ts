/** A message as the notifications service describes it. */
export interface SeenMessage {
  id: string
  /** When it was sent or last tried. */
  at: string
  channel: 'EMAIL' | 'SMS' | 'WEBHOOKS'
  /** Notification type, or `OTP`. */
  type: string
  to: string
  outcome?: { kind: OutcomeKind; providerStatus?: string; message?: string }
  attempt?: number
  mail?: { from: string; subject: string; text: string; messageId: string; invite?: string }
  text?: { from: string; body: string }
  webhook?: { url: string; headers: [name: string, value: string][]; body: string }
  /** Whether the viewer's receiver found the signature valid; absent if another receiver got the webhook. */
  signatureValid?: boolean
  /** When it is dropped from memory; absent for messages in the database. */
  expiresAt?: string
}

export type OutcomeKind = 'delivered' | 'submitted' | 'transient' | 'unknown' | 'unavailable' | 'permanent'
export type Channel = SeenMessage['channel']
export const channels: readonly Channel[] = ['EMAIL', 'SMS', 'WEBHOOKS']

/** The one-line title of a message. */
export function titleOf({ mail, text, webhook, type }: SeenMessage): string {
  if (mail) return mail.subject
  if (text) return text.body
  if (!webhook) return type
  const event = JSON.parse(webhook.body) as { type?: string }
  return event.type ?? 'webhook'
}

/** Whether the message has a problem worth a look. */
export const hasFault = ({ outcome, signatureValid }: SeenMessage): boolean =>
  signatureValid === false || (outcome !== undefined && !['delivered', 'submitted'].includes(outcome.kind))

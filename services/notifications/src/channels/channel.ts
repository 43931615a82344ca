import type { Outcome } from '../domain/send/outcomes.ts'
import type { Mail } from '../messages/mail.ts'
import type { Text } from '../messages/text.ts'
import type { WebhookRequest } from '../messages/webhooks/webhook.ts'

/**
 * The channels as the dispatcher sees them. An adapter answers with an outcome and throws only for a fault of
 * its own; every wait in it is bounded well below the dispatcher's lease.
 */
export interface MailChannel {
  send: (mail: Mail) => Promise<Outcome>
  close: () => Promise<void>
}

/** A message the provider has taken. */
export interface SubmittedText {
  providerId: string
  submittedAt: Date
}

/** What a provider says of a message it has taken, in its own words. */
export interface TextState {
  providerId: string
  status: string
  errorCode: number | null
  /** Number it goes to. */
  to: string
}

export interface TextChannel {
  send: (text: Text) => Promise<Outcome>
  /** What has become of messages the provider took; those it could not be asked about are left out. */
  ask: (submitted: readonly SubmittedText[]) => Promise<TextState[]>
  /** Looks for a message whose sending was interrupted; undefined where the provider does not have it. */
  find: (text: Text, since: Date) => Promise<Outcome | undefined>
}

/** What a receiver answered, as far as it is kept. */
export interface ReceiverAnswer {
  status: number
  /** The beginning of the body, as text. */
  body: string
}

export type WebhookOutcome = Outcome & { answer?: ReceiverAnswer }

export interface WebhookChannel {
  send: (request: WebhookRequest) => Promise<WebhookOutcome>
  /** Calls a receiver in any case, so that its owner sees what comes of it. */
  test: (request: WebhookRequest) => Promise<WebhookOutcome>
}

import type { Outcome } from '../domain/send/outcomes.ts'
import type { TextState } from '../domain/send/sms-outcome.ts'
import type { Mail } from '../messages/mail.ts'
import type { Text } from '../messages/text.ts'
import type { WebhookRequest } from '../messages/webhooks/webhook.ts'
import type { SlotCounts } from './slots.ts'

/**
 * The channels as the dispatcher sees them. An adapter returns an outcome and throws only on a bug. All its
 * timeouts are well below the dispatcher's lease.
 */
export interface MailChannel {
  send: (mail: Mail) => Promise<Outcome>
  /** The connections to the mail server; absent if there is none. */
  connections?: () => SlotCounts
  close: () => Promise<void>
}

/** A message the provider has accepted. */
export interface SubmittedText {
  providerId: string
  submittedAt: Date
}

export interface TextChannel {
  send: (text: Text) => Promise<Outcome>
  /** Fetches the status of accepted messages; those whose status could not be fetched are left out. */
  ask: (submitted: readonly SubmittedText[]) => Promise<TextState[]>
  /**
   * Looks for a message whose sending was interrupted; undefined if the provider does not have it.
   * @param since when the sending began
   * @param findKnown finds those of the provider's ids that belong to other messages, which may have the same text
   */
  find: (
    text: Text,
    since: Date,
    findKnown: (providerIds: readonly string[]) => Promise<ReadonlySet<string>>,
  ) => Promise<Outcome | undefined>
}

/** The stored part of a receiver's response. */
export interface ReceiverResponse {
  status: number
  /** The beginning of the body, as text. */
  body: string
}

export type WebhookOutcome = Outcome & { response?: ReceiverResponse }

export interface WebhookChannel {
  send: (request: WebhookRequest) => Promise<WebhookOutcome>
  /** Calls a receiver even if its circuit is open, so that its owner sees the result. */
  test: (request: WebhookRequest) => Promise<WebhookOutcome>
}

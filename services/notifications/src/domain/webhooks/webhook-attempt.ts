/** One attempt to send a webhook. */
export interface WebhookAttempt {
  attempt: number
  at: Date
  durationMs: number
  /** HTTP status; absent if the receiver did not respond. */
  status?: number
  /** Why there was no response. */
  error?: string
  /** The beginning of the response. */
  response?: string
}

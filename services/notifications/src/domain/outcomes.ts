/** What became of an attempt to send, in words every channel shares. */
export type Outcome =
  /** The message has arrived, as far as the channel can tell. */
  | { kind: 'delivered'; providerStatus: string; message?: string }
  /** The provider has taken it, and a receipt follows. */
  | { kind: 'submitted'; providerStatus: string; providerId: string }
  /** It was refused or failed, and another try may help. */
  | {
      kind: 'transient'
      providerStatus: string
      message: string
      /** Least wait before the next try. */
      leastDelayMs?: number
      /** Longest wait the receiver may ask for is bound by the retry table. */
      retryAfterMs?: number
      /** True where the provider or receiver as a whole is at fault, not this message. */
      isOutage?: boolean
    }
  /** No try will help. */
  | { kind: 'permanent'; providerStatus: string; message: string; isGone?: boolean }
  /** It may have arrived. */
  | { kind: 'unknown'; providerStatus: string; message: string }
  /** Nothing was sent and nothing is the message's fault: the circuit is open or the account is not usable. */
  | { kind: 'unavailable'; message: string }

/** A receipt or a poll's answer about a message the provider has taken. */
export type Receipt =
  | { kind: 'waiting'; providerStatus: string }
  | { kind: 'delivered'; providerStatus: string; message?: string }
  | { kind: 'undelivered'; providerStatus: string; message: string; isPermanent: boolean }
  | { kind: 'cancelled'; providerStatus: string }
  /** The provider could not be asked. */
  | { kind: 'unanswered'; message: string }

/** What a failure says about an address, beyond the message: nothing more is to be sent to it. */
export type AddressFault = 'STOP' | 'HARD_BOUNCE'

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
  | {
      kind: 'permanent'
      providerStatus: string
      message: string
      isGone?: boolean
      addressFault?: AddressFault
    }
  /** It may have arrived. */
  | { kind: 'unknown'; providerStatus: string; message: string }
  /** Nothing was sent and nothing is the message's fault: the circuit is open or the account is not usable. */
  | {
      kind: 'unavailable'
      message: string
      /** Where the provider refuses everything of the account, or everything under this sender. */
      refused?: 'ACCOUNT' | 'SENDER'
    }

/** What a provider says about a message it has taken, by itself or because it was asked. */
export type News =
  | { kind: 'waiting'; providerStatus: string }
  | { kind: 'delivered'; providerStatus: string; message?: string }
  | {
      kind: 'undelivered'
      providerStatus: string
      message: string
      isPermanent: boolean
      addressFault?: AddressFault
      /** How often it may be submitted again at most; absent where the table of delays alone decides. */
      chances?: number
    }
  | { kind: 'cancelled'; providerStatus: string }

/** What comes of asking about it; the provider may be out of reach. */
export type Receipt = News | { kind: 'unanswered' }

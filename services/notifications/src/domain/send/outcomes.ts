/** Why nothing more may be sent to an address. */
export type AddressFault = 'STOP' | 'HARD_BOUNCE'

/** Provider status of an attempt that an unexpected error of this service ended. */
export const INTERNAL_ERROR = 'INTERNAL_ERROR'
/** Provider status of an attempt whose process crashed. */
export const INTERRUPTED = 'INTERRUPTED'

/** The outcome of an attempt to send, the same for every channel. */
export type Outcome =
  /** The message has arrived, as far as the channel can tell. */
  | { kind: 'delivered'; providerStatus: string; message?: string }
  /** The provider has accepted it; a receipt follows. */
  | { kind: 'submitted'; providerStatus: string; providerId: string }
  /** It was rejected or failed, and a retry may help. */
  | {
      kind: 'transient'
      providerStatus: string
      message: string
      /** Minimum wait before the next attempt. */
      leastDelayMs?: number
      /** Wait the receiver asked for; the retry table limits it. */
      retryAfterMs?: number
      /** True if the provider or receiver as a whole fails, not this message. */
      isOutage?: boolean
      /** True if the provider rejects it because there are too many connections. */
      isCrowded?: boolean
    }
  /** Retries cannot help. */
  | {
      kind: 'permanent'
      providerStatus: string
      message: string
      isGone?: boolean
      addressFault?: AddressFault
    }
  /** It may have arrived. */
  | { kind: 'unknown'; providerStatus: string; message: string }
  /** Nothing was sent, and the message is not at fault: the circuit is open or the account is unusable. */
  | {
      kind: 'unavailable'
      message: string
      /** Set if the provider rejects everything of the account, or everything from this sender. */
      rejected?: 'ACCOUNT' | 'SENDER'
    }

/** A provider's report about an accepted message, pushed or polled. */
export type StatusReport =
  | { kind: 'waiting'; providerStatus: string }
  | { kind: 'delivered'; providerStatus: string; message?: string }
  | {
      kind: 'undelivered'
      providerStatus: string
      message: string
      isPermanent: boolean
      addressFault?: AddressFault
      /** Maximum number of resubmissions; absent if only the table of delays limits them. */
      chances?: number
    }
  | { kind: 'cancelled'; providerStatus: string }

/** The result of polling; the provider may be unreachable. */
export type Receipt = StatusReport | { kind: 'no_report' }

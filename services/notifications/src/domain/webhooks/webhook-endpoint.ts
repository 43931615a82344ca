import type { disabledReasons, NotificationType } from '@appointments/contracts'

/** A replaced secret, which signs along until it expires. */
export interface PreviousSecret {
  sealedSecret: string
  /** ISO 8601 */
  until: string
}

/** Most replaced secrets kept; the oldest is dropped. */
const MOST_PREVIOUS_SECRETS = 5

type Secrets = Pick<WebhookEndpoint, 'sealedSecret' | 'previousSecrets'>

/** Replaced secrets that have not expired, newest first. */
export const livePrevious = ({ previousSecrets }: Secrets, now: Date): PreviousSecret[] =>
  previousSecrets.filter(({ until }) => new Date(until) > now)

/**
 * Replaces the current secret, which signs along for a grace period. Without one, all older secrets stop signing
 * immediately, because they may have leaked.
 */
export function rotated(secrets: Secrets, sealedSecret: string, graceMs: number, now: Date): Secrets {
  if (graceMs === 0) return { sealedSecret, previousSecrets: [] }
  const replaced = {
    sealedSecret: secrets.sealedSecret,
    until: new Date(now.getTime() + graceMs).toISOString(),
  }
  const previousSecrets = livePrevious(
    { ...secrets, previousSecrets: [replaced, ...secrets.previousSecrets] },
    now,
  )
  return { sealedSecret, previousSecrets: previousSecrets.slice(0, MOST_PREVIOUS_SECRETS) }
}

/** Headers of an endpoint by name. A plain string was stored before values were encrypted. */
export type StoredHeaders = Readonly<Record<string, string | { sealed: string }>>

/** A registered webhook endpoint; its secrets and header values are encrypted. */
export interface WebhookEndpoint {
  id: string
  applicationId: string
  url: string
  events: NotificationType[] | null
  headers: StoredHeaders
  enabled: boolean
  state: 'ACTIVE' | 'FAILING' | 'DISABLED'
  timeoutMs: number
  signature: 'v1' | 'v1a' | 'both'
  includeRoomUrl: boolean
  includeContact: boolean
  sealedSecret: string
  /** Newest first. */
  previousSecrets: PreviousSecret[]
  /** Receives the alerts. */
  alertEmail: string | null
  /** The first failure after the last success. */
  failingSince: Date | null
  /** Failing attempts since then. */
  failedAttempts: number
  /** Number of alerts sent since then. */
  alertStep: number
  disabledAt: Date | null
  disabledReason: (typeof disabledReasons)[number] | null
  createdAt: Date
  updatedAt: Date
}

/** Whether anything is sent to an endpoint: it is enabled and not disabled by failures. */
export const takesWebhooks = ({ enabled, state }: Pick<WebhookEndpoint, 'enabled' | 'state'>): boolean =>
  enabled && state !== 'DISABLED'

import type { disabledReasons, NotificationType } from '@appointments/contracts'

/** A secret that was replaced and signs along until its time ends. */
export interface PreviousSecret {
  sealedSecret: string
  /** ISO 8601 */
  until: string
}

/** Replaced secrets that are kept at the same time; the oldest makes room. */
const MOST_PREVIOUS_SECRETS = 5

type Secrets = Pick<WebhookEndpoint, 'sealedSecret' | 'previousSecrets'>

/** Replaced secrets whose time has not ended, newest first. */
export const livePrevious = ({ previousSecrets }: Secrets, now: Date): PreviousSecret[] =>
  previousSecrets.filter(({ until }) => new Date(until) > now)

/**
 * Puts a new secret in the place of the current one, which signs along for a while. Without such a while nothing that
 * is older signs any more: somebody may have got hold of it.
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

/** Headers of an endpoint by name. A value that is text was stored before values were sealed. */
export type StoredHeaders = Readonly<Record<string, string | { sealed: string }>>

/** A registered webhook endpoint; its secrets and the values of its headers are sealed. */
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
  /** Who is told that it fails. */
  alertEmail: string | null
  /** The first failure after the last success. */
  failingSince: Date | null
  /** Failing attempts since then. */
  failedAttempts: number
  /** How many of the alerts have been given since then. */
  alertStep: number
  disabledAt: Date | null
  disabledReason: (typeof disabledReasons)[number] | null
  createdAt: Date
  updatedAt: Date
}

/** Whether anything is sent to an endpoint: nobody has switched it off, and it is not gone. */
export const takesWebhooks = ({ enabled, state }: Pick<WebhookEndpoint, 'enabled' | 'state'>): boolean =>
  enabled && state !== 'DISABLED'

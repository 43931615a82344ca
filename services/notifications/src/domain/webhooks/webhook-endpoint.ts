import { createHash } from 'node:crypto'
import type { disabledReasons, NotificationType } from '@appointments/contracts'

/** A replaced secret, which keeps signing until it expires. */
export interface PreviousSecret {
  sealedSecret: string
  /** ISO 8601 */
  until: string
}

/** Maximum number of replaced secrets that are kept; the oldest is dropped. */
const MOST_PREVIOUS_SECRETS = 5

type Secrets = Pick<WebhookEndpoint, 'sealedSecret' | 'previousSecrets' | 'secretTimes'>

/** Replaced secrets that have not expired, newest first. */
export const livePrevious = (
  { previousSecrets }: Pick<Secrets, 'previousSecrets'>,
  now: Date,
): PreviousSecret[] => previousSecrets.filter(({ until }) => new Date(until) > now)

/**
 * Replaces the current secret, which keeps signing for a grace period. Without a grace period, all older secrets stop
 * signing immediately, because they may have leaked.
 */
export function rotated(secrets: Secrets, sealedSecret: string, graceMs: number, now: Date): Secrets {
  const secretTimes = { [idOf(sealedSecret)]: now.toISOString() }
  if (graceMs === 0) return { sealedSecret, previousSecrets: [], secretTimes }
  const replaced = {
    sealedSecret: secrets.sealedSecret,
    until: new Date(now.getTime() + graceMs).toISOString(),
  }
  const previousSecrets = livePrevious({ previousSecrets: [replaced, ...secrets.previousSecrets] }, now)
  return {
    sealedSecret,
    previousSecrets: previousSecrets.slice(0, MOST_PREVIOUS_SECRETS),
    secretTimes: { ...timesOf(previousSecrets, secrets.secretTimes), ...secretTimes },
  }
}

/** Only the creation times of these secrets. */
const timesOf = (kept: readonly PreviousSecret[], times: Secrets['secretTimes']): Secrets['secretTimes'] => {
  const ids = new Set(kept.map(({ sealedSecret }) => idOf(sealedSecret)))
  return Object.fromEntries(Object.entries(times).filter(([id]) => ids.has(id)))
}

const ID_CHARACTERS = 16

/** The id of a secret. It is derived from the encrypted form, because older releases store no id. */
const idOf = (sealedSecret: string): string =>
  `sec_${createHash('sha256').update(sealedSecret).digest('hex').slice(0, ID_CHARACTERS)}`

/** A secret that signs. */
export interface LiveSecret {
  id: string
  createdAt: Date
  /** Absent for the current secret. */
  endsAt?: Date
  current: boolean
}

/**
 * The secrets that sign the webhooks of an endpoint, beginning with the current one. If an older release created a
 * secret, its creation time is that of the endpoint.
 */
export function liveSecrets(endpoint: Secrets & Pick<WebhookEndpoint, 'createdAt'>, now: Date): LiveSecret[] {
  const secret = (sealedSecret: string): Pick<LiveSecret, 'id' | 'createdAt'> => {
    const id = idOf(sealedSecret)
    const createdAt = endpoint.secretTimes[id]
    return { id, createdAt: createdAt === undefined ? endpoint.createdAt : new Date(createdAt) }
  }
  return [
    { ...secret(endpoint.sealedSecret), current: true },
    ...livePrevious(endpoint, now).map(({ sealedSecret, until }) => ({
      ...secret(sealedSecret),
      endsAt: new Date(until),
      current: false,
    })),
  ]
}

/** Removes a replaced secret from those of an endpoint. */
export function withoutSecret({ sealedSecret, previousSecrets, secretTimes }: Secrets, id: string): Secrets {
  const { [id]: _, ...times } = secretTimes
  return {
    sealedSecret,
    previousSecrets: previousSecrets.filter((one) => idOf(one.sealedSecret) !== id),
    secretTimes: times,
  }
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
  /** When secrets were created (ISO 8601), by their ids. */
  secretTimes: Readonly<Record<string, string>>
  /** Receives the alerts. */
  alertEmail: string | null
  /** The first failure after the last success. */
  failingSince: Date | null
  /** Failed attempts since then. */
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

/** Whether an endpoint takes an event; without a choice of events it takes all. */
export const takesEvent = (
  { events }: { events: readonly NotificationType[] | null },
  type: NotificationType,
): boolean => events === null || events.includes(type)

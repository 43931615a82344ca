import {
  notificationChannels,
  type Application,
  type ForbiddenSenders,
  type NotificationChannel,
} from '@appointments/contracts'
import type { KeyedTransaction } from '@appointments/idempotency'
import type { Pool, Transaction, Tx } from '@appointments/postgres'
import type { Clock, Log } from '@appointments/runtime'
import type { Counter } from '@appointments/telemetry'
import type { Leases } from '../dispatch/leases.ts'
import type { OpenedChannels } from '../channels/open-channels.ts'
import { senderFor } from '../messages/text.ts'
import type { Installation } from '../messages/message-source.ts'
import type { StatusCallbacks } from '../keys/status-callbacks.ts'
import type { Viewer } from '../viewer/viewer.ts'
import type { Seal } from '../keys/seal.ts'
import type { WebhookSigningKeys } from '../keys/webhook-signing-keys.ts'

/** Dependencies of the use cases. */
export interface Deps {
  pool: Pool
  transaction: KeyedTransaction
  /** Transactions that results of messages share; see `sharedTransactions`. */
  sharedTransaction: Transaction
  leases: Pick<Leases, 'end' | 'during'>
  /** Registers the appointment of a transaction, so that stored responses can be deleted with it. */
  about: (tx: Tx, appointmentId: string) => void
  /** Deletes stored responses about an appointment. */
  forgetResponses: (tx: Tx, appointmentId: string) => void
  channels: OpenedChannels['channels']
  isLocal: OpenedChannels['isLocal']
  installation: Installation
  seal: Seal
  /** Encrypts what a message needs after its appointment or participant was erased. */
  sourceSeal: Seal
  /** Identifies addresses without storing them. */
  fingerprint: (address: string) => string
  /** Callback URLs for the SMS provider's status reports. */
  callbacks: StatusCallbacks
  signingKeys: WebhookSigningKeys
  viewer: Viewer | undefined
  allowPrivateWebhooks: boolean
  forbiddenSenders: ForbiddenSenders
  clock: Clock
  newId: () => string
  /** Counts messages that are sent again although they may have arrived. */
  possibleDuplicates: Counter<'channel'>
  /** Counts status reports of the SMS provider. */
  receipts: Counter<'source'>
  /** A number from -1 to 1 that spreads retries. */
  chance: () => number
  /** Milliseconds between attempts at a failed query of a delivery; a test sets shorter ones. */
  queryPausesMs?: readonly number[]
  log: Log
}

const SENDER_OF = { EMAIL: 'emailAddress', SMS: 'smsSender' } as const

/**
 * Whether an application may use the sender in its settings for a channel. Forbidden senders are rejected when
 * settings are stored, but the list of senders may have changed since.
 */
export const maySendAs = (
  { forbiddenSenders }: Pick<Deps, 'forbiddenSenders'>,
  application: Application,
  channel: keyof typeof SENDER_OF,
): boolean => !forbiddenSenders(application).includes(SENDER_OF[channel])

/** The channels available to an application. */
export function configuredChannels(
  { channels, installation }: Pick<Deps, 'channels' | 'installation'>,
  application: Application,
): ReadonlySet<NotificationChannel> {
  // test mode needs no provider
  if (application.notifications.testMode) return new Set(notificationChannels)
  const configured = new Set<NotificationChannel>(['WEBHOOKS'])
  if (channels.mail) configured.add('EMAIL')
  if (channels.texts && senderFor(application, installation) !== undefined) configured.add('SMS')
  return configured
}

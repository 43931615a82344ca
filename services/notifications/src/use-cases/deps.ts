import {
  notificationChannels,
  type Application,
  type ForbiddenSenders,
  type NotificationChannel,
} from '@appointments/contracts'
import type { KeyedTransaction } from '@appointments/idempotency'
import type { Broker } from '@appointments/broker'
import type { Pool, Tx } from '@appointments/postgres'
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

/** What the use cases work with. */
export interface Deps {
  pool: Pool
  transaction: KeyedTransaction
  leases: Pick<Leases, 'end' | 'during'>
  /** Says which appointment a transaction is about, so that a kept answer goes with it. */
  about: (tx: Tx, appointmentId: string) => void
  /** Forgets kept answers about an appointment. */
  forgetAnswers: (tx: Tx, appointmentId: string) => void
  broker: Pick<Broker, 'purgeDeadLetters'>
  channels: OpenedChannels['channels']
  isLocal: OpenedChannels['isLocal']
  installation: Installation
  seal: Seal
  /** Seals what a message needs of an appointment or a participant that was erased. */
  sourceSeal: Seal
  /** Tells addresses apart without keeping them. */
  fingerprint: (address: string) => string
  /** Where the SMS provider tells what becomes of a message. */
  callbacks: StatusCallbacks
  signingKeys: WebhookSigningKeys
  viewer: Viewer | undefined
  allowPrivateWebhooks: boolean
  forbiddenSenders: ForbiddenSenders
  clock: Clock
  newId: () => string
  /** Counts messages that go out again although they may have arrived. */
  possibleDuplicates: Counter<'channel'>
  /** Counts what the SMS provider says of messages it has taken. */
  receipts: Counter<'source'>
  /** A number from -1 to 1 that spreads retries. */
  chance: () => number
  log: Log
}

const SENDER_OF = { EMAIL: 'emailAddress', SMS: 'smsSender' } as const

/**
 * Whether an application may write over a channel from the sender that its settings name. Settings are refused when
 * they name another one, but may have been stored before the list of senders had its present form.
 */
export const maySendAs = (
  { forbiddenSenders }: Pick<Deps, 'forbiddenSenders'>,
  application: Application,
  channel: keyof typeof SENDER_OF,
): boolean => !forbiddenSenders(application).includes(SENDER_OF[channel])

/** The channels that something of an application can be sent over. */
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

import type { Application, NotificationChannel } from '@appointments/contracts'
import type { Broker } from '@appointments/messaging'
import type { Pool, Sql, Transaction } from '@appointments/postgres'
import type { Clock, Log } from '@appointments/runtime'
import type { MailChannel, TextChannel, WebhookChannel } from '../channels/channel.ts'
import { senderFor } from '../messages/text.ts'
import type { House } from '../messages/message-source.ts'
import type { Viewer } from '../viewer/viewer.ts'
import type { WebhookSeal } from '../webhook-secrets.ts'

/** What the use cases work with. */
export interface Deps {
  pool: Pool
  transaction: Transaction
  /** Says which appointment a transaction is about, so that a kept answer goes with it. */
  about: (tx: Sql, appointmentId: string) => void
  /** Forgets kept answers about an appointment. */
  forgetAnswers: (tx: Sql, appointmentId: string) => Promise<unknown>
  broker: Pick<Broker, 'purgeDeadLetters'>
  /** Channels without a provider are absent. */
  channels: { mail: MailChannel | undefined; texts: TextChannel | undefined; webhooks: WebhookChannel }
  /** True where mail and SMS go nowhere but into the viewer. */
  isLocal: { mail: boolean; texts: boolean }
  house: House
  seal: WebhookSeal
  viewer: Viewer | undefined
  allowPrivateWebhooks: boolean
  clock: Clock
  newId: () => string
  /** A number from -1 to 1 that spreads retries. */
  chance: () => number
  log: Log
}

/** The channels that something of an application can be sent over. */
export function configuredChannels(
  { channels, house }: Pick<Deps, 'channels' | 'house'>,
  application: Application,
): ReadonlySet<NotificationChannel> {
  const configured = new Set<NotificationChannel>(['WEBHOOKS'])
  if (channels.mail) configured.add('EMAIL')
  if (channels.texts && senderFor(application, house) !== undefined) configured.add('SMS')
  return configured
}

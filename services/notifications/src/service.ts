import { purgeLettersAboutAgents } from '@appointments/agent-names'
import { forbiddenSenders, internal, ONE_OFF_MESSAGE } from '@appointments/contracts'
import { tickets } from '@appointments/credentials'
import { bind, serve } from '@appointments/http'
import { purgeLettersAboutAppointments, purgeLettersAboutCustomers } from '@appointments/outbox'
import { sharedTransactions, type Sql } from '@appointments/postgres'
import { newId, repeat, type Stoppable } from '@appointments/runtime'
import { startService, type ServiceOptions } from '@appointments/foundation'
import { createCircuitWatch } from '@appointments/telemetry'
import { addressFingerprint } from './keys/address-fingerprint.ts'
import { createApp } from './app.ts'
import { observedChannels } from './channels/observed.ts'
import { openChannels } from './channels/open-channels.ts'
import { fromTwilio } from './channels/twilio-signature.ts'
import type { Config } from './config.ts'
import { appointmentEvents, lockOf } from './consumers/appointment-events.ts'
import { channelMetrics, dueMetrics, endpointMetrics, sendingMetrics, smtpMetrics } from './metrics.ts'
import { figures } from './repositories/send/figures.ts'
import { startDispatcher } from './dispatch/dispatcher.ts'
import { createLeases } from './dispatch/leases.ts'
import { devRouter } from './http/dev.ts'
import type { Claimed } from './repositories/send/deliveries.ts'
import { versions } from './http/index.ts'
import { internalHandlers } from './http/internal.ts'
import { publicRouter } from './http/public.ts'
import { isReachableFromOutside } from './channels/webhooks/reachable-from-outside.ts'
import { createSeal } from './keys/seal.ts'
import { statusCallbacks } from './keys/status-callbacks.ts'
import { unsubscribeTickets } from './keys/unsubscribe-tickets.ts'
import { createViewer } from './viewer/viewer.ts'
import { webhookSigningKeys } from './keys/webhook-signing-keys.ts'

/** Sender of SMS if no provider is configured. */
const LOCAL_SMS_SENDER = 'Appointments'

/** Pause between two runs that delete or complete old records; the first run is at the start. */
const RETENTION_EVERY_MS = 60_000

/** Concurrent transactions that store the results of messages. */
const RESULT_LANES = 2

/** Dependencies that tests replace: chance and loops, and in a simulation also the providers. */
export interface Overrides extends ServiceOptions {
  openChannels?: typeof openChannels
  newId?: typeof newId
  /** A number from -1 to 1 that spreads retries. */
  chance?: () => number
  /** Wraps the delivery of a claimed notification. */
  work?: (claimed: Claimed, deliver: (claimed: Claimed) => Promise<void>) => Promise<void>
}

const defaults = {
  openChannels,
  newId,
  chance: () => Math.random() * 2 - 1,
  repeat,
  work: (claimed, deliver) => deliver(claimed),
} satisfies Partial<Overrides>

/** Starts the notifications service: applies events, sends due notifications and serves requests. */
export function createNotifications(
  config: Config,
  overrides: Overrides,
): Promise<Stoppable & { url: string }> {
  const { openChannels, newId, chance, work, ...options } = { ...defaults, ...overrides }
  const { repeat } = options
  const databaseUrl = config.NOTIFICATIONS_DATABASE_URL
  return startService({ name: 'notifications', databaseUrl, settings: config, options }, async (base) => {
    const { pool, broker, transaction, idempotency, callerOf, clock, log, subscribe, keep, loop } = base
    const { metrics } = base.telemetry
    const subjects = new WeakMap<Sql, string>()
    const seal = createSeal(config.DATA_SECRET, 'webhook-secret')
    const viewer = config.DEV_VIEWER ? createViewer({ pool, clock, log }) : undefined
    const watch = createCircuitWatch(metrics)
    const { channels, isLocal, closeChannels } = openChannels(config, { watch, clock, log })
    keep('channels', { stop: closeChannels })
    const fingerprint = addressFingerprint(config.DATA_SECRET)
    const publicUrl = config.PUBLIC_URL.replace(/\/+$/, '')
    const isCalledBack = config.TWILIO_STATUS_CALLBACKS ?? isReachableFromOutside(publicUrl)
    const callbacks = statusCallbacks(config.DATA_SECRET, isCalledBack ? publicUrl : undefined)
    const leases = createLeases({ pool, repeat, clock, log })
    keep('leases', leases)
    const app = createApp({
      pool,
      leases,
      // this service publishes no events, so it registers which appointment a transaction is about
      transaction: idempotency.transactions(transaction, (tx) => subjects.get(tx)),
      sharedTransaction: sharedTransactions(transaction, RESULT_LANES),
      about: (tx, appointmentId) => subjects.set(tx, appointmentId),
      forgetResponses: idempotency.forget,
      channels: observedChannels(channels, metrics),
      isLocal,
      installation: {
        mailFrom: config.MAIL_FROM,
        mailFromName: config.MAIL_FROM_NAME,
        publicUrl,
        host: new URL(publicUrl).hostname,
        smsFrom: config.SMS_FROM ?? (isLocal.texts ? LOCAL_SMS_SENDER : undefined),
        tickets: tickets(config.DATA_SECRET, publicUrl),
        unsubscribe: unsubscribeTickets(config.DATA_SECRET, publicUrl, fingerprint),
      },
      seal,
      sourceSeal: createSeal(config.DATA_SECRET, 'message-source'),
      fingerprint,
      callbacks,
      signingKeys: webhookSigningKeys(
        config.DATA_SECRET,
        config.WEBHOOK_SIGNING_KEY,
        config.WEBHOOK_PREVIOUS_SIGNING_KEY,
      ),
      viewer,
      allowPrivateWebhooks: config.WEBHOOK_ALLOW_PRIVATE,
      forbiddenSenders: forbiddenSenders(config),
      clock,
      newId,
      possibleDuplicates: metrics.counter(sendingMetrics.possibleDuplicates),
      receipts: metrics.counter(sendingMetrics.receipts),
      chance,
      log,
    })

    const dispatcher = startDispatcher({
      smtpConnections: config.SMTP_CONNECTIONS,
      pool,
      leases,
      deliver: (claimed) => work(claimed, app.deliverNotification),
      newId,
      repeat,
      telemetry: base.telemetry,
      clock,
      log,
    })
    metrics.read(dueMetrics, () => figures.queue(pool, clock.now()))
    metrics.read(endpointMetrics, () => figures.endpoints(pool))
    metrics.read(channelMetrics, () => figures.channels(pool))
    if (channels.mail?.connections) metrics.read(smtpMetrics, channels.mail.connections)
    keep('dispatcher', dispatcher)
    loop('receipts', 1000, app.sweepReceipts)
    loop('abandoned notifications', 1000, app.recoverAbandoned)
    loop('failing endpoints', 1000, app.watchEndpoints)
    loop('endpoint alerts', 1000, app.sendEndpointAlerts)
    loop('overdue erasures', 1000, app.eraseOverdue)
    const erased = { table: 'removed_appointments', erasedAt: 'erased_at' } as const
    loop(
      'dead letter purge',
      1000,
      purgeLettersAboutAppointments({ pool, broker, service: 'notifications', ...erased }),
    )
    loop('agent dead letters', 1000, purgeLettersAboutAgents({ pool, broker, service: 'notifications' }))
    loop(
      'customer dead letters',
      1000,
      purgeLettersAboutCustomers({ pool, broker, service: 'notifications', clock }),
    )
    loop('retention', RETENTION_EVERY_MS, app.forgetExpired).wake()
    loop('reasons of records', RETENTION_EVERY_MS, app.fillReasons).wake()
    loop('figures', config.FIGURES_EVERY_MS, app.computeFigures).wake()
    await subscribe({
      appliers: appointmentEvents(app, dispatcher.wake),
      lockOf,
      others: { [ONE_OFF_MESSAGE]: app.sendOneOffMessage },
      isShared: true,
    })

    return [
      ...Object.values(versions)
        .flatMap((serveVersion) => serveVersion({ app, clock }))
        .map((operations) => bind(operations, { callerOf, idempotency })),
      bind(serve('notifications', internal, internalHandlers(pool)), { callerOf }),
      publicRouter({
        app,
        callbacks,
        isFromTwilio: fromTwilio(
          [config.TWILIO_AUTH_TOKEN, config.TWILIO_PREVIOUS_AUTH_TOKEN].filter((key) => key !== undefined),
          publicUrl,
        ),
        publicUrl,
      }),
      ...(viewer ? [devRouter({ viewer, receive: app.receiveOwnWebhook, publicUrl })] : []),
    ]
  })
}

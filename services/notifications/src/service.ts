import { ONE_OFF_MESSAGE, v2, v2Administration } from '@appointments/contracts'
import { internalTokens, tickets } from '@appointments/credentials'
import { bind, callerFrom, createServiceApp, listen } from '@appointments/http'
import { createIdempotency } from '@appointments/idempotency'
import { createOutbox, createSettlements, openInbox, type Broker } from '@appointments/messaging'
import { createPool, migrate, transactionsOn, type Sql } from '@appointments/postgres'
import {
  createLog,
  createStopOrder,
  newId,
  repeat,
  systemClock,
  type Clock,
  type Log,
  type Stoppable,
} from '@appointments/runtime'
import { createApp } from './app.ts'
import { openChannels } from './channels/open-channels.ts'
import type { Config } from './config.ts'
import { appointmentEvents } from './consumers/appointment-events.ts'
import { startDispatcher } from './dispatch/dispatcher.ts'
import { devRouter } from './http/dev.ts'
import { sealedAnswers } from './http/sealed-answers.ts'
import { administrationHandlers, v2Handlers } from './http/v2.ts'
import { createViewer } from './viewer/viewer.ts'
import { webhookSeal } from './webhook-secrets.ts'

export interface Overrides {
  connectBroker: () => Promise<Broker>
  clock?: Clock
  log?: Log
}

const PACKAGES = [
  '@appointments/messaging',
  '@appointments/idempotency',
  '@appointments/notifications-service',
]

/** Sender of SMS on a machine that sends none. */
const LOCAL_SMS_SENDER = 'Appointments'

/** Starts the notifications service: database up to date, events flowing, sending what is due, answering HTTP. */
export async function createNotifications(
  config: Config,
  overrides: Overrides,
): Promise<Stoppable & { url: string }> {
  const { connectBroker, clock = systemClock, log = createLog('notifications') } = overrides
  const order = createStopOrder(log)
  const databaseUrl = config.NOTIFICATIONS_DATABASE_URL
  await migrate(databaseUrl, PACKAGES, log)
  const pool = createPool(databaseUrl, { size: config.DATABASE_POOL_SIZE, log, name: 'notifications' })
  order.onStop('pool', () => pool.end())
  const broker = await connectBroker()
  order.onStop('broker', () => broker.close())

  const settlements = createSettlements(config.SETTLE_LIMIT_MS)
  const replyTo = await broker.openReplies((reply) => settlements.onReply(reply))
  const outbox = createOutbox({ pool, broker, settlements, replyTo, clock, log })
  order.onStop('outbox', () => outbox.stop())

  const transaction = transactionsOn(pool)
  const idempotency = createIdempotency({ pool, clock, log })
  order.onStop('idempotency', () => idempotency.stop())
  const subjects = new WeakMap<Sql, string>()
  const seal = webhookSeal(config.INTERNAL_SECRET)
  const sealed = sealedAnswers(seal)
  const viewer = config.DEV_VIEWER ? createViewer({ pool, clock, log }) : undefined
  const { channels, isLocal, closeChannels } = openChannels(config, { clock, log })
  order.onStop('channels', closeChannels)
  const app = createApp({
    pool,
    transaction: idempotency.transactions(transaction, (tx) => subjects.get(tx)),
    about: (tx, appointmentId) => subjects.set(tx, appointmentId),
    forgetAnswers: idempotency.forget,
    broker,
    channels,
    isLocal,
    house: {
      mailFrom: config.MAIL_FROM,
      mailFromName: config.MAIL_FROM_NAME,
      smsFrom: config.SMS_FROM ?? (isLocal.texts ? LOCAL_SMS_SENDER : undefined),
      tickets: tickets(config.INTERNAL_SECRET, config.PUBLIC_URL.replace(/\/+$/, '')),
    },
    seal,
    viewer,
    allowPrivateWebhooks: config.WEBHOOK_ALLOW_PRIVATE,
    clock,
    newId,
    chance: () => Math.random() * 2 - 1,
    log,
  })

  const dispatcher = startDispatcher({ pool, deliver: app.deliverNotification, newId, clock, log })
  order.onStop('dispatcher', () => dispatcher.stop())
  const sweeper = repeat('abandoned notifications', 1000, app.settleAbandoned, log)
  order.onStop('sweeper', () => sweeper.stop())
  const inbox = await openInbox({
    service: 'notifications',
    pool,
    transaction,
    broker,
    outbox,
    appliers: appointmentEvents(app),
    others: { [ONE_OFF_MESSAGE]: app.sendOneOffMessage },
    onApplied: dispatcher.wake,
    // the other half of the connections is for sending and for requests
    concurrency: Math.ceil(config.DATABASE_POOL_SIZE / 2),
    clock,
    log,
  })
  order.onStop('inbox', () => inbox.stop())

  const callerOf = callerFrom(internalTokens(config.INTERNAL_SECRET))
  const owner = 'notifications'
  const server = await listen(
    createServiceApp({
      routers: [
        bind({ api: v2, owner, handlers: v2Handlers(app), callerOf, idempotency }),
        bind({
          api: v2Administration,
          owner,
          handlers: administrationHandlers(app, sealed),
          callerOf,
          idempotency: sealed.around(idempotency),
        }),
        ...(viewer ? [devRouter({ viewer, receive: app.receiveOwnWebhook })] : []),
      ],
      ready: async () => !server.isDraining() && (await pool.query('SELECT 1')).rowCount === 1,
      log,
    }),
    { port: config.PORT, host: config.HOST },
  )
  order.onStop('http', () => server.stop())
  log.info({ address: server.url }, 'ready')
  return { url: server.url, stop: () => order.stop() }
}

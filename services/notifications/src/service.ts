import { ONE_OFF_MESSAGE, v2, v2Administration } from '@appointments/contracts'
import { tickets } from '@appointments/credentials'
import { bind } from '@appointments/http'
import type { Sql } from '@appointments/postgres'
import { newId, repeat, type Stoppable } from '@appointments/runtime'
import { startService, type Surroundings } from '@appointments/service'
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

/** Sender of SMS on a machine that sends none. */
const LOCAL_SMS_SENDER = 'Appointments'

/** Starts the notifications service: hears events, sends what is due, and answers requests. */
export function createNotifications(
  config: Config,
  surroundings: Surroundings,
): Promise<Stoppable & { url: string }> {
  const databaseUrl = config.NOTIFICATIONS_DATABASE_URL
  return startService(
    { name: 'notifications', databaseUrl, settings: config, surroundings },
    async (base) => {
      const { pool, broker, transaction, idempotency, callerOf, clock, log, hear, keep } = base
      const subjects = new WeakMap<Sql, string>()
      const seal = webhookSeal(config.INTERNAL_SECRET)
      const sealed = sealedAnswers(seal)
      const viewer = config.DEV_VIEWER ? createViewer({ pool, clock, log }) : undefined
      const { channels, isLocal, closeChannels } = openChannels(config, { clock, log })
      keep('channels', { stop: closeChannels })
      const app = createApp({
        pool,
        // this service tells no events, so it says itself what a transaction is about
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
      keep('dispatcher', dispatcher)
      keep('sweeper', repeat('abandoned notifications', 1000, app.settleAbandoned, log))
      keep('dead letter purge', repeat('dead letter purge', 1000, app.purgeDeadLetters, log))
      await hear({
        appliers: appointmentEvents(app),
        others: { [ONE_OFF_MESSAGE]: app.sendOneOffMessage },
        onApplied: dispatcher.wake,
      })

      const owner = 'notifications'
      const handlers = administrationHandlers(app, sealed)
      return [
        bind({ api: v2, owner, handlers: v2Handlers(app), callerOf, idempotency }),
        bind({ api: v2Administration, owner, handlers, callerOf, idempotency: sealed.around(idempotency) }),
        ...(viewer ? [devRouter({ viewer, receive: app.receiveOwnWebhook })] : []),
      ]
    },
  )
}

import {
  v2,
  v2Administration,
  type v2AdministrationOperations,
  type v2Operations,
} from '@appointments/contracts'
import { serve, type Handlers, type Served } from '@appointments/http'
import { answered } from '@appointments/idempotency'
import type { Clock } from '@appointments/runtime'
import type { App } from '../app.ts'
import { messageTemplateHandlers } from './message-templates.ts'
import {
  presentDelivery,
  presentEndpoint,
  presentEvent,
  presentNotification,
  presentPage,
  presentSealed,
} from './present.ts'
import type { WebhookEndpoint } from '../domain/webhooks/webhook-endpoint.ts'
import type { SealedAnswers } from './sealed-answers.ts'
import { suppressionHandlers } from './suppressions.ts'

interface V2Deps {
  app: App
  sealed: Pick<SealedAnswers, 'openSecret' | 'sealSecret'>
  clock: Clock
}

/** The operations of this service in v2. */
export const serveV2 = ({ app, sealed, clock }: V2Deps): Served[] => [
  serve('notifications', v2, v2Handlers(app)),
  serve('notifications', v2Administration, administrationHandlers(app, sealed, clock)),
]

/** Operations of v2 below an appointment. */
const v2Handlers = (app: App): Handlers<typeof v2Operations, 'notifications'> => ({
  findNotifications: async ({ caller, params: { id }, query }) =>
    presentPage(await app.findNotifications({ caller, appointmentId: id, query }), presentNotification),

  findAppointmentNotificationEvents: async ({ caller, params: { id }, query }) =>
    presentPage(await app.findNotificationEvents({ caller, appointmentId: id, query }), presentEvent),

  findNotificationEvents: async ({ caller, params: { id, notificationId }, query }) =>
    presentPage(
      await app.findNotificationEvents({ caller, appointmentId: id, notificationId, query }),
      presentEvent,
    ),

  retryNotification: ({ caller, params: { id, notificationId } }) =>
    answered(presentNotification, () => app.retryNotification({ caller, appointmentId: id, notificationId })),
})

/** Operations of v2 on webhook endpoints. */
const administrationHandlers = (
  app: App,
  { openSecret, sealSecret }: Pick<SealedAnswers, 'openSecret' | 'sealSecret'>,
  clock: Clock,
): Handlers<typeof v2AdministrationOperations, 'notifications'> => {
  const presented = (endpoint: WebhookEndpoint) =>
    presentEndpoint(endpoint, app.findWebhookKeys().keys[0]?.whpk, clock.now())
  const presentedSealed = (endpoint: WebhookEndpoint) =>
    presentSealed(endpoint, app.findWebhookKeys().keys[0]?.whpk, clock.now())
  return {
    ...messageTemplateHandlers(app),
    ...suppressionHandlers(app),

    createWebhookEndpoint: ({ caller, body }) =>
      // what is kept for a repeat of the request holds the secret as it is stored: sealed
      answered(presentedSealed, () => app.createWebhookEndpoint({ caller, request: body })).then(openSecret),

    findWebhookEndpoints: async ({ caller, query }) =>
      presentPage(await app.findWebhookEndpoints({ caller, query }), presented),

    getWebhookEndpoint: async ({ caller, params: { id } }) =>
      presented(await app.getWebhookEndpoint({ caller, id })),

    updateWebhookEndpoint: ({ caller, params: { id }, body }) =>
      answered(presented, () => app.updateWebhookEndpoint({ caller, id, request: body })),

    removeWebhookEndpoint: async ({ caller, params: { id } }) => {
      await app.removeWebhookEndpoint({ caller, id })
      return undefined
    },

    rotateWebhookSecret: ({ caller, params: { id }, body }) =>
      answered(sealSecret, () =>
        app.rotateWebhookSecret({ caller, id, gracePeriod: body?.gracePeriod }),
      ).then(openSecret),

    testWebhookEndpoint: ({ caller, params: { id }, body }) =>
      answered(
        (ping) => ping,
        () => app.testWebhookEndpoint({ caller, id, checkRejection: body?.checkRejection }),
      ),

    findWebhookKeys: () => Promise.resolve(app.findWebhookKeys()),

    findWebhookDeliveries: async ({ caller, params: { id }, query }) =>
      presentPage(await app.findWebhookDeliveries({ caller, id, query }), presentDelivery),

    redeliverWebhook: ({ caller, params: { id, deliveryId } }) =>
      answered(presentDelivery, () => app.redeliverWebhook({ caller, id, deliveryId })),

    replayWebhooks: ({ caller, params: { id }, body }) =>
      answered(
        (count) => ({ count }),
        () => app.replayWebhooks({ caller, id, period: body }),
      ),
  }
}

import {
  v2,
  v2Administration,
  type v2AdministrationOperations,
  type v2Operations,
} from '@appointments/contracts'
import { serve, type Handlers, type Served } from '@appointments/http'
import { keyedOperation } from '@appointments/idempotency'
import type { Clock } from '@appointments/runtime'
import type { App } from '../app.ts'
import { messageTemplateHandlers } from './message-templates.ts'
import {
  presentDelivery,
  presentDeliveryDetail,
  presentEndpoint,
  presentEvent,
  presentNotification,
  presentPage,
  presentSecret,
} from './present.ts'
import { notificationDeskHandlers } from './notification-desk.ts'
import type { EndpointWithFigures } from '../use-cases/webhooks/with-last-day.ts'
import { suppressionHandlers } from './suppressions.ts'

interface V2Deps {
  app: App
  clock: Clock
}

/** The v2 operations of this service. */
export const serveV2 = ({ app, clock }: V2Deps): Served[] => [
  serve('notifications', v2, v2Handlers(app)),
  serve('notifications', v2Administration, administrationHandlers(app, clock)),
]

/** v2 operations below an appointment. */
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

  getCalendar: ({ caller, params: { id } }) => app.getCalendar({ caller, appointmentId: id }),

  retryNotification: ({ caller, params: { id, notificationId } }) =>
    keyedOperation(presentNotification, () =>
      app.retryNotification({ caller, appointmentId: id, notificationId }),
    ),

  resendNotification: ({ caller, params: { id, notificationId } }) =>
    keyedOperation(presentNotification, () =>
      app.resendNotification({ caller, appointmentId: id, notificationId }),
    ),
})

/** v2 operations on webhook endpoints. */
const administrationHandlers = (
  app: App,
  clock: Clock,
): Handlers<typeof v2AdministrationOperations, 'notifications'> => {
  const presented = (endpoint: EndpointWithFigures) =>
    presentEndpoint(endpoint, app.findWebhookKeys().keys[0]?.whpk, clock.now())
  return {
    ...messageTemplateHandlers(app),
    ...notificationDeskHandlers(app),
    ...suppressionHandlers(app),

    createWebhookEndpoint: ({ caller, body }) =>
      keyedOperation(
        ({ endpoint, secret }) => ({ ...presented(endpoint), secret }),
        () => app.createWebhookEndpoint({ caller, request: body }),
        { isSecret: true },
      ),

    findWebhookEndpoints: async ({ caller, query }) =>
      presentPage(await app.findWebhookEndpoints({ caller, query }), presented),

    getWebhookEndpoint: async ({ caller, params: { id } }) =>
      presented(await app.getWebhookEndpoint({ caller, id })),

    updateWebhookEndpoint: ({ caller, params: { id }, body }) =>
      keyedOperation(presented, () => app.updateWebhookEndpoint({ caller, id, request: body })),

    removeWebhookEndpoint: async ({ caller, params: { id } }) => {
      await app.removeWebhookEndpoint({ caller, id })
      return undefined
    },

    rotateWebhookSecret: ({ caller, params: { id }, body }) =>
      keyedOperation(
        ({ secret }) => ({ secret }),
        () => app.rotateWebhookSecret({ caller, id, gracePeriod: body?.gracePeriod }),
        { isSecret: true },
      ),

    findWebhookSecrets: async ({ caller, params: { id } }) =>
      (await app.findWebhookSecrets({ caller, id })).map(presentSecret),

    endWebhookSecret: async ({ caller, params: { id, secretId } }) => {
      await app.endWebhookSecret({ caller, id, secretId })
      return undefined
    },

    testWebhookEndpoint: ({ caller, params: { id }, body }) =>
      keyedOperation(
        (ping) => ping,
        () => app.testWebhookEndpoint({ caller, id, checkRejection: body?.checkRejection }),
      ),

    readUnsubscription: ({ params }) => app.readUnsubscription(params.ticket),

    findWebhookKeys: () => Promise.resolve(app.findWebhookKeys()),

    findWebhookDeliveries: async ({ caller, params: { id }, query }) =>
      presentPage(await app.findWebhookDeliveries({ caller, id, query }), presentDelivery),

    getWebhookDelivery: async ({ caller, params: { id, deliveryId } }) =>
      presentDeliveryDetail(await app.getWebhookDelivery({ caller, id, deliveryId })),

    redeliverWebhook: ({ caller, params: { id, deliveryId } }) =>
      keyedOperation(presentDelivery, () => app.redeliverWebhook({ caller, id, deliveryId })),

    replayWebhooks: ({ caller, params: { id }, body }) =>
      keyedOperation(
        (count) => ({ count }),
        () => app.replayWebhooks({ caller, id, period: body }),
      ),
  }
}

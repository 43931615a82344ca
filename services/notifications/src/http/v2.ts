import type { v2AdministrationOperations, v2Operations } from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import type { App } from '../app.ts'
import { presentEndpoint, presentEvent, presentNotification, presentPage } from './present.ts'

/** Operations of v2 below an appointment. */
export const v2Handlers = (app: App): Handlers<typeof v2Operations, 'notifications'> => ({
  findNotifications: async ({ caller, params: { id }, query }) =>
    presentPage(await app.findNotifications({ caller, appointmentId: id, query }), presentNotification),

  findAppointmentNotificationEvents: async ({ caller, params: { id }, query }) =>
    presentPage(await app.findNotificationEvents({ caller, appointmentId: id, query }), presentEvent),

  findNotificationEvents: async ({ caller, params: { id, notificationId }, query }) =>
    presentPage(
      await app.findNotificationEvents({ caller, appointmentId: id, notificationId, query }),
      presentEvent,
    ),

  retryNotification: async ({ caller, params: { id, notificationId } }) =>
    presentNotification(await app.retryNotification({ caller, appointmentId: id, notificationId })),
})

/** Operations of v2 on webhook endpoints. */
export const administrationHandlers = (
  app: App,
): Handlers<typeof v2AdministrationOperations, 'notifications'> => ({
  createWebhookEndpoint: async ({ caller, body }) => {
    const { endpoint, secret } = await app.createWebhookEndpoint({ caller, request: body })
    return { ...presentEndpoint(endpoint), secret }
  },

  findWebhookEndpoints: async ({ caller, query }) =>
    presentPage(await app.findWebhookEndpoints({ caller, query }), presentEndpoint),

  getWebhookEndpoint: async ({ caller, params: { id } }) =>
    presentEndpoint(await app.getWebhookEndpoint({ caller, id })),

  updateWebhookEndpoint: async ({ caller, params: { id }, body }) =>
    presentEndpoint(await app.updateWebhookEndpoint({ caller, id, request: body })),

  removeWebhookEndpoint: async ({ caller, params: { id } }) => {
    await app.removeWebhookEndpoint({ caller, id })
    return undefined
  },
})

import { createWebhookEndpoint } from './use-cases/create-webhook-endpoint.ts'
import { deliverNotification } from './use-cases/deliver-notification.ts'
import type { Deps } from './use-cases/deps.ts'
import { purgeDeadLetters } from './use-cases/erase-removed.ts'
import { findNotificationEvents } from './use-cases/find-notification-events.ts'
import { findNotifications } from './use-cases/find-notifications.ts'
import { findWebhookEndpoints, getWebhookEndpoint } from './use-cases/find-webhook-endpoints.ts'
import { findWebhookDeliveries } from './use-cases/find-webhook-deliveries.ts'
import { followEvent } from './use-cases/follow-event.ts'
import { keepApplication } from './use-cases/keep-application.ts'
import { receiveOwnWebhook } from './use-cases/receive-own-webhook.ts'
import { redeliverWebhook, replayWebhooks } from './use-cases/redeliver-webhook.ts'
import { removeWebhookEndpoint } from './use-cases/remove-webhook-endpoint.ts'
import { retryNotification } from './use-cases/retry-notification.ts'
import { rotateWebhookSecret } from './use-cases/rotate-webhook-secret.ts'
import { sendOneOffMessage } from './use-cases/send-one-off-message.ts'
import { settleAbandoned } from './use-cases/settle-abandoned.ts'
import { testWebhookEndpoint } from './use-cases/test-webhook-endpoint.ts'
import { updateWebhookEndpoint } from './use-cases/update-webhook-endpoint.ts'

/** Everything the notifications service does, by name. */
export const createApp = (deps: Deps) => ({
  // asked for by callers
  findNotifications: findNotifications(deps),
  findNotificationEvents: findNotificationEvents(deps),
  retryNotification: retryNotification(deps),
  createWebhookEndpoint: createWebhookEndpoint(deps),
  findWebhookEndpoints: findWebhookEndpoints(deps),
  getWebhookEndpoint: getWebhookEndpoint(deps),
  updateWebhookEndpoint: updateWebhookEndpoint(deps),
  removeWebhookEndpoint: removeWebhookEndpoint(deps),
  rotateWebhookSecret: rotateWebhookSecret(deps),
  testWebhookEndpoint: testWebhookEndpoint(deps),
  findWebhookDeliveries: findWebhookDeliveries(deps),
  redeliverWebhook: redeliverWebhook(deps),
  replayWebhooks: replayWebhooks(deps),
  receiveOwnWebhook: receiveOwnWebhook(deps),
  // asked for by other services
  followEvent: followEvent(deps),
  keepApplication: keepApplication(),
  sendOneOffMessage: sendOneOffMessage(deps),
  // brought about by time
  deliverNotification: deliverNotification(deps),
  settleAbandoned: settleAbandoned(deps),
  purgeDeadLetters: purgeDeadLetters(deps),
})

export type App = ReturnType<typeof createApp>

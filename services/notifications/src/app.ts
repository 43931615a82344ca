import { createWebhookEndpoint } from './use-cases/create-webhook-endpoint.ts'
import { deliverNotification } from './use-cases/deliver-notification.ts'
import type { Deps } from './use-cases/deps.ts'
import { watchEndpoints } from './use-cases/endpoint-health.ts'
import {
  findMessageTemplates,
  getMessageTemplate,
  putMessageTemplate,
  removeMessageTemplate,
} from './use-cases/message-templates.ts'
import { previewMessageTemplate } from './use-cases/preview-message-template.ts'
import { eraseOverdue, purgeDeadLetters } from './use-cases/erase.ts'
import { findNotificationEvents } from './use-cases/find-notification-events.ts'
import { findNotifications } from './use-cases/find-notifications.ts'
import { findWebhookEndpoints, getWebhookEndpoint } from './use-cases/find-webhook-endpoints.ts'
import { findWebhookDeliveries } from './use-cases/find-webhook-deliveries.ts'
import { findWebhookKeys } from './use-cases/find-webhook-keys.ts'
import { followEvent } from './use-cases/follow-event.ts'
import { forgetExpired } from './use-cases/forget-expired.ts'
import { sealStoredHeaders } from './use-cases/seal-stored-headers.ts'
import { hearStatus } from './use-cases/hear-status.ts'
import { hearText } from './use-cases/hear-text.ts'
import { keepApplication } from './use-cases/keep-application.ts'
import { receiveOwnWebhook } from './use-cases/receive-own-webhook.ts'
import { redeliverWebhook, replayWebhooks } from './use-cases/redeliver-webhook.ts'
import { removeWebhookEndpoint } from './use-cases/remove-webhook-endpoint.ts'
import { retryNotification } from './use-cases/retry-notification.ts'
import { rotateWebhookSecret } from './use-cases/rotate-webhook-secret.ts'
import { sendEndpointAlerts } from './use-cases/send-endpoint-alerts.ts'
import { sendOneOffMessage } from './use-cases/send-one-off-message.ts'
import { settleAbandoned } from './use-cases/settle-abandoned.ts'
import {
  addSuppression,
  findSuppressions,
  lookUpSuppressions,
  removeSuppression,
} from './use-cases/suppressions.ts'
import { sweepReceipts } from './use-cases/sweep-receipts.ts'
import { testWebhookEndpoint } from './use-cases/test-webhook-endpoint.ts'
import { readUnsubscription, unsubscribe } from './use-cases/unsubscribe.ts'
import { updateWebhookEndpoint } from './use-cases/update-webhook-endpoint.ts'

/** Everything the notifications service does, by name. */
export const createApp = (deps: Deps) => ({
  // asked for by callers
  findNotifications: findNotifications(deps),
  findNotificationEvents: findNotificationEvents(deps),
  retryNotification: retryNotification(deps),
  findMessageTemplates: findMessageTemplates(deps),
  getMessageTemplate: getMessageTemplate(deps),
  putMessageTemplate: putMessageTemplate(deps),
  removeMessageTemplate: removeMessageTemplate(deps),
  previewMessageTemplate: previewMessageTemplate(deps),
  findSuppressions: findSuppressions(deps),
  lookUpSuppressions: lookUpSuppressions(deps),
  addSuppression: addSuppression(deps),
  removeSuppression: removeSuppression(deps),
  createWebhookEndpoint: createWebhookEndpoint(deps),
  findWebhookEndpoints: findWebhookEndpoints(deps),
  getWebhookEndpoint: getWebhookEndpoint(deps),
  updateWebhookEndpoint: updateWebhookEndpoint(deps),
  removeWebhookEndpoint: removeWebhookEndpoint(deps),
  rotateWebhookSecret: rotateWebhookSecret(deps),
  testWebhookEndpoint: testWebhookEndpoint(deps),
  findWebhookKeys: findWebhookKeys(deps),
  findWebhookDeliveries: findWebhookDeliveries(deps),
  redeliverWebhook: redeliverWebhook(deps),
  replayWebhooks: replayWebhooks(deps),
  receiveOwnWebhook: receiveOwnWebhook(deps),
  // said by providers and by customers
  hearStatus: hearStatus(deps),
  hearText: hearText(deps),
  readUnsubscription: readUnsubscription(deps),
  unsubscribe: unsubscribe(deps),
  // asked for by other services
  followEvent: followEvent(deps),
  keepApplication: keepApplication(),
  sendOneOffMessage: sendOneOffMessage(deps),
  // brought about by time
  deliverNotification: deliverNotification(deps),
  sweepReceipts: sweepReceipts(deps),
  settleAbandoned: settleAbandoned(deps),
  eraseOverdue: eraseOverdue(deps),
  purgeDeadLetters: purgeDeadLetters(deps),
  forgetExpired: forgetExpired(deps),
  sealStoredHeaders: sealStoredHeaders(deps),
  watchEndpoints: watchEndpoints(deps),
  sendEndpointAlerts: sendEndpointAlerts(deps),
})

export type App = ReturnType<typeof createApp>

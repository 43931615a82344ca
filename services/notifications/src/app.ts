import { createWebhookEndpoint } from './use-cases/webhooks/create-webhook-endpoint.ts'
import { deliverNotification } from './use-cases/send/deliver-notification.ts'
import type { Deps } from './use-cases/deps.ts'
import { watchEndpoints } from './use-cases/webhooks/watch-endpoints.ts'
import {
  findMessageTemplates,
  getMessageTemplate,
  putMessageTemplate,
  removeMessageTemplate,
} from './use-cases/wording/manage-message-templates.ts'
import { previewMessageTemplate } from './use-cases/wording/preview-message-template.ts'
import { eraseOverdue, purgeDeadLetters } from './use-cases/history/erase.ts'
import { findNotificationEvents } from './use-cases/history/find-notification-events.ts'
import { findNotifications } from './use-cases/history/find-notifications.ts'
import { findWebhookEndpoints, getWebhookEndpoint } from './use-cases/webhooks/find-webhook-endpoints.ts'
import { findWebhookDeliveries } from './use-cases/webhooks/find-webhook-deliveries.ts'
import { findWebhookKeys } from './use-cases/webhooks/find-webhook-keys.ts'
import { followEvent } from './use-cases/plan/follow-event.ts'
import { forgetExpired } from './use-cases/history/forget-expired.ts'
import { sealStoredHeaders } from './use-cases/webhooks/seal-stored-headers.ts'
import { hearStatus } from './use-cases/send/receive-status-callback.ts'
import { hearText } from './use-cases/consent/receive-text.ts'
import { keepApplication } from './use-cases/plan/keep-application.ts'
import { receiveOwnWebhook } from './use-cases/webhooks/receive-own-webhook.ts'
import { redeliverWebhook, replayWebhooks } from './use-cases/webhooks/redeliver-webhook.ts'
import { removeWebhookEndpoint } from './use-cases/webhooks/remove-webhook-endpoint.ts'
import { retryNotification } from './use-cases/history/retry-notification.ts'
import { rotateWebhookSecret } from './use-cases/webhooks/rotate-webhook-secret.ts'
import { sendEndpointAlerts } from './use-cases/webhooks/send-endpoint-alerts.ts'
import { sendOneOffMessage } from './use-cases/send/send-one-off-message.ts'
import { settleAbandoned } from './use-cases/send/recover-abandoned.ts'
import {
  addSuppression,
  findSuppressions,
  lookUpSuppressions,
  removeSuppression,
} from './use-cases/consent/manage-suppressions.ts'
import { sweepReceipts } from './use-cases/send/sweep-receipts.ts'
import { testWebhookEndpoint } from './use-cases/webhooks/test-webhook-endpoint.ts'
import { readUnsubscription, unsubscribe } from './use-cases/consent/unsubscribe.ts'
import { updateWebhookEndpoint } from './use-cases/webhooks/update-webhook-endpoint.ts'

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

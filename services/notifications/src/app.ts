import { createWebhookEndpoint } from './use-cases/webhooks/create-webhook-endpoint.ts'
import { deliverNotification } from './use-cases/send/deliver-notification.ts'
import type { Deps } from './use-cases/deps.ts'
import { watchEndpoints } from './use-cases/webhooks/watch-endpoints.ts'
import { findMessageTemplates } from './use-cases/wording/find-message-templates.ts'
import { getCalendar } from './use-cases/calendar/get-calendar.ts'
import { getMessageTemplate } from './use-cases/wording/get-message-template.ts'
import { putMessageTemplate } from './use-cases/wording/put-message-template.ts'
import { removeMessageTemplate } from './use-cases/wording/remove-message-template.ts'
import { previewMessageTemplate } from './use-cases/wording/preview-message-template.ts'
import { eraseOverdue } from './use-cases/history/erase-overdue.ts'
import { findNotificationEvents } from './use-cases/history/find-notification-events.ts'
import { fillReasons } from './use-cases/history/fill-reasons.ts'
import { findNotifications } from './use-cases/history/find-notifications.ts'
import { findWebhookEndpoints } from './use-cases/webhooks/find-webhook-endpoints.ts'
import { getWebhookEndpoint } from './use-cases/webhooks/get-webhook-endpoint.ts'
import { findWebhookDeliveries } from './use-cases/webhooks/find-webhook-deliveries.ts'
import { findWebhookKeys } from './use-cases/webhooks/find-webhook-keys.ts'
import { followEvent } from './use-cases/plan/follow-event.ts'
import { forgetExpired } from './use-cases/history/forget-expired.ts'
import { receiveStatusCallback } from './use-cases/send/receive-status-callback.ts'
import { receiveText } from './use-cases/consent/receive-text.ts'
import { receiveOwnWebhook } from './use-cases/webhooks/receive-own-webhook.ts'
import { redeliverWebhook } from './use-cases/webhooks/redeliver-webhook.ts'
import { replayWebhooks } from './use-cases/webhooks/replay-webhooks.ts'
import { removeWebhookEndpoint } from './use-cases/webhooks/remove-webhook-endpoint.ts'
import { retryNotification } from './use-cases/history/retry-notification.ts'
import { rotateWebhookSecret } from './use-cases/webhooks/rotate-webhook-secret.ts'
import { searchNotifications } from './use-cases/history/search-notifications.ts'
import { sendEndpointAlerts } from './use-cases/webhooks/send-endpoint-alerts.ts'
import { sendOneOffMessage } from './use-cases/send/send-one-off-message.ts'
import { recoverAbandoned } from './use-cases/send/recover-abandoned.ts'
import { addSuppression } from './use-cases/consent/add-suppression.ts'
import { findSuppressions } from './use-cases/consent/find-suppressions.ts'
import { lookUpSuppressions } from './use-cases/consent/look-up-suppressions.ts'
import { removeSuppression } from './use-cases/consent/remove-suppression.ts'
import { sweepReceipts } from './use-cases/send/sweep-receipts.ts'
import { testWebhookEndpoint } from './use-cases/webhooks/test-webhook-endpoint.ts'
import { computeFigures } from './use-cases/statistics/compute-figures.ts'
import { countNotifications } from './use-cases/statistics/count-notifications.ts'
import { endWebhookSecret } from './use-cases/webhooks/end-webhook-secret.ts'
import { findWebhookSecrets } from './use-cases/webhooks/find-webhook-secrets.ts'
import { getNotificationContent } from './use-cases/previews/get-notification-content.ts'
import { getWebhookDelivery } from './use-cases/webhooks/get-webhook-delivery.ts'
import { previewMessages } from './use-cases/previews/preview-messages.ts'
import { readPreview } from './use-cases/previews/read-preview.ts'
import { resendNotification } from './use-cases/history/resend-notification.ts'
import { retryNotifications } from './use-cases/history/retry-notifications.ts'
import { readUnsubscription } from './use-cases/consent/read-unsubscription.ts'
import { unsubscribe } from './use-cases/consent/unsubscribe.ts'
import { updateWebhookEndpoint } from './use-cases/webhooks/update-webhook-endpoint.ts'

/** All use cases of the notifications service, by name. */
export const createApp = (deps: Deps) => ({
  // called by clients
  findNotifications: findNotifications(deps),
  findNotificationEvents: findNotificationEvents(deps),
  searchNotifications: searchNotifications(deps),
  retryNotification: retryNotification(deps),
  retryNotifications: retryNotifications(deps),
  resendNotification: resendNotification(deps),
  getNotificationContent: getNotificationContent(deps),
  countNotifications: countNotifications(deps),
  previewMessages: previewMessages(deps),
  getCalendar: getCalendar(deps),
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
  findWebhookSecrets: findWebhookSecrets(deps),
  endWebhookSecret: endWebhookSecret(deps),
  testWebhookEndpoint: testWebhookEndpoint(deps),
  findWebhookKeys: findWebhookKeys(deps),
  findWebhookDeliveries: findWebhookDeliveries(deps),
  getWebhookDelivery: getWebhookDelivery(deps),
  redeliverWebhook: redeliverWebhook(deps),
  replayWebhooks: replayWebhooks(deps),
  receiveOwnWebhook: receiveOwnWebhook(deps),
  // called by providers and customers
  receiveStatusCallback: receiveStatusCallback(deps),
  receiveText: receiveText(deps),
  readUnsubscription: readUnsubscription(deps),
  readPreview: readPreview(deps),
  unsubscribe: unsubscribe(deps),
  // called by other services
  followEvent: followEvent(deps),
  sendOneOffMessage: sendOneOffMessage(deps),
  // triggered by time
  deliverNotification: deliverNotification(deps),
  sweepReceipts: sweepReceipts(deps),
  recoverAbandoned: recoverAbandoned(deps),
  eraseOverdue: eraseOverdue(deps),
  forgetExpired: forgetExpired(deps),
  fillReasons: fillReasons(deps),
  computeFigures: computeFigures(deps),
  watchEndpoints: watchEndpoints(deps),
  sendEndpointAlerts: sendEndpointAlerts(deps),
})

export type App = ReturnType<typeof createApp>

import {
  instant,
  type messageTemplate,
  type notificationEvent,
  type notificationRecord,
  type suppression,
  type webhookDelivery,
  type webhookEndpoint,
  webhookEventNames,
} from '@appointments/contracts'
import type { z } from 'zod'
import type { DeliveryWithResponse } from '../use-cases/webhooks/find-webhook-deliveries.ts'
import type { RetryableNotification } from '../use-cases/history/mark-retryable.ts'
import type { StoryLine } from '../domain/notification.ts'
import type { Page } from '../domain/history/page.ts'
import type { MessageTemplate } from '../domain/wording/message-template.ts'
import type { Suppression } from '../domain/consent/suppression.ts'
import { livePrevious, takesWebhooks, type WebhookEndpoint } from '../domain/webhooks/webhook-endpoint.ts'
import { maskedHeaders } from '../keys/endpoint-headers.ts'

/** Maps a notification to its JSON form (docs/contract/notifications.md#statuses). */
export function presentNotification(notification: RetryableNotification): z.input<typeof notificationRecord> {
  const { id, appointmentId, type, channel, status, providerStatus, message, retryCount, canRetry } =
    notification
  const { recipientName, recipientType, plannedOffset, scheduledFor, nextRetryAt, nextPollAt } = notification
  return {
    id,
    appointmentId,
    type,
    channel,
    status,
    ...(providerStatus !== null && { providerStatus }),
    ...(message !== null && { message }),
    recipient: { displayName: recipientName, type: recipientType },
    retryCount,
    canRetry,
    ...(plannedOffset !== null && { offset: plannedOffset }),
    ...(scheduledFor && { scheduledFor: instant(scheduledFor) }),
    ...(nextRetryAt && { nextRetryAt: instant(nextRetryAt) }),
    ...(nextPollAt && { nextPollAt: instant(nextPollAt) }),
    createdAt: instant(notification.createdAt),
    updatedAt: instant(notification.updatedAt),
  }
}

/** Maps an event of a notification to its JSON form. */
export function presentEvent(row: StoryLine): z.input<typeof notificationEvent> {
  const { id, notificationId, appointmentId, type, channel, event, status, attempt, at } = row
  const { providerStatus, message, reason, template, classificationVersion } = row
  return {
    id: String(id),
    notificationId,
    appointmentId,
    type,
    channel,
    event,
    status,
    ...(providerStatus !== null && { providerStatus }),
    ...(message !== null && { message }),
    ...(reason !== null && { reason }),
    ...(template !== null && { template }),
    ...(classificationVersion !== null && { classificationVersion }),
    attempt,
    at: instant(at),
  }
}

/** Maps a delivery to its JSON form for those who manage the endpoint. */
export function presentDelivery(notification: DeliveryWithResponse): z.input<typeof webhookDelivery> {
  const { id, appointmentId, type, status, providerStatus, message, attemptNo, response } = notification
  const { scheduledFor, nextRetryAt, createdAt, updatedAt } = notification
  return {
    id,
    appointmentId,
    type,
    status,
    ...(providerStatus !== null && { providerStatus }),
    ...(message !== null && { message }),
    attempts: attemptNo,
    ...(scheduledFor && { scheduledFor: instant(scheduledFor) }),
    ...(nextRetryAt && { nextRetryAt: instant(nextRetryAt) }),
    createdAt: instant(createdAt),
    updatedAt: instant(updatedAt),
    ...(response && { response: { ...response, at: instant(response.at) } }),
  }
}

/** A webhook endpoint without its secrets. @param publicKey verifies `v1a` signatures, as `whpk_` and base64 */
export function presentEndpoint(
  endpoint: WebhookEndpoint,
  publicKey: string | undefined,
  now: Date,
): z.input<typeof webhookEndpoint> {
  const { sealedSecret: _, previousSecrets: __, alertStep: ___, ...shown } = endpoint
  const { events, alertEmail, failingSince, failedAttempts, disabledAt, disabledReason, ...settings } = shown
  return {
    ...settings,
    headers: maskedHeaders(endpoint.headers),
    ...(events && { events: events.map((type) => webhookEventNames[type]) }),
    signingSecrets: signingSecretsOf(endpoint, now),
    ...(alertEmail !== null && { alertEmail }),
    ...(endpoint.signature !== 'v1' && publicKey !== undefined && { publicKey }),
    ...(failingSince && { failingSince: instant(failingSince), failedAttempts }),
    ...(!takesWebhooks(endpoint) &&
      disabledAt &&
      disabledReason && { disabled: { at: instant(disabledAt), reason: disabledReason } }),
    createdAt: instant(endpoint.createdAt),
    updatedAt: instant(endpoint.updatedAt),
  }
}

/**
 * The secrets that sign the endpoint's webhooks, the current one first; none if only the installation's keys sign.
 */
const signingSecretsOf = (endpoint: WebhookEndpoint, now: Date) =>
  endpoint.signature === 'v1a'
    ? []
    : [
        { current: true },
        ...livePrevious(endpoint, now).map(({ until }) => ({ current: false, until: instant(until) })),
      ]

/** Maps a message template to its JSON form. */
export const presentTemplate = ({
  createdAt,
  updatedAt,
  ...template
}: MessageTemplate): z.input<typeof messageTemplate> => ({
  ...template,
  createdAt: instant(createdAt),
  updatedAt: instant(updatedAt),
})

/** Maps a suppression to its JSON form, without the address. */
export function presentSuppression({
  recipient: _,
  notificationId,
  createdBy,
  createdAt,
  ...shown
}: Suppression): z.input<typeof suppression> {
  return {
    ...shown,
    ...(notificationId !== null && { notificationId }),
    ...(createdBy !== null && { createdBy }),
    createdAt: instant(createdAt),
  }
}

/** Maps the elements of a page. */
export const presentPage = <From, To>(page: Page<From>, present: (one: From) => To): Page<To> => ({
  ...page,
  content: page.content.map(present),
})

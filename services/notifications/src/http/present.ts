import {
  instant,
  webhookEventNames,
  type messageTemplate,
  type notificationEvent,
  type notificationRecord,
  type Page,
  type suppression,
  type webhookDelivery,
  type webhookDeliveryDetail,
  type webhookEndpoint,
  type webhookSecret,
} from '@appointments/contracts'
import type { z } from 'zod'
import type { DeliveryWithResponse } from '../use-cases/webhooks/find-webhook-deliveries.ts'
import type { RetryableNotification } from '../use-cases/history/mark-retryable.ts'
import type { StoryLine } from '../domain/notification.ts'
import type { MessageTemplate } from '../domain/wording/message-template.ts'
import type { Suppression } from '../domain/consent/suppression.ts'
import {
  livePrevious,
  takesWebhooks,
  type LiveSecret,
  type WebhookEndpoint,
} from '../domain/webhooks/webhook-endpoint.ts'
import type { DeliveryDetail } from '../use-cases/webhooks/get-webhook-delivery.ts'
import type { EndpointWithFigures } from '../use-cases/webhooks/with-last-day.ts'
import { maskedHeaders } from '../keys/endpoint-headers.ts'

/** Maps a notification to its JSON form (docs/contract/notifications.md#statuses). */
export function presentNotification(notification: RetryableNotification): z.input<typeof notificationRecord> {
  const { id, appointmentId, type, channel, status, providerStatus, message, reason, retryCount, canRetry } =
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
    ...(reason !== null && { reason }),
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
  const { id, appointmentId, type, status, providerStatus, message, reason, attemptNo, response } =
    notification
  const { scheduledFor, nextRetryAt, createdAt, updatedAt } = notification
  return {
    id,
    appointmentId,
    type,
    status,
    ...(providerStatus !== null && { providerStatus }),
    ...(message !== null && { message }),
    ...(reason !== null && { reason }),
    attempts: attemptNo,
    ...(scheduledFor && { scheduledFor: instant(scheduledFor) }),
    ...(nextRetryAt && { nextRetryAt: instant(nextRetryAt) }),
    createdAt: instant(createdAt),
    updatedAt: instant(updatedAt),
    ...(response && { response: { ...response, at: instant(response.at) } }),
  }
}

/** Maps a delivery with its request and its attempts to its JSON form. */
export function presentDeliveryDetail({
  delivery,
  request,
  attempts,
}: DeliveryDetail): z.input<typeof webhookDeliveryDetail> {
  const { attempts: _, ...shown } = presentDelivery(delivery)
  return {
    ...shown,
    ...(request && { request: { headers: request.headers ?? {}, body: request.text } }),
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: instant(at) })),
  }
}

/** Maps a secret of an endpoint to its JSON form, which never contains the value. */
export const presentSecret = ({
  createdAt,
  endsAt,
  ...secret
}: LiveSecret): z.input<typeof webhookSecret> => ({
  ...secret,
  createdAt: instant(createdAt),
  ...(endsAt && { endsAt: instant(endsAt) }),
})

/** A webhook endpoint without its secrets. @param publicKey verifies `v1a` signatures, as `whpk_` and base64 */
export function presentEndpoint(
  endpoint: EndpointWithFigures,
  publicKey: string | undefined,
  now: Date,
): z.input<typeof webhookEndpoint> {
  const { sealedSecret: _, previousSecrets: __, secretTimes: ___, alertStep: ____, ...shown } = endpoint
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

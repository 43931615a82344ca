import { z } from 'zod'
import { inOrder } from './directory-fields.ts'
import { DAY_MS, durationMs } from './durations.ts'
import { anyCase } from './enumerations.ts'
import { durationText, email, identifier, instantField, notificationHeaders } from './fields.ts'
import { usedTemplate } from './message-templates.ts'
import { notificationReasons, notificationStepReasons } from './notification-reasons.ts'
import { notificationChannels, notificationStatuses, notificationTypes } from './notification-types.ts'
import { listOf, page, paging } from './shapes.ts'
import { eventNames, typeOfEvent } from './webhook-event-names.ts'

const dateTime = z.string().meta({ format: 'date-time' })

export const notificationSortFields = ['createdAt', 'updatedAt', 'scheduledFor', 'status', 'type'] as const

/** Filters of history and events; their values are read in any case. */
export const notificationQuery = z.object({
  type: listOf(anyCase(notificationTypes)).optional(),
  channel: listOf(anyCase(notificationChannels)).optional(),
  status: listOf(anyCase(notificationStatuses)).optional(),
  ...paging(notificationSortFields),
})
export type NotificationQuery = z.output<typeof notificationQuery>

export const notificationParams = z.object({ id: identifier, notificationId: identifier })

export const notificationRecord = z
  .object({
    id: z.string(),
    appointmentId: z.string(),
    type: z.enum(notificationTypes),
    channel: z.enum(notificationChannels),
    status: z.enum(notificationStatuses),
    providerStatus: z.string().optional(),
    message: z.string().optional(),
    reason: z
      .enum(notificationReasons)
      .optional()
      .meta({ description: 'Why it was not sent, failed or waits, as a code' }),
    recipient: z.object({ displayName: z.string(), type: z.enum(['CUSTOMER', 'AGENT', 'WEBHOOK']) }),
    retryCount: z.int(),
    canRetry: z.boolean(),
    offset: z.string().optional(),
    scheduledFor: dateTime.optional(),
    nextRetryAt: dateTime.optional(),
    nextPollAt: dateTime.optional(),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: 'NotificationRecord' })
export const notificationPage = page('ListAppointmentNotificationsResponsePaged', notificationRecord)

export const notificationEvent = z
  .object({
    id: z.string(),
    notificationId: z.string(),
    appointmentId: z.string(),
    type: z.enum(notificationTypes),
    channel: z.enum(notificationChannels),
    event: z
      .string()
      .meta({ description: 'Step of the record, such as `created`, `attempt` or `cancelled`' }),
    status: z.enum(notificationStatuses),
    providerStatus: z.string().optional(),
    message: z.string().optional(),
    reason: z
      .enum(notificationStepReasons)
      .optional()
      .meta({ description: 'Reason as a code, such as `superseded` or `offset_elapsed`' }),
    attempt: z.int(),
    template: usedTemplate.optional(),
    classificationVersion: z.int().optional(),
    at: dateTime,
  })
  .meta({ id: 'NotificationEvent' })
export const notificationEventPage = page('ListAppointmentNotificationEventsResponsePaged', notificationEvent)

/* Webhook endpoints */

/** Replaces the value of a header in responses; sent back, it keeps the stored value. */
export const MASKED = '********'

const wantedEvents = z
  .array(z.enum([...eventNames, ...notificationTypes]))
  .min(1, 'must not be empty; leave it out for all events')
  .max(2 * notificationTypes.length)
  .transform((events) => [...new Set(events.map(typeOfEvent))])

const endpointUrl = z
  .url({
    protocol: /^https?$/,
    error: ({ code }) =>
      code === 'invalid_format'
        ? 'must be an http or https address, like https://example.com/hooks'
        : undefined,
  })
  .max(2048)
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
    'must not contain a user name or password',
  )

export const webhookEndpointRequest = z
  .strictObject({
    applicationId: identifier,
    url: endpointUrl,
    events: wantedEvents.optional(),
    headers: notificationHeaders.optional(),
    enabled: z.boolean().default(true),
    timeoutMs: z.int().min(1000).max(30_000).default(15_000),
    signature: z.enum(['v1', 'v1a', 'both']).default('v1'),
    includeRoomUrl: z.boolean().default(false),
    includeContact: z.boolean().default(false),
    alertEmail: email.optional(),
  })
  .meta({ id: 'WebhookEndpointRequest' })
export type WebhookEndpointRequest = z.output<typeof webhookEndpointRequest>

/** Why an endpoint receives no webhooks. */
export const disabledReasons = ['SWITCHED_OFF', 'GONE', 'NO_SUCCESS'] as const

export const webhookEndpoint = z
  .object({
    id: z.string(),
    applicationId: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventNames)).optional(),
    headers: z.record(z.string(), z.string()),
    enabled: z.boolean(),
    state: z.enum(['ACTIVE', 'FAILING', 'DISABLED']),
    timeoutMs: z.int(),
    signature: z.enum(['v1', 'v1a', 'both']),
    includeRoomUrl: z.boolean(),
    includeContact: z.boolean(),
    alertEmail: z.string().optional(),
    publicKey: z.string().optional(),
    /** Counts of the webhooks recorded in the last 24 hours. */
    last24h: z.object({ delivered: z.int(), failed: z.int() }),
    signingSecrets: z.array(z.object({ current: z.boolean(), until: dateTime.optional() })),
    failingSince: dateTime.optional(),
    failedAttempts: z.int().optional(),
    disabled: z.object({ at: dateTime, reason: z.enum(disabledReasons) }).optional(),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: 'WebhookEndpoint' })

export const webhookEndpointCreated = webhookEndpoint
  .extend({
    secret: z
      .string()
      .meta({ description: 'Secret for verifying the signatures; contained in this response only' }),
  })
  .meta({ id: 'WebhookEndpointCreated' })

export const webhookEndpointPage = page('WebhookEndpointPage', webhookEndpoint)
export const webhookEndpointQuery = z.object({
  applicationId: identifier.optional(),
  ...paging(['createdAt', 'id'] as const),
})
export const webhookEndpointParams = z.object({ id: identifier })

const LONGEST_GRACE_DAYS = 7
const gracePeriod = durationText
  // the pattern already reports text that is not a duration
  .refine((text) => (durationMs(text) ?? 0) <= LONGEST_GRACE_DAYS * DAY_MS, {
    message: `must be at most P${LONGEST_GRACE_DAYS}D`,
    params: { code: 'DURATION_OUT_OF_RANGE' },
  })
  .meta({ examples: ['PT24H'] })

export const rotateSecretRequest = z
  .strictObject({ gracePeriod: gracePeriod.default('PT24H') })
  .meta({ id: 'RotateSecretRequest' })
export const rotatedSecret = z
  .object({
    secret: z
      .string()
      .meta({ description: 'Secret for verifying the signatures; contained in this response only' }),
  })
  .meta({ id: 'RotatedSecret' })

/** A secret of an endpoint, without its value, which is shown only once. */
export const webhookSecret = z
  .object({
    id: z.string(),
    createdAt: dateTime,
    endsAt: dateTime.optional(),
    current: z.boolean(),
  })
  .meta({ id: 'WebhookSecret' })
/** The secrets that sign, beginning with the current one. */
export const webhookSecrets = z.array(webhookSecret)
export const webhookSecretParams = z.object({ id: identifier, secretId: identifier })

export const pingRequest = z
  .strictObject({ checkRejection: z.boolean().default(false) })
  .meta({ id: 'WebhookPingRequest' })

/** The result of a test webhook. */
export const pingedEndpoint = z
  .object({
    deliveryId: z.string(),
    status: z.enum(['DELIVERED', 'FAILED']),
    providerStatus: z.string().optional(),
    message: z.string().optional(),
    rejectsTampered: z.boolean().optional(),
  })
  .meta({ id: 'WebhookPingOutcome' })

export const webhookDeliverySortFields = ['createdAt', 'updatedAt'] as const
export const webhookDeliveryQuery = z
  .object({
    type: notificationQuery.shape.type,
    status: notificationQuery.shape.status,
    /** Selects by time of creation; `to` is exclusive. */
    from: instantField.optional(),
    to: instantField.optional(),
    ...paging(webhookDeliverySortFields),
  })
  .refine(...inOrder)
export type WebhookDeliveryQuery = z.output<typeof webhookDeliveryQuery>
export const webhookDeliveryParams = z.object({ id: identifier, deliveryId: identifier })

/** The notification record of an endpoint, as shown to its administrators. */
export const webhookDelivery = z
  .object({
    ...notificationRecord.pick({
      id: true,
      appointmentId: true,
      type: true,
      status: true,
      providerStatus: true,
      message: true,
      reason: true,
    }).shape,
    attempts: z.int(),
    ...notificationRecord.pick({ scheduledFor: true, nextRetryAt: true, createdAt: true, updatedAt: true })
      .shape,
    response: z.object({ attempt: z.int(), status: z.int(), body: z.string(), at: dateTime }).optional(),
  })
  .meta({ id: 'WebhookDelivery' })
/** One attempt to send a webhook. */
const webhookAttempt = z
  .object({
    attempt: z.int(),
    at: dateTime,
    status: z.int().optional(),
    durationMs: z.int(),
    error: z.string().optional(),
    response: z.string().optional(),
  })
  .meta({ id: 'WebhookAttempt' })

/** A delivery with its request and its attempts. */
export const webhookDeliveryDetail = webhookDelivery
  .omit({ attempts: true, response: true })
  .extend({
    /** The last request; absent before the first attempt and after its content has been deleted. */
    request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }).optional(),
    /** Oldest first. */
    attempts: z.array(webhookAttempt),
  })
  .meta({ id: 'WebhookDeliveryDetail' })

export const webhookDeliveryPage = page('WebhookDeliveryPage', webhookDelivery)

export const replayRequest = z
  .strictObject({
    from: instantField,
    to: instantField,
    onlyFailed: z.boolean().default(false),
    /** If true, webhooks are only counted and not sent. */
    dryRun: z.boolean().default(false),
  })
  .refine(...inOrder)
  .meta({ id: 'ReplayRequest' })
export const replayed = z.object({ count: z.int() }).meta({ id: 'ReplayedWebhooks' })

export * from './notification-webhook.ts'

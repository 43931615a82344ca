import { z } from 'zod'
import { searchedContact } from './appointment-search.ts'
import { cursorPage, cursorPagingInBody } from './cursor-pages.ts'
import { inOrder } from './directory-fields.ts'
import { anyCase } from './enumerations.ts'
import { agentId, identifier, instantField, locale, mergePatch } from './fields.ts'
import { notificationReasons } from './notification-reasons.ts'
import { notificationChannels, notificationStatuses, notificationTypes } from './notification-types.ts'
import { notificationRecord } from './notification-wire.ts'
import { statisticsQuery } from './statistics-query.ts'

/* Messages of an application, for the staff who look after them (docs/contract/messages.md). */

const dateTime = z.string().meta({ format: 'date-time' })
const MOST_AGENTS = 500
const MOST_IDS = 100

const oneOf = <const Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.array(z.enum(names)).max(names.length).optional()

export const notificationViews = ['ALL', 'UNREACHED'] as const

export const notificationSearchRequest = z
  .strictObject({
    applicationId: identifier,
    from: instantField.optional(),
    to: instantField.optional(),
    status: oneOf(notificationStatuses),
    type: oneOf(notificationTypes),
    channel: oneOf(notificationChannels),
    reason: oneOf(notificationReasons),
    agentId: z.array(agentId).max(MOST_AGENTS).optional(),
    appointmentId: identifier.optional(),
    /** An address of a customer. It is in the body so that no request log contains it. */
    contact: searchedContact.optional(),
    view: z.enum(notificationViews).default('ALL'),
    ...cursorPagingInBody,
  })
  .refine(...inOrder)
  .meta({ id: 'NotificationSearchRequest' })
export type NotificationSearch = z.output<typeof notificationSearchRequest>

export const foundNotification = notificationRecord
  .extend({ appointmentStart: dateTime })
  .meta({ id: 'FoundNotification' })
export const foundNotificationPage = cursorPage('FoundNotificationPage', foundNotification)

export const retryRequest = z
  .strictObject({ ids: z.array(identifier).min(1).max(MOST_IDS) })
  .meta({ id: 'RetryNotificationsRequest' })
export const retryOutcomes = ['QUEUED', 'NOT_RETRYABLE', 'CONTENT_GONE', 'NOT_FOUND'] as const
export type RetryOutcome = (typeof retryOutcomes)[number]
/** One element for each id of the request, in its order. */
export const retriedNotifications = z.array(
  z.object({ id: z.string(), outcome: z.enum(retryOutcomes) }).meta({ id: 'RetriedNotification' }),
)

/** Path, below the base address of this system, of a page that shows a mail for a short time. */
const previewPath = z.string().meta({ examples: ['/previews/Yk3vQ2bM0s7Zc1hT9xLr4A'] })

export const notificationContentParams = z.object({ notificationId: identifier })
/** The content that was sent last under the id of a notification, with the customer's links masked. */
export const notificationContent = z
  .object({
    subject: z.string().optional(),
    text: z.string(),
    htmlUrl: previewPath.optional(),
    encoding: z.enum(['GSM-7', 'UCS-2']).optional(),
    segments: z.int().optional(),
    sentAt: dateTime,
  })
  .meta({ id: 'NotificationContent' })

export const messagePreviewsParams = z.object({ applicationId: identifier })
/** Settings that are not stored yet, as merge patches (RFC 7396). */
const previewedPatch = z
  .strictObject({ presentation: mergePatch.optional(), notifications: mergePatch.optional() })
  .meta({ id: 'PreviewedPatch' })
export const messagePreviewRequest = z
  .strictObject({ type: z.enum(notificationTypes), locale, patch: previewedPatch.optional() })
  .meta({ id: 'MessagePreviewRequest' })
export type MessagePreviewRequest = z.output<typeof messagePreviewRequest>
export const messagePreview = z
  .object({
    mail: z.object({ subject: z.string(), text: z.string(), url: previewPath }),
    sms: z.object({ body: z.string(), encoding: z.enum(['GSM-7', 'UCS-2']), segments: z.int() }),
  })
  .meta({ id: 'MessagePreview' })

export const notificationGroups = ['day', 'channel', 'type', 'none'] as const
export const notificationStatisticsQuery = statisticsQuery.safeExtend({
  groupBy: anyCase(notificationGroups).default('none'),
})
export type NotificationStatisticsQuery = z.output<typeof notificationStatisticsQuery>
export const notificationStatistics = z
  .object({
    rows: z.array(
      z
        .object({
          /** A date, a channel, a type, or `all`. */
          key: z.string(),
          created: z.int(),
          delivered: z.int(),
          failed: z.int(),
          cancelled: z.int(),
          /** Time from when a message was due until it was delivered; absent if none was delivered. */
          secondsToDelivered: z.object({ median: z.number(), p90: z.number() }).optional(),
        })
        .meta({ id: 'NotificationFigures' }),
    ),
    /** The numbers are complete up to this time; absent until they have been computed for the first time. */
    asOf: dateTime.optional(),
  })
  .meta({ id: 'NotificationStatistics' })

import { z } from 'zod'
import { actor } from './callers.ts'
import { interaction } from './interactions.ts'
import { customerRecord } from './customers.ts'
import { notificationTypes, type NotificationType } from './notification-types.ts'
import { eventNames, webhookEventNames } from './webhook-event-names.ts'
import { appointmentStates, cancellation, outcomes, presenceStates, targetAssignment } from './snapshots.ts'

const dateTime = z.string().meta({ format: 'date-time' })
const agent = z.object({ id: z.string(), type: z.literal('AGENT') })

/** The appointment in a webhook, in the state after the event. */
const webhookAppointment = z
  .object({
    id: z.string(),
    /** Increases with every change; receivers discard webhooks with a lower revision than they have. */
    revision: z.int(),
    state: z.enum(appointmentStates),
    outcome: z.enum(outcomes).optional(),
    start: dateTime,
    end: dateTime,
    duration: z.string(),
    timezone: z.string(),
    locale: z.string(),
    title: z.string().optional(),
    /** Omitted, with `truncated` set, if the body would become too large. */
    metadata: z.record(z.string(), z.unknown()).optional(),
    truncated: z.literal(true).optional(),
    organizer: agent.optional(),
    participants: z.array(
      z.object({
        id: z.string(),
        type: z.enum(['CUSTOMER', 'AGENT']),
        state: z.enum(presenceStates).optional(),
      }),
    ),
    interaction: interaction.pick({ state: true, routing: true }),
    targetAssignment: targetAssignment.optional(),
    cancellation: cancellation.optional(),
    room: z.object({ url: z.string(), expires: dateTime }).optional(),
  })
  .meta({ id: 'WebhookAppointment' })

const webhookData = z
  .object({
    eventId: z.string(),
    notificationId: z.string(),
    applicationId: z.string(),
    appointment: webhookAppointment,
    /** The state before the change. */
    previous: z
      .object({
        start: dateTime.optional(),
        end: dateTime.optional(),
        duration: z.string().optional(),
        timezone: z.string().optional(),
        organizer: agent.optional(),
      })
      .optional(),
    trigger: z.object({ operation: z.string(), actor }),
    schedule: z.object({ offset: z.string().optional(), scheduledFor: dateTime }).optional(),
    /** The message about a failure for the user. */
    userMessage: z.string().optional(),
    contacts: z.array(customerRecord.omit({ metadata: true })).optional(),
  })
  .meta({ id: 'WebhookData' })

/**
 * Body of a webhook. It identifies people by id: it contains contact data and the room address only if the
 * endpoint requests them, and never a secureToken.
 */
export const webhookPayload = z.object({
  type: z.enum(eventNames),
  /** Time of the event; the same in every attempt. */
  timestamp: dateTime,
  schemaVersion: z.literal('1'),
  data: webhookData,
})
export type WebhookPayload = z.input<typeof webhookPayload>

const withPrevious = webhookData.required({ previous: true }).meta({ id: 'WebhookDataWithPrevious' })
const withSchedule = webhookData.required({ schedule: true }).meta({ id: 'WebhookDataWithSchedule' })

/** Data that webhooks of some types always carry. */
const always: Partial<Record<NotificationType, z.ZodType<WebhookPayload['data']>>> = {
  RESCHEDULE: withPrevious,
  ROOM: withSchedule,
  REMINDER: withSchedule,
  FOLLOW_UP: withSchedule,
}

/** The schema name of a type, such as `INTERACTION_UPDATED`. */
export const webhookSchemaName = (type: NotificationType): string =>
  `Webhook${type
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')}`

const webhookOf = (type: NotificationType) =>
  webhookPayload
    .extend({ type: z.literal(webhookEventNames[type]), data: always[type] ?? webhookData })
    .meta({ id: webhookSchemaName(type) })

/**
 * The one schema of each type, whether a webhook is sent immediately, as a retry, redelivered or replayed.
 */
export const webhookPayloads = Object.fromEntries(
  notificationTypes.map((type) => [type, webhookOf(type)]),
) as Record<NotificationType, ReturnType<typeof webhookOf>>

/** Name of the webhook that tests an endpoint. */
export const WEBHOOK_PING = 'webhook.ping'

/** Body of a test webhook, which reports no event. */
export const webhookPing = z
  .object({
    type: z.literal(WEBHOOK_PING),
    timestamp: dateTime,
    schemaVersion: z.literal('1'),
    data: z.object({ endpointId: z.string(), applicationId: z.string() }),
  })
  .meta({ id: 'WebhookPing', description: 'Test webhook; signed like any other' })
export type WebhookPing = z.input<typeof webhookPing>

import { z } from 'zod'
import { actor } from './callers.ts'
import { interaction } from './interactions.ts'
import { customerRecord } from './customers.ts'
import { notificationTypes, type NotificationType } from './notification-types.ts'
import { eventNames, webhookEventNames } from './webhook-event-names.ts'
import { appointmentStates, cancellation, outcomes, presenceStates, targetAssignment } from './snapshots.ts'

const dateTime = z.string().meta({ format: 'date-time' })
const agent = z.object({ id: z.string(), type: z.literal('AGENT') })

/** The appointment of a webhook, as the event left it. */
const webhookAppointment = z
  .object({
    id: z.string(),
    /** Rises with every change; a receiver drops what is older than what it has. */
    revision: z.int(),
    state: z.enum(appointmentStates),
    outcome: z.enum(outcomes).optional(),
    start: dateTime,
    end: dateTime,
    duration: z.string(),
    timezone: z.string(),
    locale: z.string(),
    title: z.string().optional(),
    /** Left out, with `truncated`, where the body would become too large. */
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
    /** What was before the change. */
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
    /** What the user is told about a failure. */
    userMessage: z.string().optional(),
    contacts: z.array(customerRecord.omit({ metadata: true })).optional(),
  })
  .meta({ id: 'WebhookData' })

/**
 * Body of a webhook. It names people by their ids: contact data and room address are there only where the
 * endpoint asks for them, and a secureToken never is.
 */
export const webhookPayload = z.object({
  type: z.enum(eventNames),
  /** When it happened; the same on every attempt. */
  timestamp: dateTime,
  schemaVersion: z.literal('1'),
  data: webhookData,
})
export type WebhookPayload = z.input<typeof webhookPayload>

const withPrevious = webhookData.required({ previous: true }).meta({ id: 'WebhookDataWithPrevious' })
const withSchedule = webhookData.required({ schedule: true }).meta({ id: 'WebhookDataWithSchedule' })

/** What the webhooks of some types always carry. */
const always: Partial<Record<NotificationType, z.ZodType<WebhookPayload['data']>>> = {
  RESCHEDULE: withPrevious,
  ROOM: withSchedule,
  REMINDER: withSchedule,
  FOLLOW_UP: withSchedule,
}

/** `INTERACTION_UPDATED` as the name of its schema. */
export const webhookSchemaName = (type: NotificationType): string =>
  `Webhook${type
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')}`

const webhookOf = (type: NotificationType) =>
  webhookPayload
    .extend({ type: z.literal(webhookEventNames[type]), data: always[type] ?? webhookData })
    .meta({ id: webhookSchemaName(type) })

/** The one schema of each type, whichever way a webhook goes out: at once, as a retry, redelivered or replayed. */
export const webhookPayloads = Object.fromEntries(
  notificationTypes.map((type) => [type, webhookOf(type)]),
) as Record<NotificationType, ReturnType<typeof webhookOf>>

/** Name of the webhook that only tests an endpoint. */
export const WEBHOOK_PING = 'webhook.ping'

/** Body of a test webhook: nothing has happened. */
export const webhookPing = z
  .object({
    type: z.literal(WEBHOOK_PING),
    timestamp: dateTime,
    schemaVersion: z.literal('1'),
    data: z.object({ endpointId: z.string(), applicationId: z.string() }),
  })
  .meta({ id: 'WebhookPing', description: 'Test webhook; signed like any other' })
export type WebhookPing = z.input<typeof webhookPing>

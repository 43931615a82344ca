import {
  notificationTypes,
  WEBHOOK_PING,
  webhookEventNames,
  webhookPayloads,
  webhookPing,
  type NotificationType,
} from '@appointments/contracts'
import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { pingExample, webhookExamples } from '../examples/webhooks.ts'
import { webhookTexts } from '../texts/webhooks.ts'

/** How long webhooks of some types are retried, because they are of no use later. */
const retried: Partial<Record<NotificationType, string>> = {
  REMINDER: 'until the start of the appointment',
  ROOM: 'until the end of the appointment',
  FOLLOW_UP: 'for 24 hours',
}

const retriesOf = (type: NotificationType) =>
  `After any other response, the webhook is retried ${retried[type] ?? 'for up to 75 hours'}.`

interface Webhook {
  name: string
  summary: string
  /** The retries after a response without success. */
  retries: string
  schema: z.ZodType
  example: unknown
}

const webhook = ({ name, summary, retries, schema, example }: Webhook) => ({
  post: {
    operationId: name,
    summary,
    description: 'Signed according to Standard Webhooks; the public keys are at `/api/v2/webhook-keys`.',
    tags: ['Webhook endpoints'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: `Delivered, if the body has at most 64 kB. ${retries}` },
      '410': { description: 'Gone: no further webhooks are sent to the endpoint.' },
    },
  },
})

/** All webhooks, by the name of their type (OpenAPI 3.1, `webhooks`). */
export const webhooks: ZodOpenApiPathsObject = {
  ...Object.fromEntries(
    notificationTypes.map((type) => [
      webhookEventNames[type],
      webhook({
        name: webhookEventNames[type],
        summary: webhookTexts[type],
        retries: retriesOf(type),
        schema: webhookPayloads[type],
        example: webhookExamples[type],
      }),
    ]),
  ),
  [WEBHOOK_PING]: webhook({
    name: WEBHOOK_PING,
    summary: 'Tests an endpoint; reports no event',
    retries: 'A test is not retried.',
    schema: webhookPing,
    example: pingExample,
  }),
}

const [first, ...others] = notificationTypes.map((type) => webhookPayloads[type])
if (!first) throw new Error('there are no webhooks')

/** Any body an endpoint receives, distinguished by `type`. */
export const webhookEvent = z
  .discriminatedUnion('type', [first, ...others, webhookPing])
  .meta({ id: 'WebhookEvent', description: 'The body of a webhook, identified by its `type`' })

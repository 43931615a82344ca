import {
  notificationTypes,
  WEBHOOK_PING,
  webhookEventNames,
  webhookPayloads,
  webhookPing,
} from '@appointments/contracts'
import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { pingExample, webhookExamples } from '../examples/webhooks.ts'
import { webhookTexts } from '../texts/webhooks.ts'

const webhook = (name: string, summary: string, schema: z.ZodType, example: unknown) => ({
  post: {
    operationId: name,
    summary,
    description: 'Signed according to Standard Webhooks; the public keys are at `/api/v2/webhook-keys`.',
    tags: ['Webhook endpoints'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'Delivered. After any other response, the webhook is retried for three days.' },
      '410': { description: 'Gone: no further webhooks are sent to the endpoint.' },
    },
  },
})

/** All webhooks, by the name of their type (OpenAPI 3.1, `webhooks`). */
export const webhooks: ZodOpenApiPathsObject = {
  ...Object.fromEntries(
    notificationTypes.map((type) => [
      webhookEventNames[type],
      webhook(webhookEventNames[type], webhookTexts[type], webhookPayloads[type], webhookExamples[type]),
    ]),
  ),
  [WEBHOOK_PING]: webhook(WEBHOOK_PING, 'Tests an endpoint; reports no event', webhookPing, pingExample),
}

const [first, ...others] = notificationTypes.map((type) => webhookPayloads[type])
if (!first) throw new Error('there are no webhooks')

/** Any body an endpoint receives, distinguished by `type`. */
export const webhookEvent = z
  .discriminatedUnion('type', [first, ...others, webhookPing])
  .meta({ id: 'WebhookEvent', description: 'The body of a webhook, identified by its `type`' })

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
    description: 'Signed per Standard Webhooks; `/api/v2/webhook-keys` has the public keys.',
    tags: ['Webhook endpoints'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'Delivered. After any other response the webhook is sent again for three days.' },
      '410': { description: 'Gone: nothing more is sent to the endpoint.' },
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
  [WEBHOOK_PING]: webhook(WEBHOOK_PING, 'Tests an endpoint; nothing has happened', webhookPing, pingExample),
}

const [first, ...others] = notificationTypes.map((type) => webhookPayloads[type])
if (!first) throw new Error('there are no webhooks')

/** Any body an endpoint receives, distinguished by `type`. */
export const webhookEvent = z
  .discriminatedUnion('type', [first, ...others, webhookPing])
  .meta({ id: 'WebhookEvent', description: 'The body of a webhook; its `type` says which one it is' })

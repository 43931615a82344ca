import { notificationTypes, webhookEventNames, webhookPayloads } from '@appointments/contracts'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { webhookExamples } from '../examples/webhooks.ts'
import { webhookTexts } from '../texts/webhooks.ts'

/** What endpoints are sent, by type (OpenAPI 3.1, `webhooks`). */
export const webhooks: ZodOpenApiPathsObject = Object.fromEntries(
  notificationTypes.map((type) => [
    webhookEventNames[type],
    {
      post: {
        operationId: webhookEventNames[type],
        summary: webhookTexts[type],
        description: 'Signed per Standard Webhooks; `/api/v2/webhook-keys` has the public keys.',
        tags: ['Webhook endpoints'],
        security: [],
        requestBody: {
          content: { 'application/json': { schema: webhookPayloads[type], example: webhookExamples[type] } },
        },
        responses: {
          '2XX': { description: 'Taken. Any other answer has it sent again for three days.' },
          '410': { description: 'Gone: nothing more is sent to the endpoint.' },
        },
      },
    },
  ]),
)

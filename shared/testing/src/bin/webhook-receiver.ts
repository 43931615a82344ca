import type { WebhookResponse } from '../webhooks/responses.ts'
import { startWebhookReceiver } from '../webhooks/start-webhook-receiver.ts'
import { runFake, wantedPort } from './run-fake.ts'

const { WEBHOOK_SECRET } = process.env
const receiver = await startWebhookReceiver({
  port: wantedPort(),
  ...(WEBHOOK_SECRET !== undefined && { secret: WEBHOOK_SECRET }),
})
await runFake(receiver, {
  'GET /deliveries': receiver.deliveries,
  'DELETE /deliveries': receiver.clear,
  'POST /script': (responses) => receiver.script(...[responses as WebhookResponse].flat()),
})

import { channels } from './asyncapi/channels.ts'
import { messages } from './asyncapi/messages.ts'
import { operations } from './asyncapi/operations.ts'
import { payloadSchemas } from './asyncapi/payloads.ts'
import { eventsIntroduction, webhooksIntroduction } from './texts/events-introduction.ts'

const broker = {
  host: 'localhost:5672',
  protocol: 'amqp',
  protocolVersion: '0.9.1',
  description: 'RabbitMQ at `RABBITMQ_URL`. `npm start` runs in one process and does not need it.',
}

const receiver = {
  host: '{receiver}',
  protocol: 'https',
  description: 'Server of an integrator.',
  variables: { receiver: { default: 'crm.example.com', description: 'Host of the registered address.' } },
}

const entriesOf = (table: object, wanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(table).filter(([name]) => wanted(name)))

/** The AsyncAPI 3.0 document for maintainers: the events between services, and the webhooks. */
export function asyncapi(): object {
  const payloads = payloadSchemas()
  return {
    asyncapi: '3.0.0',
    info: { title: 'Appointments events', version: '1.0.0', description: eventsIntroduction },
    defaultContentType: 'application/json',
    servers: { broker, receiver },
    channels,
    operations,
    components: { messages: messages(payloads), schemas: payloads.shared },
  }
}

/** The AsyncAPI 3.0 document for integrators: the webhooks, without the broker between services. */
export function asyncapiWebhooks(): object {
  const payloads = payloadSchemas()
  const own = Object.keys(channels.Webhook.messages)
  const ownMessages = entriesOf(messages(payloads), (name) => own.includes(name))
  return {
    asyncapi: '3.0.0',
    info: { title: 'Appointments webhooks', version: '1.0.0', description: webhooksIntroduction },
    defaultContentType: 'application/json',
    servers: { receiver },
    channels: { Webhook: channels.Webhook },
    operations: entriesOf(operations, (name) => name === 'integrator-receives-Webhook'),
    components: { messages: ownMessages, schemas: usedBy(ownMessages, payloads.shared) },
  }
}

/** The schemas that a part of a document refers to, directly or indirectly. */
function usedBy(part: unknown, schemas: object): object {
  const used = new Set<string>()
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const name = /^#\/components\/schemas\/(.+)$/.exec(String((value as { $ref?: string }).$ref))?.[1]
    if (name !== undefined && !used.has(name)) {
      used.add(name)
      follow((schemas as Record<string, unknown>)[name])
    }
    for (const inner of Object.values(value)) follow(inner)
  }
  follow(part)
  return entriesOf(schemas, (name) => used.has(name))
}

import { channels } from './asyncapi/channels.ts'
import { messages } from './asyncapi/messages.ts'
import { operations } from './asyncapi/operations.ts'
import { payloadSchemas } from './asyncapi/payloads.ts'
import { eventsIntroduction } from './texts/events-introduction.ts'

/** The AsyncAPI 3.0 document: what services tell each other, and what integrators are told by webhook. */
export function asyncapi(): object {
  const payloads = payloadSchemas()
  return {
    asyncapi: '3.0.0',
    info: { title: 'Appointments events', version: '1.0.0', description: eventsIntroduction },
    defaultContentType: 'application/json',
    servers: {
      broker: {
        host: 'localhost:5672',
        protocol: 'amqp',
        protocolVersion: '0.9.1',
        description:
          'RabbitMQ; `RABBITMQ_URL` says where. `npm start` does without and keeps to one process.',
      },
      receiver: {
        host: '{receiver}',
        protocol: 'https',
        description: 'The server of an integrator.',
        variables: {
          receiver: { default: 'crm.example.com', description: 'Host of the registered address.' },
        },
      },
    },
    channels,
    operations,
    components: { messages: messages(payloads), schemas: payloads.shared },
  }
}

import {
  events,
  eventTypes,
  ONE_OFF_MESSAGE,
  topology,
  WEBHOOK_PING,
  webhookEventNames,
} from '@appointments/contracts'

/** Names of all webhooks. */
export const webhookNames: readonly string[] = [...Object.values(webhookEventNames), WEBHOOK_PING]

/** The exchange and routing key of a channel. */
const routed = (exchange: string, routingKey: string, description: string) => ({
  address: routingKey,
  title: routingKey,
  description,
  servers: [{ $ref: '#/servers/broker' }],
  messages: { [routingKey]: { $ref: `#/components/messages/${routingKey}` } },
  bindings: {
    amqp: {
      is: 'routingKey',
      exchange: { name: exchange, type: 'topic', durable: true, autoDelete: false, vhost: '/' },
      bindingVersion: '0.3.0',
    },
  },
})

/** A channel for each routing key, and one for the addresses that integrators register. */
export const channels = {
  ...Object.fromEntries(
    eventTypes.map((type) => [type, routed(topology.exchange, type, `${events[type].summary}.`)]),
  ),
  // messages that must not be written to disk have a separate exchange
  [ONE_OFF_MESSAGE]: routed(
    `${topology.exchange}.transient`,
    ONE_OFF_MESSAGE,
    'Requests that a one-time password is sent.',
  ),
  Webhook: {
    address: '/{path}',
    title: 'Webhook endpoint',
    description:
      'An address registered at `/api/v2/webhook-endpoints`. Any 2xx response of at most 64 kB confirms a webhook. After any other result it is retried with the same `webhook-id`, most types for up to 75 hours, so that a receiver can ignore repeats; `data.appointment.revision` shows which of two webhooks is older.',
    servers: [{ $ref: '#/servers/receiver' }],
    parameters: { path: { description: 'Path of the registered address.' } },
    messages: Object.fromEntries(
      webhookNames.map((name) => [name, { $ref: `#/components/messages/${name}` }]),
    ),
  },
}

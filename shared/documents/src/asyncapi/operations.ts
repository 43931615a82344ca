import { events, eventTypes, ONE_OFF_MESSAGE, type ServiceName } from '@appointments/contracts'
import { webhookNames } from './channels.ts'

type Service = ServiceName | 'integrator'

interface Exchanged {
  channel: string
  summary: string
  sender: Service
  receivers: readonly Service[]
}

const exchanged: Exchanged[] = [
  ...eventTypes.map((type) => ({
    channel: type,
    summary: events[type].summary,
    sender: events[type].owner,
    receivers: events[type].subscribers,
  })),
  {
    channel: ONE_OFF_MESSAGE,
    summary: 'Requests that a one-time password is sent',
    sender: 'gateway',
    receivers: ['notifications'],
  },
  {
    channel: 'Webhook',
    summary: 'An event of an appointment',
    sender: 'notifications',
    receivers: ['integrator'],
  },
]

/** The service of an operation; services have a queue of their name. */
const by = (service: Service) => ({ tags: [{ name: service }], 'x-service': service })

const on = (channel: string) => ({
  channel: { $ref: `#/channels/${channel}` },
  messages: (channel === 'Webhook' ? webhookNames : [channel]).map((message) => ({
    $ref: `#/channels/${channel}/messages/${message}`,
  })),
})

const bindings = (channel: string, action: 'send' | 'receive') =>
  channel === 'Webhook'
    ? { http: { method: 'POST', bindingVersion: '0.3.0' } }
    : {
        amqp:
          action === 'send'
            ? { deliveryMode: channel === ONE_OFF_MESSAGE ? 1 : 2, bindingVersion: '0.3.0' }
            : { ack: true, bindingVersion: '0.3.0' },
      }

/** The sender and receivers of each message. */
export const operations = Object.fromEntries(
  exchanged.flatMap(({ channel, summary, sender, receivers }) => [
    [
      `${sender}-sends-${channel}`,
      { action: 'send', summary, ...by(sender), ...on(channel), bindings: bindings(channel, 'send') },
    ],
    ...receivers.map((receiver) => [
      `${receiver}-receives-${channel}`,
      { action: 'receive', summary, ...by(receiver), ...on(channel), bindings: bindings(channel, 'receive') },
    ]),
  ]),
) as Record<string, object>

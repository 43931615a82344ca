import {
  events,
  eventTypes,
  notificationTypes,
  ONE_OFF_MESSAGE,
  WEBHOOK_PING,
  webhookEventNames,
  type EventType,
  type NotificationType,
} from '@appointments/contracts'
import { eventExamples, oneOffExample } from '../examples/events.ts'
import { pingExample, webhookExamples } from '../examples/webhooks.ts'
import { webhookTexts } from '../texts/webhooks.ts'
import { exampleIds } from '../examples/appointment.ts'
import type { payloadSchemas } from './payloads.ts'

const text = (description: string) => ({ type: 'string', description })

const amqpHeaders = {
  type: 'object',
  properties: {
    'messaging-key': text('Subject of the message; messages with the same subject keep their order'),
    'messaging-attempt': { type: 'integer', description: 'Number of deliveries so far, including this one' },
    traceparent: text('The trace of the message (W3C Trace Context)'),
  },
}

const webhookHeaders = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': text('Identifies the webhook; the same in every attempt'),
    'webhook-timestamp': text('Time of the signature of this attempt, in seconds since 1970'),
    'webhook-signature': text('Signatures of id, timestamp and body (Standard Webhooks)'),
    'x-appointments-attempt': text('Number of this attempt, starting at 1'),
  },
}

/** An event of the example appointment or application, in its envelope. */
export const exampleEvent = (type: EventType) => ({
  specversion: '1.0',
  id: '0197f5c4-0a11-7d22-9b33-4c44d55e66f7',
  source: `/services/${events[type].owner}`,
  type,
  subject: type === 'APApplicationChangedEvent' ? 'demo' : exampleIds.appointment,
  time: '2027-01-05T16:20:00.000Z',
  datacontenttype: 'application/json',
  data: eventExamples[type],
})

const eventMessage = (type: EventType, payload: object | undefined) => ({
  name: type,
  title: type,
  summary: events[type].summary,
  contentType: 'application/json',
  ...(events[type].personal && {
    description: 'Contains personal data, for subscribers that need it.',
    'x-personal-data': true,
  }),
  headers: amqpHeaders,
  payload,
  bindings: { amqp: { messageType: type, bindingVersion: '0.3.0' } },
  examples: [{ name: 'example', summary: events[type].summary, payload: exampleEvent(type) }],
})

const webhookMessage = (type: NotificationType, payload: object | undefined) => ({
  name: webhookEventNames[type],
  title: webhookEventNames[type],
  summary: webhookTexts[type],
  contentType: 'application/json',
  headers: webhookHeaders,
  payload,
  bindings: { http: { headers: webhookHeaders, bindingVersion: '0.3.0' } },
  examples: [{ name: 'example', summary: webhookTexts[type], payload: webhookExamples[type] }],
})

/** Every message by name. */
export const messages = ({ ofMessages, oneOff, ping }: ReturnType<typeof payloadSchemas>) => ({
  ...Object.fromEntries(eventTypes.map((type) => [type, eventMessage(type, ofMessages[type])])),
  ...Object.fromEntries(
    notificationTypes.map((type) => [webhookEventNames[type], webhookMessage(type, ofMessages[type])]),
  ),
  [ONE_OFF_MESSAGE]: {
    name: ONE_OFF_MESSAGE,
    title: ONE_OFF_MESSAGE,
    summary: 'Sends a one-time password',
    description:
      'A command, not an event. It expires with the password, is never written to disk, and never becomes a dead letter.',
    contentType: 'application/json',
    'x-personal-data': true,
    headers: amqpHeaders,
    payload: oneOff,
    bindings: { amqp: { messageType: ONE_OFF_MESSAGE, bindingVersion: '0.3.0' } },
    examples: [{ name: 'example', summary: 'A one-time password by e-mail', payload: oneOffExample }],
  },
  [WEBHOOK_PING]: {
    name: WEBHOOK_PING,
    title: WEBHOOK_PING,
    summary: 'Tests an endpoint; reports no event',
    description: 'Sent once on request, and signed like any webhook.',
    contentType: 'application/json',
    headers: webhookHeaders,
    payload: ping,
    bindings: { http: { headers: webhookHeaders, bindingVersion: '0.3.0' } },
    examples: [{ name: 'example', summary: 'A test', payload: pingExample }],
  },
})

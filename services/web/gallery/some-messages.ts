import type { SeenMessage } from '../src/messages/seen-message.ts'

const at = new Date().toISOString()

/** A message of each channel, and one that failed. */
export const someMessages = (): SeenMessage[] => [
  {
    id: 'mail',
    at,
    channel: 'EMAIL',
    type: 'CREATE',
    to: 'Ada Lovelace <ada@example.com>',
    outcome: { kind: 'delivered', providerStatus: 'LOCAL' },
    mail: {
      from: 'Harbour Bank <service@example.com>',
      subject: 'Your appointment on 26 November',
      text: 'Your appointment: https://example.com/manage/ticket.',
      messageId: 'mail@example.com',
      invite: 'BEGIN:VCALENDAR\r\nSUMMARY:Advice\r\nDTSTART:20271126T090000Z\r\nEND:VCALENDAR\r\n',
    },
  },
  {
    id: 'sms',
    at,
    channel: 'SMS',
    type: 'REMINDER',
    to: '+4930123456',
    outcome: { kind: 'submitted', providerStatus: 'sent' },
    text: { from: 'Harbour', body: 'Tomorrow at 10:00. Change: https://example.com/manage/ticket' },
  },
  {
    id: 'webhook',
    at,
    channel: 'WEBHOOKS',
    type: 'CREATE',
    to: 'https://example.com/hooks',
    attempt: 2,
    outcome: { kind: 'transient', providerStatus: 'HTTP_503' },
    signatureValid: true,
    webhook: {
      url: 'https://example.com/hooks',
      headers: [
        ['webhook-id', 'msg_1'],
        ['content-type', 'application/json'],
      ],
      body: JSON.stringify({ type: 'appointment.created', data: { version: 1, active: true, title: null } }),
    },
  },
  {
    id: 'failed',
    at,
    channel: 'SMS',
    type: 'CREATE',
    to: '+4930999999',
    outcome: { kind: 'permanent', providerStatus: '21211', message: 'not a phone number' },
    text: { from: 'Harbour', body: 'Booked: 26 November, 10:00' },
  },
]

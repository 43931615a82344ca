import { describe, expect, it } from 'vitest'
import { limits, webhookPayloads, type WebhookPayload } from '@appointments/contracts'
import { webhookBody } from './webhook-body.ts'

// characters with the most bytes, with and without escapes
const wide = (length: number) => '\u{10ffff}'.repeat(length / 2)

const payload = (
  appointment: Partial<WebhookPayload['data']['appointment']> = {},
  data: Partial<WebhookPayload['data']> = {},
): WebhookPayload => ({
  type: 'appointment.cancelled',
  timestamp: '2027-01-04T08:00:00.000Z',
  schemaVersion: '1',
  data: {
    eventId: 'evt_1',
    notificationId: 'ntf_1',
    applicationId: 'app',
    appointment: {
      id: 'a-1',
      revision: 3,
      state: 'CANCELLED',
      start: '2027-01-07T09:00:00Z',
      end: '2027-01-07T09:30:00Z',
      duration: 'PT30M',
      timezone: 'Europe/Berlin',
      locale: 'en',
      metadata: { branch: 'north' },
      participants: [{ id: 'p-1', type: 'CUSTOMER' }],
      interaction: { state: 'PENDING' },
      ...appointment,
    },
    trigger: { operation: 'cancel', actor: { role: 'SYSTEM' } },
    contacts: [{ id: 'p-1', email: 'ada@example.com' }],
    ...data,
  },
})
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at}${wide(limits.identifier)}`,
    type: 'AGENT' as const,
  }))

const read = (body: string) => JSON.parse(body) as WebhookPayload

describe('the body of a webhook', () => {
  it('is complete if it is small enough', () => {
    expect(read(webhookBody(payload()))).toEqual(payload())
  })

  it.each([
    ['metadata', payload({ metadata: { big: 'x'.repeat(16_000), more: 'x'.repeat(4000) } }), ['metadata']],
    ['contacts', payload({}, { contacts: [{ id: 'p', email: wide(20_000) }] }), ['metadata', 'contacts']],
    ['participants', payload({ participants: people(40) }), ['metadata', 'contacts', 'participants']],
  ])('omits as little as possible: %s', (_, large, gone) => {
    const body = webhookBody(large)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000)
    const { contacts, appointment } = read(body).data
    expect(appointment.truncated).toBe(true)
    const left = { metadata: appointment.metadata, contacts, participants: appointment.participants[0] }
    expect(Object.entries(left).flatMap(([name, value]) => (value === undefined ? [name] : []))).toEqual(gone)
    expect(webhookPayloads.CANCELLED.safeParse(read(body)).error).toBeUndefined()
  })

  it('fits even if every field has its maximum length', () => {
    const largest = payload(
      {
        id: wide(limits.identifier),
        title: wide(limits.title),
        metadata: { big: wide(limits.jsonBytes / 2) },
        participants: people(limits.participants),
        organizer: { id: wide(limits.identifier), type: 'AGENT' },
        targetAssignment: { id: wide(limits.identifier), type: wide(64) },
        cancellation: {
          at: '2027-01-04T08:00:00Z',
          by: wide(limits.identifier),
          reason: wide(limits.reason),
          reasonCode: wide(100),
        },
      },
      {
        applicationId: wide(limits.identifier),
        previous: { organizer: { id: wide(limits.identifier), type: 'AGENT' } },
        userMessage: '\\"'.repeat(limits.message / 2),
        contacts: Array.from({ length: limits.customers }, () => ({
          id: 'p',
          email: wide(limits.email),
          firstName: wide(limits.name),
        })),
      },
    )
    expect(Buffer.byteLength(webhookBody(largest))).toBeLessThanOrEqual(20_000)
  })
})

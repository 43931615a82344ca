import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWebhookReceiver } from '@appointments/testing'
import { aCaller, aCustomer, anApplication, DAY_MS, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

async function book(contact: { email?: string; phone?: string }, customers = [aCustomer(contact)]) {
  const application = await service.know(
    anApplication({
      testMode: true,
      schedules: [],
      types: { CREATE: { channels: ['EMAIL', 'SMS', 'WEBHOOKS'] } },
    }),
  )
  const made = scheduled(application, {
    customers,
    appointment: {
      start: new Date(service.clock.current.getTime() + 3 * DAY_MS).toISOString(),
      end: new Date(service.clock.current.getTime() + 3 * DAY_MS + 1_800_000).toISOString(),
    },
  })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return { ...made, row: (channel: 'EMAIL' | 'SMS') => service.rowOf(made.appointment.id, 'CREATE', channel) }
}

it.each([
  ['simulate-delivered@example.com', 'DELIVERED', 'TEST', 0],
  ['anybody@example.com', 'DELIVERED', 'TEST', 0],
  ['550@example.com', 'FAILED', 'TEST_SMTP_550', 0],
  ['452@example.com', 'PENDING', 'TEST_SMTP_452', 1],
])(
  'simulates the outcome of a mail to %s from its local part',
  async (email, status, providerStatus, retries) => {
    const { row } = await book({ email })
    expect(await row('EMAIL')).toMatchObject({
      status,
      provider_status: providerStatus,
      retry_count: retries,
    })
  },
)

it('delivers to a greylisting recipient on the second attempt', async () => {
  const { row, appointment } = await book({ email: 'greylist@example.com' })
  expect(await row('EMAIL')).toMatchObject({ status: 'PENDING', provider_status: 'TEST_SMTP_451' })
  service.advance(40_000)
  await service.quiet(appointment.id)
  expect(await row('EMAIL')).toMatchObject({ status: 'DELIVERED', provider_status: 'TEST', attempt_no: 2 })
})

it.each([
  ['+49301234567', 'DELIVERED', 'TEST'],
  ['+15005550001', 'FAILED', 'TEST_21211'],
  ['+15005550010', 'FAILED', 'TEST_21610'],
  ['+15005550030', 'PENDING', 'TEST_30003'],
])('simulates the outcome of an SMS to %s from its number', async (phone, status, providerStatus) => {
  const { row } = await book({ phone })
  expect(await row('SMS')).toMatchObject({ status, provider_status: providerStatus })
})

it('needs no provider', async () => {
  const bare = await runNotifications({ withSmtp: false, withTwilio: false })
  try {
    const application = await bare.know(
      anApplication({ testMode: true, schedules: [], types: { CREATE: { channels: ['EMAIL', 'SMS'] } } }),
    )
    const { event, appointment } = scheduled(application)
    await bare.publish(event)
    const rows = await bare.quiet(appointment.id)
    expect(rows.map(({ status, provider_status }) => [status, provider_status])).toEqual([
      ['DELIVERED', 'TEST'],
      ['DELIVERED', 'TEST'],
    ])
  } finally {
    await bare.stop()
  }
})

it('calls no provider, uses no limit, and still sends webhooks', async () => {
  const receiver = await startWebhookReceiver()
  try {
    const application = await service.know(
      anApplication({
        testMode: true,
        schedules: [],
        limits: { emailPerMinute: 1, smsPerSecond: 1, perRecipientPerDay: 1 },
      }),
    )
    await service.call('POST', '/api/v2/webhook-endpoints', {
      caller: aCaller({ roles: ['ROLE_CLIENT_SERVICE'] }),
      body: { applicationId: application.id, url: `${receiver.url}/hooks` },
    })
    const email = 'same@example.com'
    const { event, appointment } = scheduled(application, {
      customers: [aCustomer({ email }), aCustomer({ email }), aCustomer({ email })],
    })
    await service.publish(event)
    const rows = await service.quiet(appointment.id)
    expect(rows.map(({ status }) => status)).toEqual(Array<string>(4).fill('DELIVERED'))
    expect(receiver.deliveries()).toHaveLength(1)
    expect(service.smtp.messages()).toEqual([])
    expect(service.twilio.messages()).toEqual([])
  } finally {
    await receiver.stop()
  }
})

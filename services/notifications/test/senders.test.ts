import { afterAll, beforeAll, expect, it } from 'vitest'
import { ONE_OFF_MESSAGE } from '@appointments/contracts'
import { newId, silentLog, type Log } from '@appointments/runtime'
import { anApplication, aCustomer, scheduled } from './builders.ts'
import { runNotifications, SMS_SENDER, type Running } from './running-service.ts'

const warnings: string[] = []
const log = {
  ...silentLog,
  warn: (...parts: unknown[]) => warnings.push(JSON.stringify(parts)),
} as unknown as Log

let service: Running
beforeAll(async () => {
  service = await runNotifications({
    env: { SENDERS: 'org-1=bookings@acme.example,+15005550009;*=' },
    log,
  })
})
afterAll(() => service.stop())

interface From {
  emailAddress?: string
  smsSender?: string
}

/**
 * Books for an application whose stored settings name senders, and resolves with the messages its customer
 * received.
 */
async function booked(organizationId: string, from: From, testMode = false) {
  const application = await service.know(
    anApplication(
      {
        schedules: [],
        types: { CREATE: { channels: ['EMAIL', 'SMS'], fallback: ['EMAIL', 'SMS'] } },
        from,
        testMode,
      },
      { organizationId },
    ),
  )
  const customer = aCustomer({ phone: `+4930${String(Math.random()).slice(2, 9)}` })
  const { event, appointment } = scheduled(application, { customers: [customer] })
  await service.publish(event)
  await service.quiet(appointment.id)
  return {
    appointment,
    mails: service.smtp.messages().filter(({ to }) => to.includes(customer.email!)),
    texts: service.twilio.messages().filter(({ to }) => to === customer.phone),
    rows: await service.rowsOf(appointment.id),
    mail: await service.rowOf(appointment.id, 'CREATE', 'EMAIL'),
    text: await service.rowOf(appointment.id, 'CREATE', 'SMS'),
  }
}

it('sends from the senders that an organization may use [H8]', async () => {
  const { mails, texts } = await booked('org-1', {
    emailAddress: 'bookings@acme.example',
    smsSender: '+15005550009',
  })
  expect(mails).toMatchObject([{ from: 'bookings@acme.example' }])
  expect(texts).toMatchObject([{ from: '+15005550009' }])
})

it('sends from the default senders without a list entry [H8]', async () => {
  const { mails, texts } = await booked('org-2', {
    emailAddress: 'service@appointments.example',
    smsSender: SMS_SENDER,
  })
  expect(mails).toHaveLength(1)
  expect(texts).toHaveLength(1)
})

it.each([false, true])(
  'sends nothing from a stored sender that is not allowed, and records the reason; test mode %s [H8]',
  async (testMode) => {
    const from = { emailAddress: 'bookings@acme.example', smsSender: '+15005550009' }
    const { mails, texts, rows, mail, text } = await booked('org-2', from, testMode)
    expect(mails).toEqual([])
    expect(texts).toEqual([])
    expect(rows).toHaveLength(2)
    for (const row of [mail, text]) {
      expect(row).toMatchObject({ status: 'CANCELLED', attempt_no: 0 })
      expect(row.message).toMatch(/may not use the configured sender/)
      expect(await service.storyOf(row.id)).toEqual(['created', 'claimed', 'cancelled sender_not_allowed'])
    }
  },
)

it('rejects a resend from a sender that is not allowed, and gives the reason', async () => {
  const { appointment, mail, rows } = await booked('org-2', { emailAddress: 'bookings@acme.example' })
  const path = `/api/v2/appointments/${appointment.id}/notifications/${mail.id}/resend`
  const { status, body } = await service.call('POST', path)
  expect([status, body.code, body.messageReason]).toEqual([409, 'NOT_RESENDABLE', 'sender_not_allowed'])
  expect((await service.rowsOf(appointment.id)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
})

it("checks each channel's sender separately [H8]", async () => {
  const { mails, texts, text } = await booked('org-2', { smsSender: '+15005550009' })
  expect(mails).toMatchObject([{ from: 'service@appointments.example' }])
  expect(texts).toEqual([])
  expect(text.status).toBe('CANCELLED')
})

it('sends no one-time password from a sender that is not allowed, and logs the reason [H8]', async () => {
  const application = await service.know(
    anApplication({ from: { emailAddress: 'bookings@acme.example' } }, { organizationId: 'org-2' }),
  )
  const to = `otp-${newId()}@example.com`
  await service.broker.publish({
    id: newId(),
    type: ONE_OFF_MESSAGE,
    key: newId(),
    body: {
      kind: 'OTP',
      applicationId: application.id,
      channel: 'EMAIL',
      to,
      code: '482915',
      expiresAt: new Date(service.clock.current.getTime() + 600_000).toISOString(),
    },
    headers: {},
    expiresInMs: 600_000,
  })
  await expect.poll(() => warnings.join()).toMatch(/SENDERS does not allow the sender/)
  expect(warnings.join()).not.toContain(to)
  expect(service.smtp.messages().filter((mail) => mail.to.includes(to))).toEqual([])
})

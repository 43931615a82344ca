import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSmtpServer, startTwilio, type SmtpFake, type TwilioFake } from '@appointments/testing'
import type { Appointment } from '../src/response-bodies.ts'
import { client } from '../src/client.ts'
import { mailTo } from './support/customer-mail.ts'
import { done } from '../src/done.ts'
import { sendingTo, TWILIO_ACCOUNT } from '../src/providers.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

// Callbacks without a token pass through the gateway, at the address the provider has signed.
const V2 = '/api/v2/appointments'
const PHONE = '+49301234567'
const EMAIL = 'ada@receipts.example.com'

let system: Services
let smtp: SmtpFake
let twilio: TwilioFake
beforeAll(async () => {
  smtp = await startSmtpServer()
  twilio = await startTwilio(TWILIO_ACCOUNT)
  system = await startServices({ env: { ...sendingTo(smtp, twilio), TWILIO_STATUS_CALLBACKS: 'true' } })
  const notifications = {
    active: true,
    types: { CREATE: { channels: ['SMS'] }, CANCELLED: { channels: ['EMAIL'] } },
    schedules: [{ type: 'REMINDER', offset: 'PT1H', channels: ['EMAIL'] }],
  }
  const machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  await done(machine('PUT', '/api/v2/applications/clinic', { notifications }))
})
afterAll(async () => {
  await system.close()
  await Promise.all([smtp.stop(), twilio.stop()])
})

const supervisor = () => client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
const agent = () => client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))

async function book(start: Date): Promise<string> {
  const customers = [{ contact: { primaryEmail: EMAIL, primaryPhone: PHONE } }]
  const body = { applicationId: 'clinic', start: start.toISOString(), duration: 'PT30M', customers }
  return ((await done(agent()('POST', V2, body))) as Appointment).id
}

async function historyOf(id: string): Promise<[string, string][]> {
  const { content } = (await done(supervisor()('GET', `${V2}/${id}/notifications`))) as {
    content: { type: string; status: string }[]
  }
  return content.map(({ type, status }): [string, string] => [type, status]).sort()
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

it('the SMS provider reports the status of a message, and a forged report changes nothing', async () => {
  const id = await book(inHours(200))
  const { sid, statusCallback } = await twilio.waitFor(({ to }) => to === PHONE, 15_000)
  expect(statusCallback).toMatch(new RegExp(`^${system.gatewayUrl}/twilio/status\\?n=ntf_`))
  const forged = await fetch(statusCallback!, {
    method: 'POST',
    headers: { 'x-twilio-signature': 'Zm9yZ2Vk' },
    body: new URLSearchParams({ MessageSid: sid, MessageStatus: 'delivered', To: PHONE }),
  })
  expect(forged.status).toBe(403)
  expect(await historyOf(id)).toContainEqual(['CREATE', 'PENDING'])
  expect(await twilio.advance(sid)).toMatchObject([{ status: 'sent', responseStatus: 204 }])
  expect(await twilio.advance(sid)).toMatchObject([{ status: 'delivered', responseStatus: 204 }])
  expect(await historyOf(id)).toContainEqual(['CREATE', 'DELIVERED'])
})

it('a customer who unsubscribes from reminders is still notified of a cancellation', async () => {
  const first = await book(new Date(inHours(1).getTime() + 4000))
  const reminder = await mailTo(smtp, EMAIL, ({ headers }) => 'list-unsubscribe' in headers)
  const [link = ''] = /http[^>]+/.exec(reminder.headers['list-unsubscribe'] ?? '') ?? []
  expect(link).toMatch(new RegExp(`^${system.gatewayUrl}/unsubscribe/`))
  const data = link.replace('/unsubscribe/', '/api/v2/unsubscribe/')
  expect(await (await fetch(data)).json()).toMatchObject({ stopped: false })
  const clicked = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(clicked.status).toBe(200)
  expect(await (await fetch(data)).json()).toMatchObject({ stopped: true })

  const second = await book(new Date(inHours(1).getTime() + 2000))
  await expect.poll(() => historyOf(second), { timeout: 20_000 }).toContainEqual(['REMINDER', 'CANCELLED'])
  await done(supervisor()('PUT', `${V2}/${first}/cancel`, {}))
  await expect.poll(() => historyOf(first), { timeout: 20_000 }).toContainEqual(['CANCELLED', 'DELIVERED'])
})

it('STOP is accepted at the public address, and appears among the suppressions of the application', async () => {
  const response = await twilio.receive(
    { from: PHONE, to: '+15005550006', body: 'STOP' },
    `${system.gatewayUrl}/twilio/incoming`,
  )
  expect(response?.status).toBe(200)
  const listed = await done(
    supervisor()('POST', '/api/v2/applications/clinic/suppressions/look-up', {
      channel: 'SMS',
      address: PHONE,
    }),
  )
  expect(listed).toMatchObject({ content: [{ channel: 'SMS', reason: 'STOP' }] })
  expect((await fetch(`${system.gatewayUrl}/unsubscribe/of.nobody`)).status).toBe(404)
})

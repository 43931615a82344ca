import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  daysAhead,
  startSmtpServer,
  startWebhookReceiver,
  type SmtpFake,
  type WebhookReceiver,
} from '@appointments/testing'
import type { WebhookPayload } from '@appointments/contracts'
import { customersIn, type Appointment } from '../src/response-bodies.ts'
import { client, type Call } from '../src/client.ts'
import { done } from '../src/done.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'
import { mailTo } from './support/customer-mail.ts'

const V2 = '/api/v2/appointments'
const APPLICATION = 'looked-after'

interface Found {
  content: { id: string; appointmentId: string; status: string; reason?: string; canRetry: boolean }[]
  nextCursor?: string
}

let system: Services
let smtp: SmtpFake
let receiver: WebhookReceiver
let supervisor: Call
let agent: Call
let machine: Call

beforeAll(async () => {
  smtp = await startSmtpServer()
  receiver = await startWebhookReceiver()
  system = await startServices({ env: { SMTP_URL: smtp.url, FIGURES_EVERY_MS: '200' } })
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  agent = client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  const notifications = { active: true, schedules: [] }
  await done(machine('PUT', `/api/v2/applications/${APPLICATION}`, { notifications }))
})
afterAll(async () => {
  await system.close()
  await Promise.all([smtp.stop(), receiver.stop()])
})

const book = async (primaryEmail: string, applicationId = APPLICATION): Promise<Appointment> =>
  (await done(
    agent('POST', V2, {
      applicationId,
      start: daysAhead(30),
      duration: 'PT30M',
      title: 'Contract review',
      customers: [{ name: { firstName: 'Ada' }, contact: { primaryEmail } }],
    }),
  )) as Appointment

const search = async (body: object = {}, call = supervisor): Promise<Found> =>
  (await done(call('POST', '/api/v2/notifications/search', { applicationId: APPLICATION, ...body }))) as Found

const unreached = async (appointmentId: string) =>
  (await search({ appointmentId, view: 'UNREACHED' })).content

it('a supervisor finds a customer who was not reached, sees why, corrects the address and resends the message', async () => {
  const { id, ...booked } = await book('550@wrong.example.com')
  await expect.poll(() => unreached(id), { timeout: 15_000 }).toMatchObject([{ reason: 'rejected' }])
  const [missed] = await unreached(id)
  const customer = {
    id: customersIn({ id, ...booked })[0],
    contact: { primaryEmail: 'right@fixed.example.com' },
  }
  await done(supervisor('PUT', V2, { id, customer }))
  const path = `${V2}/${id}/notifications/${missed!.id}/resend`
  const resent = (await done(supervisor('POST', path))) as { id: string }
  const mail = await mailTo(smtp, 'right@fixed.example.com')
  expect(mail.text).toContain('Contract review')
  await expect.poll(() => unreached(id), { timeout: 15_000 }).toEqual([])

  // the content is stored once the mail server has accepted the mail
  const read = () => supervisor('GET', `/api/v2/notifications/${resent.id}/content`)
  await expect.poll(async () => (await read()).status, { timeout: 15_000 }).toBe(200)
  const content = (await done(read())) as { subject: string; text: string; htmlUrl: string }
  expect(content.subject).toBe(mail.subject)
  expect(content.text).not.toMatch(/\/manage\/\w/)
  const page = await fetch(system.gatewayUrl + content.htmlUrl)
  expect(await page.text()).toContain('Contract review')
  // the policy of the preview reaches the browser, in place of that of the gateway
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-security-policy': expect.stringMatching(/frame-ancestors 'self'; sandbox$/) as string,
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect((await fetch(`${system.gatewayUrl}/previews/unknown`)).status).toBe(404)
})

it('an agent finds no messages of a colleague', async () => {
  const { id } = await book('ada@colleague.example.com')
  await mailTo(smtp, 'ada@colleague.example.com')
  const colleague = client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-8' }))
  const found = async (call: Call) => (await search({ appointmentId: id }, call)).content
  expect(await found(agent)).toHaveLength(1)
  expect(await found(colleague)).toEqual([])
  const [message] = await found(supervisor)
  const read = await colleague('GET', `/api/v2/notifications/${message!.id}/content`)
  expect([read.status, read.body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
  const retried = await done(colleague('POST', '/api/v2/notifications/retry', { ids: [message!.id] }))
  expect(retried).toEqual([{ id: message!.id, outcome: 'NOT_FOUND' }])
  const resent = await colleague('POST', `${V2}/${id}/notifications/${message!.id}/resend`)
  expect([resent.status, resent.body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
})

it('an endpoint fails, its deliveries are read and replayed, and an old secret is ended', async () => {
  receiver.script({ status: 500, body: 'out of order' })
  const { id: endpoint } = (await done(
    machine('POST', '/api/v2/webhook-endpoints', { applicationId: APPLICATION, url: receiver.url }),
  )) as { id: string }
  const base = `/api/v2/webhook-endpoints/${endpoint}`
  const { id } = await book('ada@webhooks.example.com')
  const deliveries = async () =>
    ((await done(supervisor('GET', `${base}/deliveries`))) as { content: { id: string; status: string }[] })
      .content
  await expect.poll(deliveries, { timeout: 30_000 }).toMatchObject([{ status: 'DELIVERED' }])
  const [delivery] = await deliveries()
  const detail = await done(supervisor('GET', `${base}/deliveries/${delivery!.id}`))
  expect(detail).toMatchObject({
    appointmentId: id,
    request: { headers: { 'webhook-id': delivery!.id }, body: receiver.deliveries()[0]!.body },
    attempts: [{ status: 500, response: 'out of order' }, { status: 200 }],
  })
  expect(await done(supervisor('GET', base))).toMatchObject({ last24h: { delivered: 1, failed: 0 } })
  const period = { from: daysAhead(-1), to: daysAhead(1) }
  expect(await done(supervisor('POST', `${base}/replay`, { ...period, dryRun: true }))).toEqual({ count: 1 })
  expect(receiver.deliveries()).toHaveLength(2)

  await done(supervisor('POST', `${base}/rotate-secret`, { gracePeriod: 'P1D' }))
  const secrets = async () =>
    (await done(supervisor('GET', `${base}/secrets`))) as { id: string; current: boolean }[]
  const [, old] = await secrets()
  await done(supervisor('DELETE', `${base}/secrets/${old!.id}`))
  expect(await secrets()).toMatchObject([{ current: true }])
  await done(supervisor('POST', `${base}/replay`, { ...period, dryRun: false }))
  await receiver.waitFor(() => receiver.deliveries().length === 3, 15_000)
  expect(receiver.deliveries().at(-1)!.headers['webhook-signature']!.split(' ')).toHaveLength(1)
})

it('the figures match a manual count', async () => {
  const query = `applicationId=${APPLICATION}&from=${daysAhead(-1).slice(0, 10)}&to=${daysAhead(1).slice(0, 10)}`
  const statistics = async () => {
    const { rows } = (await done(
      supervisor('GET', `/api/v2/statistics/notifications?${query}&groupBy=channel`),
    )) as { rows: { created: number; failed: number }[] }
    const sum = (of: 'created' | 'failed') => rows.reduce((total, row) => total + row[of], 0)
    return { created: sum('created'), failed: sum('failed') }
  }
  const counted = async () => {
    const { content: all } = await search({ limit: 200 })
    return { created: all.length, failed: all.filter(({ status }) => status === 'FAILED').length }
  }
  // a message of an earlier test may still be on its way
  await vi.waitFor(async () => expect(await statistics()).toEqual(await counted()), {
    timeout: 15_000,
    interval: 100,
  })
})

it('a receiver of webhooks follows the contact data of a customer', async () => {
  const applicationId = 'followed'
  const notifications = { active: true, schedules: [] }
  await done(machine('PUT', `/api/v2/applications/${applicationId}`, { notifications }))
  const follower = await startWebhookReceiver()
  const endpoint = { applicationId, url: follower.url, events: ['appointment.updated'], includeContact: true }
  await done(machine('POST', '/api/v2/webhook-endpoints', endpoint))
  const { id } = await book('old@followed.example.com', applicationId)
  const update = (primaryEmail: string, change = {}) =>
    done(supervisor('PUT', V2, { id, ...change, customer: { contact: { primaryEmail } } }))
  const addresses = () =>
    follower.deliveries().map(({ body }) => {
      const { data } = JSON.parse(body) as WebhookPayload
      return data.contacts?.map(({ email }) => email)
    })

  await update('new@followed.example.com')
  await expect.poll(addresses, { timeout: 15_000 }).toEqual([['new@followed.example.com']])
  await update('new@followed.example.com')
  await update('newest@followed.example.com', { title: 'Signing' })
  expect((await mailTo(smtp, 'newest@followed.example.com')).text).toContain('Signing')
  await expect
    .poll(addresses, { timeout: 15_000 })
    .toEqual([['new@followed.example.com'], ['newest@followed.example.com']])
  const history = await done(supervisor('GET', `${V2}/${id}/notifications?type=UPDATE&channel=WEBHOOKS`))
  expect(history).toMatchObject({ total: 2 })
  await follower.stop()
})

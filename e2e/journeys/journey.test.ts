import { daysAhead } from '@appointments/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startTwilio,
  startWebhookReceiver,
  type ReceivedMail,
  type TwilioFake,
  type WebhookReceiver,
} from '@appointments/testing'
import { client, type Call } from '../src/client.ts'
import { freePort } from '@appointments/testing/free-port'
import { inviteOf, type Invite } from './support/invites.ts'
import { startSmtpProcess, type SmtpProcess } from './support/smtp-process.ts'
import { sendingTo, TWILIO_ACCOUNT } from '../src/providers.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2/appointments'
const ADA = { email: 'ada@example.com', phone: '+4930123456' }
const BOB = { email: 'bob@example.com', phone: '+4930654321' }

let system: Services
let smtp: SmtpProcess
let twilio: TwilioFake
let receiver: WebhookReceiver
let agent: Call
let supervisor: Call

beforeAll(async () => {
  smtp = await startSmtpProcess()
  twilio = await startTwilio({ ...TWILIO_ACCOUNT, advanceOnPoll: true })
  system = await startServices({ env: sendingTo(smtp, twilio) })
  agent = client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  const machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  await machine('PUT', '/api/v2/applications/journey', { notifications: { active: true } })
  const port = await freePort()
  const endpoint = await machine('POST', '/api/v2/webhook-endpoints', {
    applicationId: 'journey',
    url: `http://127.0.0.1:${port}/hooks`,
  })
  receiver = await startWebhookReceiver({ port, secret: endpoint.body.secret })
})
afterAll(async () => {
  await system.close()
  await Promise.all([smtp.stop(), twilio.stop(), receiver.stop()])
})

const mailsTo = async (address: string): Promise<ReceivedMail[]> =>
  (await smtp.messages()).filter(({ to }) => to.includes(address))
const invitesTo = async (address: string): Promise<Invite[]> =>
  (await mailsTo(address)).map((mail) => inviteOf(mail)!)
const smsTo = (phone: string) => twilio.messages().filter(({ to }) => to === phone)
const hooks = () =>
  receiver
    .deliveries()
    .map(({ body, verified, headers }) => ({ ...JSON.parse(body), verified, headers }) as Hook)

interface Hook {
  type: string
  verified: boolean
  headers: Record<string, string>
  data: { appointment: { revision: number; start: string; state: string }; previous?: { start: string } }
}

const START = daysAhead(50)
const LATER = daysAhead(51, '10:00:00')
/** Instants in the format of calendar invites. */
const withMillis = (instant: string) => new Date(instant).toISOString()

/** Waits until a condition holds: its effect follows asynchronously after the response. */
const eventually = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: 15_000, interval: 50 })

/** Rows about an appointment in a table of a service. */
async function rows(
  service: keyof Services['databases'],
  text: string,
  id: string,
): Promise<Record<string, unknown>[]> {
  const connection = new pg.Client({ connectionString: system.databases[service] })
  await connection.connect()
  try {
    return (await connection.query<Record<string, unknown>>(text, [id])).rows
  } finally {
    await connection.end()
  }
}

describe('an appointment from booking to cancellation', () => {
  let id: string
  let bob: string

  it('books it for two customers and notifies both [6.2]', async () => {
    const { status, body } = await agent('POST', V2, {
      applicationId: 'journey',
      title: 'Contract review',
      start: START,
      duration: 'PT30M',
      timezone: 'Europe/Berlin',
      notificationHeaders: { 'x-campaign': 'spring' },
      customers: [
        { name: { firstName: 'Ada' }, contact: { primaryEmail: ADA.email, primaryPhone: ADA.phone } },
        { name: { firstName: 'Bob' }, contact: { primaryEmail: BOB.email, primaryPhone: BOB.phone } },
      ],
    })
    expect(status).toBe(200)
    id = body.id
    const customers = body.participants.filter(({ type }: { type: string }) => type === 'CUSTOMER')
    bob = customers[1].id
    await eventually(async () => (await smtp.messages()).length).toBe(2)
    for (const { email } of [ADA, BOB]) {
      const [mail] = await mailsTo(email)
      expect(mail!.text).toContain('Contract review')
      expect(mail!.html).toContain('Contract review')
      expect(mail!.text).toMatch(/\/manage\/[\w-]+/)
      expect(inviteOf(mail!)).toMatchObject({
        method: 'REQUEST',
        sequence: 0,
        start: withMillis(START),
        end: withMillis(daysAhead(50, '09:30:00')),
      })
    }
    await eventually(() => hooks().map(({ type }) => type)).toEqual(['appointment.created'])
    expect(hooks()[0]).toMatchObject({ verified: true, headers: { 'x-campaign': 'spring' } })
    expect(receiver.deliveries()[0]!.body).not.toContain(ADA.email)
    expect(twilio.messages()).toEqual([])
  })

  it('moves it: invites move, an SMS is sent, reminders are planned again', async () => {
    const { status, body } = await agent('PUT', `${V2}/reschedule`, { id, start: LATER })
    expect(status).toBe(200)
    expect(body).toMatchObject({ start: LATER, version: 3 })
    await eventually(async () => (await invitesTo(ADA.email)).length).toBe(2)
    const [first, second] = await invitesTo(ADA.email)
    expect(second).toMatchObject({
      method: 'REQUEST',
      sequence: 1,
      uid: first!.uid,
      start: withMillis(LATER),
    })
    await eventually(() => [smsTo(ADA.phone).length, smsTo(BOB.phone).length]).toEqual([1, 1])
    await eventually(() => hooks().at(-1)).toMatchObject({
      type: 'appointment.rescheduled',
      verified: true,
      data: { previous: { start: START }, appointment: { start: LATER } },
    })
    const { body: reminders } = await agent(
      'GET',
      `${V2}/${id}/notifications?type=REMINDER&channel=email&sortField=scheduledFor&sortOrder=asc`,
    )
    const planned = reminders.content.map(
      ({ status: state, scheduledFor }: { status: string; scheduledFor: string }) =>
        `${state} ${scheduledFor}`,
    )
    expect(planned).toEqual([
      `CANCELLED ${daysAhead(49)}`,
      `CANCELLED ${daysAhead(49)}`,
      `INITIALIZED ${daysAhead(50, '10:00:00')}`,
      `INITIALIZED ${daysAhead(50, '10:00:00')}`,
    ])
  })

  it('adds a second agent, removes a customer and notifies only that customer', async () => {
    expect((await supervisor('POST', `${V2}/participants/agents`, { id, userId: 'agent-8' })).status).toBe(
      200,
    )
    // webhooks may overtake each other
    await eventually(() => hooks().at(-1)).toMatchObject({ type: 'appointment.participant.added' })
    const before = (await mailsTo(ADA.email)).length
    const removed = await supervisor('DELETE', `${V2}/${id}/participants/${bob}`)
    expect(removed.status).toBe(200)
    expect(removed.body.participants.map(({ type }: { type: string }) => type).sort()).toEqual([
      'AGENT',
      'AGENT',
      'CUSTOMER',
    ])
    await eventually(async () => (await invitesTo(BOB.email)).at(-1)).toMatchObject({ method: 'CANCEL' })
    await eventually(() => hooks().map(({ type }) => type)).toEqual([
      'appointment.created',
      'appointment.rescheduled',
      'appointment.participant.added',
      'appointment.participant.removed',
    ])
    expect((await mailsTo(ADA.email)).length).toBe(before)
    expect((await agent('GET', `${V2}/${id}/participants/${bob}`)).status).toBe(404)
  })

  it('cancels it and notifies the remaining customer, not the removed one', async () => {
    const before = (await mailsTo(BOB.email)).length
    const { body } = await agent('PUT', `${V2}/${id}/cancel`, { reason: 'The contract was signed by post' })
    expect(body).toMatchObject({
      state: 'CANCELLED',
      interaction: { state: 'CANCELLED' },
      cancellation: { by: 'agent-7', byRole: 'ROLE_AGENT' },
    })
    await eventually(async () => (await invitesTo(ADA.email)).at(-1)).toMatchObject({
      method: 'CANCEL',
      status: 'CANCELLED',
    })
    const sequences = (await invitesTo(ADA.email)).map(({ sequence }) => sequence)
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
    expect(new Set(sequences).size).toBe(sequences.length)
    await eventually(() => smsTo(ADA.phone).length).toBe(2)
    await eventually(() => hooks().at(-1)).toMatchObject({
      type: 'appointment.cancelled',
      data: { appointment: { state: 'CANCELLED' } },
    })
    expect((await mailsTo(BOB.email)).length).toBe(before)
    expect(smsTo(BOB.phone)).toHaveLength(1)
  })

  it('leaves a history that matches the sent messages, and databases that agree with each other', async () => {
    const history = async () =>
      (await supervisor('GET', `${V2}/${id}/notifications?pageSize=200`)).body.content as {
        channel: string
        status: string
      }[]
    const delivered = async (channel: string) =>
      (await history()).filter((one) => one.channel === channel && one.status === 'DELIVERED').length
    await eventually(() => delivered('EMAIL')).toBe((await smtp.messages()).length)
    await eventually(() => delivered('WEBHOOKS')).toBe(hooks().length)
    const recorded = await history()
    // a text message stays PENDING until the next poll of the provider reports its delivery
    expect(
      recorded.filter(({ channel, status }) => channel === 'SMS' && /^(DELIVERED|PENDING)$/.test(status)),
    ).toHaveLength(twilio.messages().length)
    expect(recorded.filter(({ status }) => status === 'FAILED' || status === 'INITIALIZED')).toEqual([])

    const revisions = hooks().map(({ data }) => data.appointment.revision)
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b))
    expect(new Set(revisions).size).toBe(revisions.length)

    const [owner] = await rows(
      'appointments',
      'SELECT state, version, roster_version, start_at FROM appointments WHERE id = $1',
      id,
    )
    expect(owner).toMatchObject({ state: 'CANCELLED', start_at: new Date(LATER) })
    for (const service of ['appointments', 'participants'] as const) {
      // the outbox records confirmations in batches, up to a second after the event was published
      await eventually(() =>
        rows(service, 'SELECT event_id FROM outbox WHERE aggregate_id = $1 AND published_at IS NULL', id),
      ).toEqual([])
    }
    const { body, headers } = await agent('GET', `${V2}/${id}`)
    expect(headers.get('etag')).toBe(`"${Number(owner!.version) + Number(owner!.roster_version)}"`)
    expect((await agent('GET', `${V2}/${id}/interaction`)).body).toEqual(body.interaction)
  })
})

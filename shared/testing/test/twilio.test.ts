import twilio from 'twilio'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTwilio, startWebhookReceiver } from '@appointments/testing'
import type { TwilioFake, TwilioOptions, WebhookReceiver } from '@appointments/testing'

const account = { accountSid: `AC${'0'.repeat(31)}1`, authToken: 'the-token' }

/** Sends requests for Twilio to another host; the official client has no option for that. */
function carrierTo(origin: string) {
  const carrier = new twilio.RequestClient({ timeout: 500 })
  const request: typeof carrier.request = carrier.request.bind(carrier)
  carrier.request = (options) => {
    const { pathname, search } = new URL(options.uri)
    return request({ ...options, uri: `${origin}${pathname}${search}` })
  }
  return carrier
}

let fake: TwilioFake
const begin = async (options: Partial<TwilioOptions> = {}) => {
  fake = await startTwilio({ ...account, ...options })
}
beforeEach(() => begin())
afterEach(() => fake.stop())

const clientWith = (authToken: string) =>
  twilio(account.accountSid, authToken, { httpClient: carrierTo(fake.url) })
const client = () => clientWith(account.authToken)
const sms = { to: '+4915112345678', from: '+15005550006', body: 'See you, Ada – ✓' }

const errorOf = (sent: Promise<unknown>): Promise<{ status?: number; code?: unknown }> =>
  sent.then(
    () => ({}),
    (error: unknown) => error as { status?: number; code?: unknown },
  )

describe('the Twilio API', () => {
  it('queues a message and shows it', async () => {
    const created = await client().messages.create(sms)
    expect(created).toMatchObject({ ...sms, status: 'queued', errorCode: null, direction: 'outbound-api' })
    expect(created.dateCreated).toBeInstanceOf(Date)
    expect(created.dateSent).toBeNull()
    expect((await client().messages(created.sid).fetch()).sid).toBe(created.sid)
    expect(fake.messages()).toMatchObject([{ sid: created.sid, body: sms.body }])
  })

  it('forgets planned fates, and keeps the messages', async () => {
    const { sid } = await client().messages.create(sms)
    fake.script({ rejected: { status: 429, code: 20429, message: 'Too Many Requests' }, times: 10 })
    fake.forgetPlans()
    await client().messages.create(sms)
    expect(fake.messages()).toHaveLength(2)
    expect(fake.messages()[0]).toMatchObject({ sid })
  })

  it('advances a message one status at a time', async () => {
    const { sid } = await client().messages.create(sms)
    const statuses: string[] = []
    for (let at = 1; at <= 3; at += 1) {
      await fake.advance()
      statuses.push((await client().messages(sid).fetch()).status)
    }
    expect(statuses).toEqual(['sent', 'delivered', 'delivered'])
  })

  it('returns a message in its final status with advanceOnPoll', async () => {
    await fake.stop()
    await begin({ advanceOnPoll: true })
    const { sid } = await client().messages.create({ ...sms, to: '+15005550030' })
    expect(await client().messages(sid).fetch()).toMatchObject({ status: 'undelivered', errorCode: 30003 })
  })

  it('rejects other accounts and credentials, and unknown messages', async () => {
    expect(await errorOf(clientWith('wrong').messages.create(sms))).toMatchObject({
      status: 401,
      code: 20003,
    })
    const stranger = client().api.v2010.accounts(`AC${'9'.repeat(32)}`).messages
    expect(await errorOf(stranger.create(sms))).toMatchObject({ status: 404, code: 20404 })
    expect(
      await errorOf(
        client()
          .messages(`SM${'0'.repeat(32)}`)
          .fetch(),
      ),
    ).toMatchObject({ status: 404 })
  })

  it.each([
    { missing: 'To', code: 21604 },
    { missing: 'From', code: 21603 },
    { missing: 'Body', code: 21602 },
  ])('rejects a request without $missing', async ({ missing, code }) => {
    const form = new URLSearchParams({ To: sms.to, From: sms.from, Body: sms.body })
    form.delete(missing)
    const response = await fetch(`${fake.url}/2010-04-01/Accounts/${account.accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${account.accountSid}:${account.authToken}`)}` },
      body: form,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code, status: 400 })
  })

  it.each([
    { to: '+15005550001', status: 400, code: 21211 },
    { to: '0151-what', status: 400, code: 21211 },
    { to: '+15005550010', status: 400, code: 21610 },
    { to: '+15005550429', status: 429, code: 20429 },
  ])('rejects $to with $code', async ({ to, status, code }) => {
    expect(await errorOf(client().messages.create({ ...sms, to }))).toMatchObject({ status, code })
    expect(fake.messages()).toEqual([])
  })

  it.each([{ to: '+15005550099' }, { to: '+4915100000000' }])(
    'accepts a message to $to without a response',
    async ({ to }) => {
      fake.script({ to: '+4915100000000', acceptedAnd: 'reset' })
      const failure = await errorOf(client().messages.create({ ...sms, to }))
      expect(failure.status).toBeUndefined()
      expect(['ECONNABORTED', 'ECONNRESET']).toContain(failure.code)
      expect(await client().messages.list({ to })).toMatchObject([{ to, status: 'queued' }])
    },
  )

  it('follows the script before any default', async () => {
    const rejected = { status: 503, code: 20503, message: 'Service Unavailable' }
    fake.script({ rejected, times: 2 }, { to: sms.to, ends: { status: 'failed', errorCode: 30008 } })
    expect(await errorOf(client().messages.create(sms))).toMatchObject({ status: 503 })
    expect(await errorOf(client().messages.create(sms))).toMatchObject({ status: 503 })
    const { sid } = await client().messages.create(sms)
    await fake.advance(sid)
    expect(await client().messages(sid).fetch()).toMatchObject({ status: 'failed', errorCode: 30008 })
  })

  it('lists page by page, newest first', async () => {
    for (const body of ['1', '2', '3', '4', '5']) await client().messages.create({ ...sms, body })
    await client().messages.create({ ...sms, to: '+4915100000000' })
    const listed = await client().messages.list({ to: sms.to, pageSize: 2 })
    expect(listed.map(({ body }) => body)).toEqual(['5', '4', '3', '2', '1'])
    const page = await client().messages.page({ to: sms.to, pageSize: 2 })
    expect(page.instances).toHaveLength(2)
    expect((await page.nextPage())?.instances.map(({ body }) => body)).toEqual(['3', '2'])
  })

  it('filters by the time a message was sent', async () => {
    await fake.stop()
    let now = new Date('2026-03-01T12:00:00Z')
    await begin({ now: () => now })
    await client().messages.create({ ...sms, body: 'first' })
    await fake.advance()
    now = new Date('2026-03-02T12:00:00Z')
    await client().messages.create({ ...sms, body: 'second' })
    await fake.advance()
    await client().messages.create({ ...sms, body: 'still queued' })
    const bodies = async (filter: object) => (await client().messages.list(filter)).map(({ body }) => body)
    expect(await bodies({ dateSent: new Date('2026-03-01') })).toEqual(['first'])
    expect(await bodies({ dateSentAfter: new Date('2026-03-02T12:00:00Z') })).toEqual(['second'])
    expect(await bodies({ dateSentBefore: new Date('2026-03-02T11:59:00Z') })).toEqual(['first'])
    expect(await bodies({})).toEqual(['still queued', 'second', 'first'])
  })
})

describe('status callbacks', () => {
  let receiver: WebhookReceiver
  beforeEach(async () => {
    receiver = await startWebhookReceiver()
  })
  afterEach(() => receiver.stop())

  it('report each status with a signature that the official package accepts', async () => {
    const statusCallback = `${receiver.url}/twilio/status?record=r%201&x=ü`
    const { sid } = await client().messages.create({ ...sms, to: '+15005550030', statusCallback })
    await fake.advance()
    expect(await fake.advance()).toEqual([
      { sid, url: statusCallback, status: 'undelivered', responseStatus: 200 },
    ])
    const told = receiver.deliveries().map(({ body, headers }) => {
      const parameters = Object.fromEntries(new URLSearchParams(body))
      const signature = headers['x-twilio-signature'] ?? ''
      return {
        status: parameters['MessageStatus'],
        error: parameters['ErrorCode'],
        valid: twilio.validateRequest(account.authToken, signature, statusCallback, parameters),
        forged: twilio.validateRequest('another', signature, statusCallback, parameters),
      }
    })
    expect(told).toEqual([
      { status: 'sent', error: undefined, valid: true, forged: false },
      { status: 'undelivered', error: '30003', valid: true, forged: false },
    ])
  })

  it('have no response if the receiver is unreachable', async () => {
    const statusCallback = `${receiver.url}/status`
    await receiver.stop()
    await client().messages.create({ ...sms, statusCallback })
    expect(await fake.advance()).toMatchObject([{ status: 'sent', responseStatus: null }])
    receiver = await startWebhookReceiver()
  })
})

describe('an incoming SMS', () => {
  it('is posted, signed, to the URL of its number; later messages are rejected after STOP, until START', async () => {
    const receiver = await startWebhookReceiver()
    const response = (body: string) => fake.receive({ from: sms.to, to: sms.from, body }, receiver.url)
    await client().messages.create(sms)
    expect(await response('stop')).toMatchObject({ status: 200 })
    const [delivery] = receiver.deliveries()
    const form = Object.fromEntries(new URLSearchParams(delivery!.body))
    expect(form).toMatchObject({ From: sms.to, To: sms.from, Body: 'stop', AccountSid: account.accountSid })
    const signature = delivery!.headers['x-twilio-signature'] as string
    expect(twilio.validateRequest(account.authToken, signature, receiver.url, form)).toBe(true)
    expect(await errorOf(client().messages.create(sms))).toMatchObject({ status: 400, code: 21610 })
    await response('Start')
    expect((await client().messages.create(sms)).status).toBe('queued')
    await receiver.stop()
  })
})

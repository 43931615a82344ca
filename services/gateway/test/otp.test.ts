import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ONE_OFF_MESSAGE } from '@appointments/contracts'
import { createInProcessKeyValue } from '../src/key-value/in-process.ts'
import type { KeyValue } from '../src/key-value/key-value.ts'
import { createTestClock, startTestGateway, type TestGateway } from './support/gateway.ts'
import { basic, book, issueOtp, newAddress, verify } from './support/otp.ts'
import { exchangedToken, signed, tokenOf } from './support/tokens.ts'

const MINUTE = 60_000
const CLIENT = { id: 'crm', secret: 'secret-of-the-crm-0123' }
const LINK_REJECTED = {
  status: 400,
  json: { errors: [{ pointer: '/customName', code: 'LINK_NOT_ALLOWED' }] },
}
const about = (appointmentId: string) => ({
  'x-internal-appointment': appointmentId,
  'x-internal-keep': 'true',
})

let gateway: TestGateway
const written: string[] = []

/** A store that records everything written to it. */
function watched(keyValue: KeyValue): KeyValue {
  return {
    ...keyValue,
    set: (key, value, ttlMs) => {
      written.push(key, value)
      return keyValue.set(key, value, ttlMs)
    },
    replace: (key, expected, value, ttlMs) => {
      written.push(key, value)
      return keyValue.replace(key, expected, value, ttlMs)
    },
    increment: (key, ttlMs) => {
      written.push(key)
      return keyValue.increment(key, ttlMs)
    },
  }
}

const start = (env: Record<string, string> = {}, keyValue?: KeyValue) =>
  startTestGateway({
    env: { BASIC_CLIENTS: `${CLIENT.id}:${CLIENT.secret}`, ...env },
    ...(keyValue && { keyValue }),
  })

beforeAll(async () => {
  gateway = await start()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.reset()
  gateway.appointments.respondWith({ headers: about('a-1'), body: { id: 'a-1' } })
})

const ask = (body: unknown, headers = {}, at = gateway) =>
  at.call('/security/otp', { method: 'POST', body, headers })
const booked = () => gateway.appointments.arrivals

describe('requesting a password [5.9]', () => {
  it('sends six digits to the notifications service in a message that expires with the code', async () => {
    const to = newAddress()
    const response = await ask(
      { applicationId: 'app-1', channel: 'EMAIL', to, locale: 'de', customName: 'Ada' },
      { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    )
    expect(response.status).toBe(202)
    const now = gateway.clock.now().getTime()
    const { id, expiresAt, resendAfter } = response.json as Record<string, string>
    expect(Object.keys(response.json as object)).toEqual(['id', 'expiresAt', 'resendAfter'])
    expect(Date.parse(expiresAt!)).toBe(now + 10 * MINUTE)
    expect(Date.parse(resendAfter!)).toBe(now + 30_000)
    expect(gateway.published).toHaveLength(1)
    expect(gateway.published[0]).toMatchObject({
      type: ONE_OFF_MESSAGE,
      key: id,
      expiresInMs: 10 * MINUTE,
      headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      body: {
        kind: 'OTP',
        applicationId: 'app-1',
        channel: 'EMAIL',
        to,
        locale: 'de',
        customName: 'Ada',
        expiresAt,
        code: expect.stringMatching(/^\d{6}$/) as string,
      },
    })
  })

  it.each([
    ['no body', undefined],
    ['no application', { channel: 'EMAIL', to: 'ada@example.com' }],
    ['no channel', { applicationId: 'app-1', to: 'ada@example.com' }],
    ['another channel', { applicationId: 'app-1', channel: 'FAX', to: '+4930123456' }],
    ['a phone for an e-mail', { applicationId: 'app-1', channel: 'EMAIL', to: '+4930123456' }],
    ['an e-mail for a phone', { applicationId: 'app-1', channel: 'SMS', to: 'ada@example.com' }],
    ['a bad locale', { applicationId: 'app-1', channel: 'EMAIL', to: 'ada@example.com', locale: '!' }],
  ])('is 400 with %s', async (_kind, body) => {
    const response = await ask(body)
    expect(response.status).toBe(400)
    expect(response.json).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(gateway.published).toHaveLength(0)
  })

  it('is 415 if the content type is not JSON, and 401 with a bad token before any other check', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await ask('a=b', form)).status).toBe(415)
    expect((await ask('a=b', { ...form, authorization: 'Bearer nonsense' })).status).toBe(401)
  })

  it('stores the code nowhere and the address in no key', async () => {
    written.length = 0
    const own = await start({}, watched(createInProcessKeyValue(createTestClock())))
    const { id, code, to } = await issueOtp(own)
    await book(own, { otp: { id, code }, key: 'k' })
    await own.stop()
    expect(written.join('\n')).not.toContain(code)
    expect(written.filter((text) => text.startsWith('otp') && text.includes(to))).toEqual([])
  })

  it('again is 429 for 30 seconds, regardless of the spelling of the address', async () => {
    const to = newAddress()
    const other = { applicationId: 'app-2', channel: 'EMAIL', to: to.toUpperCase() }
    await issueOtp(gateway, to)
    gateway.clock.pass(29_000)
    const tooSoon = await ask(other)
    expect(tooSoon.status).toBe(429)
    expect(tooSoon.json).toMatchObject({ code: 'RATE_LIMITED' })
    expect(tooSoon.headers['retry-after']).toBe('1')
    gateway.clock.pass(1_000)
    expect((await ask(other)).status).toBe(202)
  })

  it('again with the same key replays the response and sends nothing', async () => {
    const body = { applicationId: 'app-1', channel: 'EMAIL', to: newAddress() }
    const first = await ask(body, { 'idempotency-key': 'k-1' })
    const second = await ask(body, { 'idempotency-key': 'k-1' })
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.json).toEqual(first.json)
    expect(gateway.published).toHaveLength(1)
    expect((await ask(body, { 'idempotency-key': 'a b' })).status).toBe(400)
  })

  it('with the same key but another body is 422 and sends nothing', async () => {
    const body = { applicationId: 'app-1', channel: 'EMAIL', to: newAddress() }
    await ask(body, { 'idempotency-key': 'k-2' })
    const other = await ask({ ...body, to: newAddress() }, { 'idempotency-key': 'k-2' })
    expect(other).toMatchObject({ status: 422, json: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(gateway.published).toHaveLength(1)
  })

  it('is 429 after five passwords per hour for one destination', async () => {
    const own = await start({ RATE_LIMIT_FACTOR: '1' })
    const to = '+49 (30) 123-456'
    for (let n = 0; n < 5; n++) {
      await issueOtp(own, to, 'SMS')
      own.clock.pass(31_000)
    }
    const tooMany = await ask({ applicationId: 'app-1', channel: 'SMS', to: '+4930123456' }, {}, own)
    expect(tooMany.status).toBe(429)
    expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(3000)
    own.clock.pass(60 * MINUTE)
    await issueOtp(own, to, 'SMS')
    await own.stop()
  })

  it('is 429 after twenty passwords per hour from one address, regardless of untrusted headers', async () => {
    const own = await start({ RATE_LIMIT_FACTOR: '1' })
    for (let n = 0; n < 20; n++) await issueOtp(own)
    const body = { applicationId: 'app-1', channel: 'EMAIL', to: newAddress() }
    expect((await ask(body, {}, own)).status).toBe(429)
    expect((await ask(body, { 'x-forwarded-for': '203.0.113.9' }, own)).status).toBe(429)
    expect(own.published).toHaveLength(20)
    await own.stop()
  })

  it('counts a registered client individually, up to the limit of the application [H2.5]', async () => {
    const own = await start({ RATE_LIMIT_FACTOR: '1' })
    own.appointments.respondWith(({ url }) =>
      url === '/internal/applications/otp-allowance' ? { body: { perHour: 30 } } : { body: {} },
    )
    const byClient = () =>
      ask(
        { applicationId: 'app-1', channel: 'EMAIL', to: newAddress() },
        { authorization: basic(CLIENT.id, CLIENT.secret) },
        own,
      )
    for (let n = 0; n < 30; n++) expect((await byClient()).status).toBe(202)
    expect((await byClient()).status).toBe(429)
    expect(own.appointments.arrivals).toHaveLength(1)
    // the client's requests have not counted for its address
    for (let n = 0; n < 20; n++) await issueOtp(own)
    await own.stop()
  })

  it('counts a customer with all its tokens, and also for its address [H2.5]', async () => {
    const own = await start({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: 'loopback' })
    const customer = { appointmentId: 'a-1', participantId: 'p-1' }
    const by = (token: string, from: string) =>
      ask(
        { applicationId: 'app-1', channel: 'EMAIL', to: newAddress() },
        { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
        own,
      )
    const [first, second] = [await exchangedToken(own, customer), await exchangedToken(own, customer)]
    expect(second).not.toBe(first)
    for (let n = 0; n < 10; n++) expect((await by(first, '203.0.113.1')).status).toBe(202)
    for (let n = 0; n < 10; n++) expect((await by(second, '203.0.113.2')).status).toBe(202)
    expect((await by(second, '203.0.113.3')).status).toBe(429)
    expect((await by(await exchangedToken(own, customer, 'manage'), '203.0.113.3')).status).toBe(429)

    // the address has ten accepted requests so far; rejected ones do not count
    const other = await exchangedToken(own, { appointmentId: 'a-2', participantId: 'p-2' })
    for (let n = 0; n < 10; n++) expect((await by(other, '203.0.113.1')).status).toBe(202)
    expect((await by(other, '203.0.113.1')).status).toBe(429)
    expect((await by(other, '203.0.113.3')).status).toBe(202)
    await own.stop()
  })

  it('treats a client like anyone else if the application belongs to another organization', async () => {
    const own = await start({ RATE_LIMIT_FACTOR: '1', BASIC_CLIENTS: `org-1=${CLIENT.id}:${CLIENT.secret}` })
    own.appointments.respondWith(({ url, body }) => {
      if (url !== '/internal/applications/otp-allowance') return { body: {} }
      const { applicationId, organizationId } = JSON.parse(body) as Record<string, string>
      const isForeign = organizationId !== undefined && applicationId === 'app-of-org-2'
      return { body: { perHour: 1000, ...(isForeign && { isForeign }) } }
    })
    const credentials = [
      basic(CLIENT.id, CLIENT.secret),
      `Bearer ${tokenOf('ROLE_AGENT', { organization: 'org-1' })}`,
    ]
    const by = (authorization: string, applicationId: string, customName = 'Ada') =>
      ask({ applicationId, channel: 'EMAIL', to: newAddress(), customName }, { authorization }, own)
    for (const authorization of credentials) {
      expect((await by(authorization, 'app-of-org-1', 'evil.example/win')).status).toBe(202)
      expect(await by(authorization, 'app-of-org-2', 'evil.example/win')).toMatchObject(LINK_REJECTED)
    }
    // for a foreign application, the client has the limit of its address, which does not apply to its own applications
    const [client = ''] = credentials
    for (let n = 0; n < 20; n++) expect((await by(client, 'app-of-org-2')).status).toBe(202)
    expect((await by(client, 'app-of-org-2')).status).toBe(429)
    expect((await by(client, 'app-of-org-1')).status).toBe(202)
    await own.stop()
  })

  it('treats staff without an organization like anyone else if one is required', async () => {
    const own = await start({ RATE_LIMIT_FACTOR: '1', TENANCY: 'required', BASIC_CLIENTS: '' })
    own.appointments.respondWith({ body: { perHour: 1000 } })
    const by = (token: string, customName = 'Ada') =>
      ask(
        { applicationId: 'app-1', channel: 'EMAIL', to: newAddress(), customName },
        { authorization: `Bearer ${token}` },
        own,
      )
    const of = (organization?: string) => tokenOf('ROLE_CLIENT_SERVICE', { organization })
    expect((await by(of('org-1'), 'evil.example/win')).status).toBe(202)
    expect(await by(of(), 'evil.example/win')).toMatchObject(LINK_REJECTED)
    for (let n = 0; n < 20; n++) expect((await by(of())).status).toBe(202)
    expect((await by(of())).status).toBe(429)
    expect((await by(of('org-1'))).status).toBe(202)
    await own.stop()
  })

  it('allows a client a thousand passwords per hour while the application is unknown', async () => {
    const own = await start({ RATE_LIMIT_FACTOR: '0.02' })
    own.appointments.respondWith({ status: 503 })
    const byClient = (applicationId: string) =>
      ask(
        { applicationId, channel: 'EMAIL', to: newAddress() },
        { authorization: basic(CLIENT.id, CLIENT.secret) },
        own,
      )
    for (let n = 0; n < 20; n++) expect((await byClient(`app-${n}`)).status).toBe(202)
    expect((await byClient('another')).status).toBe(429)
    await own.stop()
  })

  it.each(['http://evil.example', 'www.evil.example', 'eve@evil.example', 'evil.example/win'])(
    'is 400 with the name %s, unless a client vouches for it [H9.3]',
    async (customName) => {
      const body = { applicationId: 'app-1', channel: 'EMAIL', to: newAddress(), customName }
      const rejected = await ask(body)
      expect(rejected.status).toBe(400)
      expect(rejected.json).toMatchObject({
        errors: [{ pointer: '/customName', code: 'LINK_NOT_ALLOWED' }],
      })
      expect(gateway.published).toHaveLength(0)
      expect((await ask(body, { authorization: basic(CLIENT.id, CLIENT.secret) })).status).toBe(202)
    },
  )

  it.each([
    ['EMAIL', ['/to', '/customName']],
    ['FAX', ['/channel', '/to', '/customName']],
  ])('lists a link in the name beside the other faults of a request by %s', async (channel, pointers) => {
    const rejected = await ask({ applicationId: 'app-1', channel, to: 'q', customName: 'http://x' })
    expect(rejected.json).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: pointers.map((pointer) => ({ pointer })),
    })
  })

  it('says in the detail which field contains a link', async () => {
    const body = { applicationId: 'app-1', channel: 'EMAIL', to: newAddress(), customName: 'http://x' }
    expect((await ask(body)).json).toMatchObject({
      detail: 'customName must not contain a link or an address',
    })
  })

  it('does not trust the client named by a token without a role of staff', async () => {
    const body = {
      applicationId: 'app-1',
      channel: 'EMAIL',
      to: newAddress(),
      customName: 'evil.example/win',
    }
    const token = signed({ roles: [], userId: undefined, client_id: CLIENT.id })
    const rejected = await ask(body, { authorization: `Bearer ${token}` })
    expect(rejected).toMatchObject({ status: 400, json: { errors: [{ code: 'LINK_NOT_ALLOWED' }] } })
    expect(gateway.published).toHaveLength(0)
  })

  it('is 401 with invalid client credentials', async () => {
    const body = { applicationId: 'app-1', channel: 'EMAIL', to: newAddress() }
    const response = await ask(body, { authorization: basic(CLIENT.id, 'another-secret-0123') })
    expect(response.status).toBe(401)
    expect(response.json).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(gateway.published).toHaveLength(0)
  })

  it('counts by the address from a trusted proxy', async () => {
    const own = await start({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: 'loopback' })
    const from = (address: string) =>
      ask(
        { applicationId: 'app-1', channel: 'EMAIL', to: newAddress() },
        { 'x-forwarded-for': `198.51.100.1, ${address}` },
        own,
      )
    for (let n = 0; n < 20; n++) await from('203.0.113.9')
    expect((await from('203.0.113.9')).status).toBe(429)
    expect((await from('203.0.113.10')).status).toBe(202)
    await own.stop()
  })

  it('is 503 and counts nothing while the broker is unavailable', async () => {
    const body = { applicationId: 'app-1', channel: 'EMAIL', to: newAddress() }
    gateway.brokerSwitch.isUp = false
    for (let n = 0; n < 8; n++) {
      const response = await ask(body)
      expect(response.status).toBe(503)
      expect(response.headers['retry-after']).toBeDefined()
    }
    gateway.brokerSwitch.isUp = true
    expect((await ask(body)).status).toBe(202)
  })
})

describe('verifying a password', () => {
  it('is 204 every time', async () => {
    const { id, code, to } = await issueOtp(gateway)
    for (const address of [to, to.toUpperCase(), ` ${to}`])
      expect((await verify(gateway, { verificationId: id, to: address, code })).status).toBe(204)
  })

  it('recognizes a phone number by its digits', async () => {
    const { id, code } = await issueOtp(gateway, '+49 30 7654321', 'SMS')
    expect((await verify(gateway, { verificationId: id, to: '+49 (30) 765-4321', code })).status).toBe(204)
  })

  it('recognizes a phone number that the application completes with its country code [H5.7]', async () => {
    gateway.appointments.respondWith({ body: { phone: '+49307650001', region: 'DE' } })
    const { id, code } = await issueOtp(gateway, '030 7650001', 'SMS')
    const [asked] = gateway.appointments.arrivals
    expect(asked!.url).toBe('/internal/phones/complete')
    for (const to of ['030/7650001', '+49 (0) 30 7650001', '0049307650001'])
      expect((await verify(gateway, { verificationId: id, to, code })).status).toBe(204)
    expect((await verify(gateway, { verificationId: id, to: '040 7650001', code })).status).toBe(401)
  })

  it.each([
    ['the application has no region or is unknown', { status: 200, body: {} }],
    ['the number does not exist in the region of the application', { status: 200, body: { region: 'DE' } }],
  ])('is not sent if %s, which the response does not reveal [H5.7]', async (_why, response) => {
    const request = (to: string) => ask({ applicationId: 'app-1', channel: 'SMS', to })
    gateway.appointments.respondWith({ body: { phone: '+49307654399', region: 'DE' } })
    const sent = await request('030 7654399')
    expect(gateway.published).toHaveLength(1)
    gateway.appointments.respondWith(response)
    const unsent = await request('030 7654321')
    expect(gateway.published).toHaveLength(1)
    expect([sent.status, unsent.status]).toEqual([202, 202])
    expect(Object.keys(unsent.json as object)).toEqual(Object.keys(sent.json as object))
    expect(unsent.json).toMatchObject({
      expiresAt: expect.stringMatching(/Z$/) as string,
      resendAfter: expect.stringMatching(/Z$/) as string,
    })
    // it counts like any other number, in any spelling
    expect((await request('030/7654321')).status).toBe(429)
    gateway.clock.pass(MINUTE)
  })

  it.each([
    ['a wrong code', { code: 'wrong' }],
    ['another address', { to: 'somebody@example.com' }],
    ['another verification', { verificationId: 'somebody' }],
  ])('is 401 for %s', async (_kind, over: Record<string, string>) => {
    const { id, code, to, wrong } = await issueOtp(gateway)
    const body = { verificationId: id, to, code, ...over }
    const response = await verify(gateway, { ...body, code: body.code === 'wrong' ? wrong : body.code })
    expect(response.status).toBe(401)
    expect(response.json).toMatchObject({ code: 'OTP_INVALID' })
    expect(response.headers['www-authenticate']).toBe('Basic realm="appointments-otp"')
  })

  it('is 400 for a code that does not have six digits', async () => {
    const { id, to } = await issueOtp(gateway)
    expect((await verify(gateway, { verificationId: id, to, code: '12345' })).status).toBe(400)
  })

  it('is 401 after ten minutes', async () => {
    const { id, code, to } = await issueOtp(gateway)
    gateway.clock.pass(10 * MINUTE)
    expect((await verify(gateway, { verificationId: id, to, code })).status).toBe(401)
    expect((await book(gateway, { otp: { id, code } })).status).toBe(401)
  })

  it('is 401 once the password has booked', async () => {
    const { id, code, to } = await issueOtp(gateway)
    await book(gateway, { otp: { id, code }, key: 'v-1' })
    expect((await verify(gateway, { verificationId: id, to, code })).status).toBe(401)
  })
})

describe('guessing', () => {
  it('is over after five attempts, even for the correct code', async () => {
    const { id, code, to, wrong } = await issueOtp(gateway)
    for (let n = 0; n < 5; n++)
      expect((await verify(gateway, { verificationId: id, to, code: wrong })).status).toBe(401)
    expect((await verify(gateway, { verificationId: id, to, code })).status).toBe(401)
    expect((await book(gateway, { otp: { id, code } })).status).toBe(401)
    expect(booked()).toHaveLength(0)
  })

  it('stays over while the used password is stored', async () => {
    const { id, code, to, wrong } = await issueOtp(gateway)
    expect((await book(gateway, { otp: { id, code }, key: 'guessed' })).status).toBe(200)
    for (let n = 0; n < 5; n++)
      expect((await verify(gateway, { verificationId: id, to, code: wrong })).status).toBe(401)
    gateway.clock.pass(22 * 60 * MINUTE)
    expect((await book(gateway, { otp: { id, code }, key: 'guessed' })).status).toBe(401)
  })

  it('counts wrong codes of bookings and of verifications together', async () => {
    const { id, code, to, wrong } = await issueOtp(gateway)
    for (let n = 0; n < 3; n++) await book(gateway, { otp: { id, code: wrong } })
    for (let n = 0; n < 2; n++) await verify(gateway, { verificationId: id, to, code: wrong })
    expect((await book(gateway, { otp: { id, code } })).status).toBe(401)
  })

  it('gains no extra attempts by parallel requests', async () => {
    const { id, code, to, wrong } = await issueOtp(gateway)
    const guesses = Array.from({ length: 30 }, () => verify(gateway, { verificationId: id, to, code: wrong }))
    await Promise.all(guesses)
    expect((await verify(gateway, { verificationId: id, to, code })).status).toBe(401)
  })

  it('uses up the attempts of one verification but of no other for the same address [H1.6]', async () => {
    const first = await issueOtp(gateway)
    for (let n = 0; n < 5; n++)
      await verify(gateway, { verificationId: first.id, to: first.to, code: first.wrong })
    gateway.clock.pass(31_000)
    const second = await issueOtp(gateway, first.to)
    const right = { verificationId: second.id, to: first.to, code: second.code }
    expect((await verify(gateway, right)).status).toBe(204)
    expect((await verify(gateway, { ...right, verificationId: first.id, code: first.code })).status).toBe(401)
  })

  it('from one address is 429 after twenty wrong codes per hour, but a correct code is accepted [H1.6]', async () => {
    const own = await start({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: 'loopback' })
    const right = await issueOtp(own)
    const guess = (verificationId: string, code: string, from = '203.0.113.9') =>
      own.call('/security/otp/verify', {
        method: 'POST',
        body: { verificationId, to: right.to, code },
        headers: { 'x-forwarded-for': from },
      })
    expect((await guess(right.id, right.wrong)).status).toBe(401)
    for (let n = 0; n < 19; n++) expect((await guess(`unknown-${n}`, '123456')).status).toBe(401)
    const limited = await guess('unknown', '123456')
    expect(limited.status).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await guess(right.id, right.wrong)).status).toBe(429)
    expect((await guess('unknown', '123456', '203.0.113.10')).status).toBe(401)
    expect((await guess(right.id, right.code)).status).toBe(204)
    own.clock.pass(60 * MINUTE)
    expect((await guess('unknown', '123456')).status).toBe(401)
    await own.stop()
  })

  it('by a customer counts with all its tokens, and also for its address [H2.5]', async () => {
    const own = await start({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: 'loopback' })
    const customer = { appointmentId: 'a-1', participantId: 'p-1' }
    const guess = (token: string, from: string) =>
      own.call('/security/otp/verify', {
        method: 'POST',
        body: { verificationId: 'unknown', to: 'ada@example.com', code: '123456' },
        headers: { 'x-forwarded-for': from },
        token,
      })
    const [first, second] = [await exchangedToken(own, customer), await exchangedToken(own, customer)]
    for (let n = 0; n < 10; n++) expect((await guess(first, '203.0.113.1')).status).toBe(401)
    for (let n = 0; n < 10; n++) expect((await guess(second, '203.0.113.2')).status).toBe(401)
    expect((await guess(second, '203.0.113.3')).status).toBe(429)

    const other = await exchangedToken(own, { appointmentId: 'a-2', participantId: 'p-2' })
    for (let n = 0; n < 10; n++) expect((await guess(other, '203.0.113.1')).status).toBe(401)
    expect((await guess(other, '203.0.113.1')).status).toBe(429)
    await own.stop()
  })

  it('locks a destination after 25 wrong codes per hour, but codes already sent stay valid [H1.6]', async () => {
    const to = newAddress()
    const issued = []
    for (let n = 0; n < 6; n++) {
      issued.push(await issueOtp(gateway, to))
      gateway.clock.pass(31_000)
    }
    for (const { id, wrong } of issued.slice(0, 5))
      for (let n = 0; n < 5; n++) await verify(gateway, { verificationId: id, to, code: wrong })
    const body = { applicationId: 'app-1', channel: 'EMAIL', to }
    const locked = await ask(body)
    expect(locked.status).toBe(429)
    expect(locked.json).toMatchObject({ code: 'RATE_LIMITED' })
    const { id, code } = issued[5]!
    expect((await verify(gateway, { verificationId: id, to, code })).status).toBe(204)
    gateway.clock.pass(60 * MINUTE)
    expect((await ask(body)).status).toBe(202)
  })

  it('uses up no attempt with the correct code', async () => {
    const { id, code, to, wrong } = await issueOtp(gateway)
    for (let n = 0; n < 4; n++) await verify(gateway, { verificationId: id, to, code: wrong })
    for (let n = 0; n < 4; n++)
      expect((await verify(gateway, { verificationId: id, to, code })).status).toBe(204)
  })

  it('is still limited after the store has lost its data', async () => {
    const clock = createTestClock()
    let store = createInProcessKeyValue(clock)
    const names = [
      'get',
      'set',
      'replace',
      'increment',
      'decrement',
      'delete',
      'addMember',
      'takeMembers',
      'close',
    ]
    const losing = Object.fromEntries(
      names.map((name) => [
        name,
        (...parameters: unknown[]) =>
          (store as unknown as Record<string, (...all: unknown[]) => unknown>)[name]!(...parameters),
      ]),
    ) as unknown as KeyValue
    const own = await start({}, losing)
    const first = await issueOtp(own)
    for (let n = 0; n < 5; n++)
      await verify(own, { verificationId: first.id, to: first.to, code: first.wrong })
    const kept = await store.get(`otp:${first.id}`)
    store = createInProcessKeyValue(clock)
    await store.set(`otp:${first.id}`, kept!, 10 * MINUTE)
    expect((await verify(own, { verificationId: first.id, to: first.to, code: first.code })).status).toBe(401)
    await own.stop()
  })
})

describe.each(['/api/appointments/basic', '/api/v2/appointments/basic'])(
  'booking by %s [5.5, 5.10]',
  (path) => {
    it('passes the verified address to the service, but not the credentials', async () => {
      const { id, code, to } = await issueOtp(gateway)
      const response = await book(gateway, { otp: { id, code }, path })
      expect(response.status).toBe(200)
      expect(booked()).toHaveLength(1)
      expect(booked()[0]).toMatchObject({
        url: path,
        body: '{"title":"x"}',
        caller: { roles: [], verifiedContact: { channel: 'EMAIL', to } },
      })
      expect(booked()[0]?.headers).not.toHaveProperty('authorization')
    })

    it('uses up the password', async () => {
      const otp = await issueOtp(gateway)
      expect((await book(gateway, { otp, path })).status).toBe(200)
      expect((await book(gateway, { otp, path })).status).toBe(401)
      expect(booked()).toHaveLength(1)
    })

    it.each([400, 403, 404, 409, 413, 415, 422])(
      'releases the password if the booking is rejected with %s',
      async (status) => {
        const otp = await issueOtp(gateway)
        gateway.appointments.respondWith({ status, body: { code: 'X' } })
        expect((await book(gateway, { otp, path, key: `rejected-${status}${path}` })).status).toBe(status)
        gateway.appointments.respondWith({ headers: about('a-1'), body: {} })
        expect((await book(gateway, { otp, path, key: `other-${status}${path}` })).status).toBe(200)
      },
    )

    it('releases the password if the gateway rejects the key or the size of the body', async () => {
      const otp = await issueOtp(gateway)
      expect((await book(gateway, { otp, path, key: 'a b' })).status).toBe(400)
      expect((await book(gateway, { otp, path, body: 'x'.repeat(100_001) })).status).toBe(413)
      expect((await book(gateway, { otp, path })).status).toBe(200)
    })

    it('replays the response for a retry with the same key', async () => {
      const otp = await issueOtp(gateway)
      const key = `same-${path}`
      const first = await book(gateway, { otp, path, key })
      const second = await book(gateway, { otp, path, key })
      expect(second.status).toBe(200)
      expect(second.headers['idempotency-replayed']).toBe('true')
      expect(second.json).toEqual(first.json)
      expect((await book(gateway, { otp, path, key: `${key}-2` })).status).toBe(401)
      expect(booked()).toHaveLength(1)
    })

    it('forwards the key to the service even if `Connection` lists it [H1.3]', async () => {
      const otp = await issueOtp(gateway)
      const named = 'Idempotency-Key, If-Match, Prefer, Authorization, x-request-id'
      const headers = {
        authorization: basic(otp.id, otp.code),
        'idempotency-key': `named-${path}`,
        'if-match': '"7"',
        prefer: 'handling=strict',
        'x-request-id': 'r-1',
        connection: named,
      }
      expect((await gateway.call(path, { method: 'POST', body: {}, headers })).status).toBe(200)
      const { connection: _, authorization: __, ...sent } = headers
      expect(booked()[0]?.headers).toMatchObject(sent)
      await gateway.call(path, { method: 'POST', body: { other: true }, headers })
      expect(booked()[1]?.headers).toMatchObject(sent)
    })

    it('passes the id and the application of the password, so that the service can reject it [H1.3]', async () => {
      const { id, code } = await issueOtp(gateway)
      gateway.appointments.respondWith({ status: 401, body: { code: 'OTP_INVALID' } })
      const rejected = await book(gateway, { otp: { id, code }, path })
      expect(rejected.status).toBe(401)
      expect(rejected.json).toMatchObject({ code: 'OTP_INVALID' })
      expect(rejected.headers['www-authenticate']).toBe('Basic realm="appointments-otp"')
      expect(booked()[0]?.caller).toMatchObject({ oneTimePassword: { id, applicationId: 'app-1' } })
    })

    it('forwards a retry to the service if its response is not stored', async () => {
      const otp = await issueOtp(gateway)
      gateway.appointments.respondWith({ body: {} })
      const key = `unmarked-${path}`
      await book(gateway, { otp, path, key })
      expect((await book(gateway, { otp, path, key })).status).toBe(200)
      expect((await book(gateway, { otp, path, key: `${key}-2` })).status).toBe(401)
      expect(booked()).toHaveLength(2)
    })

    it('replays the response after the password has expired', async () => {
      const otp = await issueOtp(gateway)
      const key = `late-${path}`
      await book(gateway, { otp, path, key })
      gateway.clock.pass(11 * MINUTE)
      expect((await book(gateway, { otp, path, key })).headers['idempotency-replayed']).toBe('true')
    })

    it('is 401 with a wrong code of a used password, even with the same key', async () => {
      const otp = await issueOtp(gateway)
      const key = `stolen-${path}`
      await book(gateway, { otp, path, key })
      expect((await book(gateway, { otp: { id: otp.id, code: otp.wrong }, path, key })).status).toBe(401)
    })

    it('is 401 through the other version with the same key', async () => {
      const otp = await issueOtp(gateway)
      const other = path.includes('v2') ? '/api/appointments/basic' : '/api/v2/appointments/basic'
      await book(gateway, { otp, path, key: 'both' })
      expect((await book(gateway, { otp, path: other, key: 'both' })).status).toBe(401)
    })

    it('succeeds for only one of several parallel requests', async () => {
      const otp = await issueOtp(gateway)
      const tries = Array.from({ length: 5 }, (_, n) => book(gateway, { otp, path, key: `race-${n}${path}` }))
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(booked()).toHaveLength(1)
    })
  },
)

describe('a booking with an unknown outcome', () => {
  it.each([
    ['fails', { status: 500 }],
    ['is-unavailable', { status: 503 }],
  ])('blocks its password for other bookings: the service %s', async (kind, failure) => {
    const otp = await issueOtp(gateway)
    gateway.appointments.respondWith(failure)
    expect((await book(gateway, { otp, key: kind })).status).toBe(failure.status)
    gateway.appointments.respondWith({ headers: about('a-1'), body: {} })
    expect((await book(gateway, { otp, key: `not-${kind}` })).status).toBe(401)
    expect((await book(gateway, { otp })).status).toBe(401)
  })

  it('may be retried with its key until it succeeds', async () => {
    const otp = await issueOtp(gateway)
    const again = () => book(gateway, { otp, key: 'unsettled' })
    gateway.appointments.respondWith({ status: 500 })
    await again()
    gateway.clock.pass(15 * MINUTE)
    await again()
    gateway.appointments.respondWith({ headers: about('a-1'), body: {} })
    expect((await again()).status).toBe(200)
    expect((await again()).headers['idempotency-replayed']).toBe('true')
  })

  it('does not release its password if a retry is rejected', async () => {
    const otp = await issueOtp(gateway)
    gateway.appointments.respondWith({ status: 500 })
    await book(gateway, { otp, key: 'unsettled-2' })
    gateway.appointments.respondWith({ status: 409, body: { code: 'REQUEST_IN_PROGRESS' } })
    expect((await book(gateway, { otp, key: 'unsettled-2' })).status).toBe(409)
    gateway.appointments.respondWith({ headers: about('a-1'), body: {} })
    expect((await book(gateway, { otp, key: 'another' })).status).toBe(401)
    expect((await book(gateway, { otp, key: 'unsettled-2' })).status).toBe(200)
  })

  it('releases the password if the service was never reached', async () => {
    const own = await start()
    const otp = await issueOtp(own)
    await own.appointments.stop()
    expect((await book(own, { otp, key: 'one' })).status).toBe(503)
    // 503 and not 401: the second booking fails because of the service, not because of the password
    expect((await book(own, { otp, key: 'two' })).status).toBe(503)
    await own.stop()
  })

  it('is 409 for a retry while it is in progress', async () => {
    const otp = await issueOtp(gateway)
    let release = () => {}
    gateway.appointments.respondWith((_arrival, response) => {
      release = () => response.writeHead(200, about('a-1')).end('{}')
      return undefined
    })
    const first = book(gateway, { otp, key: 'slow' })
    await expect.poll(() => booked()).toHaveLength(1)
    const repeat = await book(gateway, { otp, key: 'slow' })
    expect(repeat.status).toBe(409)
    expect(repeat.json).toMatchObject({ code: 'REQUEST_IN_PROGRESS' })
    expect((await book(gateway, { otp, key: 'other' })).status).toBe(401)
    release()
    expect((await first).status).toBe(200)
  })
})

describe('holding a time with a verified password', () => {
  const hold = (id: string, at = gateway) =>
    at.call('/api/v2/availability/holds', {
      method: 'POST',
      body: {},
      headers: { 'x-otp-verification-id': id },
    })
  const verified = async (at = gateway) => {
    const otp = await issueOtp(at)
    const { id, code, to } = otp
    expect((await verify(at, { verificationId: id, to, code })).status).toBe(204)
    return otp
  }

  it('is possible any number of times while the password can book', async () => {
    const { id, code, to } = await verified()
    for (let n = 0; n < 2; n += 1) expect((await hold(id)).status).toBe(200)
    gateway.appointments.respondWith({ status: 409, body: {} })
    expect((await book(gateway, { otp: { id, code }, key: 'k' })).status).toBe(409)
    gateway.appointments.respondWith({ body: {} })
    expect((await hold(id)).status).toBe(200)
    expect(booked().at(-1)?.caller).toEqual({
      roles: [],
      verifiedContact: { channel: 'EMAIL', to },
      oneTimePassword: { id, applicationId: 'app-1' },
    })
  })

  it('is 401 before the code is verified', async () => {
    const { id } = await issueOtp(gateway)
    expect(await hold(id)).toMatchObject({ status: 401, json: { code: 'OTP_INVALID' } })
  })

  it.each([
    ['has succeeded', { headers: about('a-1'), body: {} }],
    ['has an unknown outcome', { status: 503, body: {} }],
  ])('is 401 after a booking that %s', async (_kind, outcome) => {
    const otp = await verified()
    gateway.appointments.respondWith(outcome)
    await book(gateway, { otp, key: 'k' })
    gateway.reset()
    expect(await hold(otp.id)).toMatchObject({ status: 401, json: { code: 'OTP_INVALID' } })
    expect(gateway.arrivals()).toEqual([])
  })

  it('is 401 after the password has expired, even if the store has kept it', async () => {
    // the store keeps everything, because its own clock does not advance
    const own = await start({}, createInProcessKeyValue(createTestClock()))
    const { id } = await verified(own)
    own.clock.pass(10 * MINUTE - 1)
    expect((await hold(id, own)).status).toBe(200)
    own.clock.pass(1)
    expect(await hold(id, own)).toMatchObject({ status: 401, json: { code: 'OTP_INVALID' } })
    await own.stop()
  })
})

describe('booking by a client [5.10]', () => {
  const byClient = (headers: Record<string, string>, client = CLIENT) =>
    gateway.call('/api/v2/appointments/basic', {
      method: 'POST',
      body: {},
      headers: { authorization: basic(client.id, client.secret), ...headers },
    })

  it('needs the code or a password verified before', async () => {
    const { id, code, to } = await issueOtp(gateway)
    expect((await byClient({ 'x-otp-verification-id': id })).status).toBe(401)
    expect((await byClient({ 'x-otp-verification-id': id, 'x-otp-code': '000' })).status).toBe(401)
    expect((await byClient({ 'x-otp-verification-id': id, 'x-otp-code': code })).status).toBe(200)
    expect(booked()[0]?.caller).toEqual({
      roles: [],
      clientId: 'crm',
      verifiedContact: { channel: 'EMAIL', to },
      oneTimePassword: { id, applicationId: 'app-1' },
    })

    const other = await issueOtp(gateway)
    await verify(gateway, { verificationId: other.id, to: other.to, code: other.code })
    expect((await byClient({ 'x-otp-verification-id': other.id })).status).toBe(200)
    expect((await byClient({ 'x-otp-verification-id': other.id })).status).toBe(401)
  })

  it('belongs to the organization of the client', async () => {
    const clients = 'org-1=crm:secret-of-the-crm-0123,org-2=crm:secret-of-the-crm-4567'
    const own = await start({ BASIC_CLIENTS: clients, TENANCY: 'required' })
    const bookedBy = async (secret: string) => {
      const { id, code } = await issueOtp(own)
      const authorization = basic('crm', secret)
      const headers = { authorization, 'x-otp-verification-id': id, 'x-otp-code': code }
      await own.call('/api/v2/appointments/basic', { method: 'POST', body: {}, headers })
      await own.call('/api/appointments/count', { headers: { authorization } })
      return own.appointments.arrivals.splice(0).map(({ caller }) => caller)
    }
    const of = (organizationId: string) => ({ roles: [], clientId: 'crm', organizationId })
    expect(await bookedBy('secret-of-the-crm-0123')).toMatchObject([of('org-1'), of('org-1')])
    expect(await bookedBy('secret-of-the-crm-4567')).toMatchObject([of('org-2'), of('org-2')])
    await own.stop()
  })

  it('ignores a client that a changed secret adds without the organization it needs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-'))
    const file = join(folder, 'clients')
    writeFileSync(file, 'org-1=crm:secret-of-the-crm-0123')
    const own = await start({ BASIC_CLIENTS_FILE: file, TENANCY: 'required' })
    const countedBy = async (id: string, secret: string) => {
      const headers = { authorization: basic(id, secret) }
      return (await own.call('/api/appointments/count', { headers })).headers['ratelimit-limit']
    }
    const ofAddress = await countedBy('unknown', 'secret-of-the-lms-0123')
    writeFileSync(file, 'org-1=erp:secret-of-the-erp-0123,lms:secret-of-the-lms-0123')
    await expect.poll(() => countedBy('erp', 'secret-of-the-erp-0123')).not.toBe(ofAddress)
    expect(await countedBy('lms', 'secret-of-the-lms-0123')).toBe(ofAddress)
    await own.stop()
    rmSync(folder, { recursive: true })
  })

  it('keeps a password verified if the booking is rejected', async () => {
    const { id, code, to } = await issueOtp(gateway)
    await verify(gateway, { verificationId: id, to, code })
    gateway.appointments.respondWith({ status: 409, body: {} })
    expect((await byClient({ 'x-otp-verification-id': id })).status).toBe(409)
    gateway.appointments.respondWith({ body: {} })
    expect((await byClient({ 'x-otp-verification-id': id })).status).toBe(200)
  })

  it.each([
    ['a wrong secret', { id: 'crm', secret: 'another-secret-0123456' }],
    ['an unknown client', { id: 'erp', secret: CLIENT.secret }],
    ['an empty secret', { id: 'crm', secret: '' }],
  ])('is 401 with %s', async (_kind, client) => {
    const { id, code } = await issueOtp(gateway)
    expect((await byClient({ 'x-otp-verification-id': id, 'x-otp-code': code }, client)).status).toBe(401)
    expect((await byClient({}, client)).status).toBe(401)
    expect(booked()).toHaveLength(0)
  })
})

describe('removing an appointment that was booked with a password', () => {
  it('removes the stored address as well', async () => {
    const store = createInProcessKeyValue(createTestClock())
    const own = await start({}, store)
    own.appointments.respondWith({ headers: about('a-77'), body: {} })
    const otp = await issueOtp(own)
    await book(own, { otp, key: 'k' })
    expect(await store.get(`otp:${otp.id}`)).toContain(otp.to)
    own.appointments.respondWith({ status: 204 })
    await own.call('/api/v2/appointments/a-77', { method: 'DELETE', token: tokenOf('ROLE_AGENT') })
    expect(await store.get(`otp:${otp.id}`)).toBeUndefined()
    expect((await book(own, { otp, key: 'k' })).status).toBe(401)
    await own.stop()
  })

  it('removes the stored address even if the response to the removal is late', async () => {
    const store = createInProcessKeyValue(createTestClock())
    const own = await start({ DEADLINE_MS: '2000' }, store)
    own.appointments.respondWith({ headers: about('a-78'), body: {} })
    const otp = await issueOtp(own)
    expect((await book(own, { otp, key: 'k' })).status).toBe(200)
    own.appointments.respondWith(() => undefined)
    const removal = { method: 'DELETE', token: tokenOf('ROLE_AGENT') }
    expect((await own.call('/api/v2/appointments/a-78', removal)).status).toBe(504)
    expect(await store.get(`otp:${otp.id}`)).toBeUndefined()
    await own.stop()
  })

  it.each(['/api/v2/appointments', '/api/appointments'])(
    'removes the stored address also if only a participant is removed at %s',
    async (base) => {
      const store = createInProcessKeyValue(createTestClock())
      const own = await start({}, store)
      own.appointments.respondWith({ headers: about('a-79'), body: {} })
      const otp = await issueOtp(own)
      await book(own, { otp, key: 'k' })
      const removal = { method: 'DELETE', token: tokenOf('ROLE_SUPERVISOR') }
      own.participants.respondWith({ status: 409, body: {} })
      await own.call(`${base}/a-79/participants/p-1`, removal)
      expect(await store.get(`otp:${otp.id}`)).toContain(otp.to)
      own.participants.respondWith({ body: {} })
      expect((await own.call(`${base}/a-79/participants/p-1`, removal)).status).toBe(200)
      expect(await store.get(`otp:${otp.id}`)).toBeUndefined()
      // the appointment still exists, so what is stored about it later stays
      const later = await issueOtp(own)
      await book(own, { otp: later, key: 'l' })
      expect(await store.get(`otp:${later.id}`)).toContain(later.to)
      await own.stop()
    },
  )

  it('is not needed after a booking without a key, which removes the address immediately', async () => {
    const store = createInProcessKeyValue(createTestClock())
    const own = await start({}, store)
    const otp = await issueOtp(own)
    expect((await book(own, { otp })).status).toBe(200)
    expect(await store.get(`otp:${otp.id}`)).toBeUndefined()
    await own.stop()
  })
})

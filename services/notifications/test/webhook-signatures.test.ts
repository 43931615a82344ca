import { createPublicKey, generateKeyPairSync, verify, type JsonWebKey } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller, WebhookKey } from '@appointments/contracts'
import { startWebhookReceiver, type WebhookDelivery, type WebhookReceiver } from '@appointments/testing'
import { anApplication, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
let receiver: WebhookReceiver
beforeAll(async () => {
  service = await runNotifications({ withSmtp: false, withTwilio: false })
})
afterAll(() => service.stop())
afterEach(() => receiver.stop())

const BASE = '/api/v2/webhook-endpoints'
const caller: Caller = { roles: ['ROLE_CLIENT_SERVICE'] }

const keysOf = async (running: Running): Promise<WebhookKey[]> =>
  (JSON.parse((await running.call('GET', '/api/v2/webhook-keys')).text) as { keys: WebhookKey[] }).keys

async function listening(signature: string, running = service) {
  const application = await running.know(anApplication())
  receiver = await startWebhookReceiver()
  const { body } = await running.call('POST', BASE, {
    caller,
    body: { applicationId: application.id, url: receiver.url, signature },
  })
  return {
    application,
    id: body.id,
    secret: body.secret,
    endpoint: body as unknown as { publicKey?: string },
  }
}

async function delivered(signature: string, running = service) {
  const made = await listening(signature, running)
  const { event, appointment } = scheduled(made.application)
  await running.publish(event)
  await running.quiet(appointment.id)
  const { id } = await running.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')
  const delivery = await receiver.waitFor(({ headers }) => headers['webhook-id'] === id)
  return { ...made, delivery }
}

/** Verifies like a receiver that has only a published key. */
const holds = ({ headers, body }: WebhookDelivery, key: WebhookKey): boolean => {
  const publicKey = createPublicKey({ key: key as unknown as JsonWebKey, format: 'jwk' })
  const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  return headers['webhook-signature']!.split(' ')
    .filter((one) => one.startsWith('v1a,'))
    .some((one) => verify(null, content, publicKey, Buffer.from(one.slice(4), 'base64')))
}
const kinds = ({ headers }: WebhookDelivery) =>
  headers['webhook-signature']!.split(' ').map((one) => one.split(',')[0])

describe('v1a signatures', () => {
  it('verify only with the published key, over the exact bytes sent', async () => {
    const { delivery, endpoint } = await delivered('v1a')
    const [key] = await keysOf(service)
    expect(kinds(delivery)).toEqual(['v1a'])
    expect(holds(delivery, key!)).toBe(true)
    expect(holds({ ...delivery, body: `${delivery.body} ` }, key!)).toBe(false)
    const later = { ...delivery.headers, 'webhook-timestamp': '1' }
    expect(holds({ ...delivery, headers: later }, key!)).toBe(false)
    expect(endpoint.publicKey).toBe(key!.whpk)
    expect(Buffer.from(key!.whpk.slice(5), 'base64')).toEqual(Buffer.from(key!.x, 'base64url'))
  })

  it('accompany those of the secret if both are configured', async () => {
    const { delivery, secret } = await delivered('both')
    const [key] = await keysOf(service)
    expect(kinds(delivery)).toEqual(['v1', 'v1a'])
    expect(holds(delivery, key!)).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'], now: Number(delivery.headers['webhook-timestamp']) * 1000 })
    try {
      // the standard library skips signatures of unknown kinds
      expect(() => new Webhook(secret).verify(delivery.body, delivery.headers)).not.toThrow()
    } finally {
      vi.useRealTimers()
    }
  })

  it('are omitted unless configured', async () => {
    const { delivery, endpoint } = await delivered('v1')
    expect(kinds(delivery)).toEqual(['v1'])
    expect(endpoint).not.toHaveProperty('publicKey')
  })

  it('use both the new and the previous key during a rotation', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
    const whole = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
    const replacing = await runNotifications({
      env: {
        WEBHOOK_SIGNING_KEY: `whsk_${whole.toString('base64')}`,
        WEBHOOK_PREVIOUS_SIGNING_KEY: 'derived',
      },
      withSmtp: false,
      withTwilio: false,
    })
    try {
      const { delivery } = await delivered('v1a', replacing)
      const keys = await keysOf(replacing)
      expect(keys.map(({ x: published }) => published)).toEqual([x, (await keysOf(service))[0]!.x])
      expect(kinds(delivery)).toEqual(['v1a', 'v1a'])
      expect(keys.map((key) => holds(delivery, key))).toEqual([true, true])
    } finally {
      await replacing.stop()
    }
  })

  it.each(['whsk_short', 'whpk_AAAA', 'secret'])('reject the signing key %s', async (text) => {
    receiver = await startWebhookReceiver()
    await expect(
      runNotifications({ env: { WEBHOOK_SIGNING_KEY: text }, withSmtp: false, withTwilio: false }),
    ).rejects.toThrow(/WEBHOOK_SIGNING_KEY/)
  })
})

describe('testing whether a receiver verifies signatures', () => {
  const test = async (id: string, body?: object) =>
    JSON.parse((await service.call('POST', `${BASE}/${id}/test`, { caller, body })).text) as object

  it('recognizes a receiver that verifies them', async () => {
    const { id, secret } = await listening('v1')
    const port = Number(new URL(receiver.url).port)
    await receiver.stop()
    // rejects webhooks that do not verify, as it should
    receiver = await startWebhookReceiver({ secret, anyAge: true, port, rejectsForged: true })
    expect(await test(id, { checkRejection: true })).toMatchObject({
      status: 'DELIVERED',
      rejectsTampered: true,
    })
    expect(receiver.deliveries().map(({ verified }) => verified)).toEqual([true, false])
    const [signed, tampered] = receiver.deliveries()
    expect(signed!.headers['webhook-id']).not.toBe(tampered!.headers['webhook-id'])
  })

  it("recognizes a receiver that accepts anything, without changing the endpoint's state", async () => {
    const { id } = await listening('v1a')
    expect(await test(id, { checkRejection: true })).toMatchObject({
      status: 'DELIVERED',
      rejectsTampered: false,
    })
    receiver.script({ status: 200 }, { status: 500 })
    expect(await test(id, { checkRejection: true })).toMatchObject({ rejectsTampered: true })
    expect((await service.call('GET', `${BASE}/${id}`, { caller })).body.state).toBe('ACTIVE')
  })

  it('reports nothing without a response, and sends one webhook if the check is not requested', async () => {
    const { id } = await listening('v1')
    receiver.script({ status: 200 }, { does: 'reset' })
    expect(await test(id, { checkRejection: true })).not.toHaveProperty('rejectsTampered')
    receiver.clear()
    expect(await test(id)).not.toHaveProperty('rejectsTampered')
    expect(receiver.deliveries()).toHaveLength(1)
  })
})

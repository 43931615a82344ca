import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWebhookReceiver } from '@appointments/testing'
import type { WebhookReceiver } from '@appointments/testing'

const secret = `whsec_${btoa('a secret that is long enough')}`
let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = await startWebhookReceiver({ secret })
})
afterEach(() => receiver.stop())

const signed = (body: string, key = secret, at = new Date()) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': `v1,c29tZXRoaW5nIGVsc2U= ${new Webhook(key).sign('msg_1', at, body)}`,
})

const post = (path = '/hook', headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
  fetch(receiver.url + path, { method: 'POST', body: '{"a":1}', headers, redirect: 'manual', signal })

describe('the webhook receiver', () => {
  it('records a delivery and verifies its signature', async () => {
    const response = await post('/hook?x=1', signed('{"a":1}'))
    expect(response.status).toBe(200)
    expect(receiver.deliveries()).toMatchObject([
      {
        method: 'POST',
        path: '/hook?x=1',
        body: '{"a":1}',
        verified: true,
        headers: { 'webhook-id': 'msg_1' },
      },
    ])
    expect(receiver.deliveries()[0]).not.toHaveProperty('error')
  })

  it.each([
    { forgery: 'no signature', headers: () => ({}), error: 'Missing required headers' },
    {
      forgery: 'another secret',
      headers: () => signed('{"a":1}', btoa('somebody else entirely')),
      error: 'No matching signature found',
    },
    { forgery: 'another body', headers: () => signed('{"a":2}'), error: 'No matching signature found' },
    {
      forgery: 'an old timestamp',
      headers: () => signed('{"a":1}', secret, new Date(Date.now() - 3_600_000)),
      error: 'Message timestamp too old',
    },
  ])('does not verify a delivery with $forgery', async ({ headers, error }) => {
    await post('/hook', headers())
    expect(receiver.deliveries()).toMatchObject([{ verified: false, error }])
  })

  it('verifies a signature of any age with anyAge', async () => {
    await receiver.stop()
    receiver = await startWebhookReceiver({ secret, anyAge: true })
    const inAYear = new Date(Date.now() + 365 * 86_400_000)
    await post('/hook', signed('{"a":1}', secret, inAYear))
    await post('/hook', signed('{"a":2}', secret, inAYear))
    await post('/hook')
    expect(receiver.deliveries().map(({ verified }) => verified)).toEqual([true, false, false])
  })

  it('responds in the order of its script, then with 200', async () => {
    receiver.script(
      { status: 500, times: 2 },
      { status: 410 },
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 307, headers: { location: '/elsewhere' }, body: 'moved' },
      { status: 503, path: '/other' },
    )
    const responses = []
    for (let attempt = 1; attempt <= 6; attempt += 1) responses.push(await post())
    expect(responses.map(({ status }) => status)).toEqual([500, 500, 410, 429, 307, 200])
    expect(responses[3]!.headers.get('retry-after')).toBe('7')
    expect(responses[4]!.headers.get('location')).toBe('/elsewhere')
    expect(await responses[4]!.text()).toBe('moved')
    expect((await post('/other')).status).toBe(503)
  })

  it('can reset the connection after reading', async () => {
    receiver.script({ does: 'reset' })
    await expect(post()).rejects.toThrow()
    expect(receiver.deliveries()).toHaveLength(1)
  })

  it('can leave a request without a response', async () => {
    receiver.script({ does: 'hang' })
    const given = new AbortController()
    const response = post('/hook', {}, given.signal)
    await receiver.waitFor(({ path }) => path === '/hook')
    given.abort()
    await expect(response).rejects.toThrow('aborted')
  })

  it('can send a body slowly', async () => {
    receiver.script({ does: 'slow body', body: 'drip', pauseMs: 5 })
    const chunks: string[] = []
    for await (const chunk of (await post()).body!) chunks.push(Buffer.from(chunk as Uint8Array).toString())
    expect(chunks.join('')).toBe('drip')
    expect(chunks.length).toBeGreaterThan(1)
  })

  it('can send an endless body', async () => {
    receiver.script({ does: 'endless body' })
    const reader = (await post()).body!.getReader() as ReadableStreamDefaultReader<Uint8Array>
    let bytes = 0
    while (bytes < 20_000_000) bytes += (await reader.read()).value?.length ?? 0
    await reader.cancel()
    expect((await post()).status).toBe(200)
  })

  it('waits for a delivery that arrives later', async () => {
    const awaited = receiver.waitFor(({ path }) => path === '/late')
    await post('/late')
    expect((await awaited).path).toBe('/late')
  })
})

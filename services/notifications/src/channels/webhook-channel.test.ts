import { lookup, type LookupAddress } from 'node:dns'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '@appointments/runtime'
import { startWebhookReceiver } from '@appointments/testing'
import type { WebhookRequest } from '../messages/webhooks/webhook.ts'
import type { Resolve } from '@appointments/outbound'
import { webhookChannel } from './webhook-channel.ts'

const requestTo = (url: string, more: Partial<WebhookRequest> = {}): WebhookRequest => ({
  endpointId: url,
  applicationId: 'app',
  url,
  body: '{}',
  headers: { 'content-type': 'application/json' },
  timeoutMs: 2000,
  ...more,
})
const BLOCKED = { kind: 'permanent', providerStatus: 'BLOCKED_ADDRESS' }

/** Resolves names from a table, one list of addresses per lookup; the last list is repeated. */
function resolverOf(names: Record<string, string[][]>) {
  const resolved: string[] = []
  const resolve: Resolve = (hostname, options, callback) => {
    resolved.push(hostname)
    const lists = names[hostname]
    if (!lists) {
      lookup(hostname, options, callback)
      return
    }
    const addresses = (lists.length > 1 ? lists.shift() : lists[0]) ?? []
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { resolve, resolved }
}

describe('blocked addresses', () => {
  it.each([
    // loopback in every spelling that a URL allows
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://１２７.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://localhost/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::]/',
    // IPv4 inside IPv6
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[2002:7f00:1::]/',
    // private, shared, link-local, metadata, test, multicast and reserved networks
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://172.31.255.254/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://192.0.0.1/',
    'https://192.0.2.1/',
    'https://192.88.99.1/',
    'https://198.18.0.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
    'https://[100::1]/',
    'https://[5f00::1]/',
    // the URL itself
    'http://example.com/',
    'https://example.com:8443/',
    'https://example.com:22/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'nonsense',
    // names that resolve to blocked addresses
    'https://inside.test/',
    'https://inside6.test/',
    'https://mapped.test/',
    'https://every.test/',
  ])('rejects %s', async (url) => {
    const { resolve } = resolverOf({
      'inside.test': [['10.0.0.7']],
      'inside6.test': [['fd00::7']],
      'mapped.test': [['::ffff:127.0.0.1']],
      'every.test': [['127.0.0.1', '::1', '169.254.169.254']],
      localhost: [['127.0.0.1', '::1']],
    })
    const channel = webhookChannel({ allowPrivate: false, clock: systemClock, resolve })
    expect(await channel.send(requestTo(url))).toMatchObject(BLOCKED)
    channel.close()
  })

  it('are checked when connecting, so a name cannot be rebound in between', async () => {
    // allowed (but unreachable) on the first lookup, blocked on the second: the checked address is the one called
    const { resolve, resolved } = resolverOf({ 'rebinding.test': [['2a0f:ffff::1'], ['127.0.0.1']] })
    const channel = webhookChannel({
      allowPrivate: false,
      clock: systemClock,
      resolve,
      connectLimitMs: 100,
    })
    const first = await channel.send(requestTo('https://rebinding.test/', { timeoutMs: 300 }))
    expect(first).not.toMatchObject(BLOCKED)
    expect(resolved).toHaveLength(1)
    expect(await channel.send(requestTo('https://rebinding.test/'))).toMatchObject(BLOCKED)
    channel.close()
  })
})

describe('a webhook', () => {
  it('fails if there is no connection within the limit', async () => {
    const channel = webhookChannel({
      allowPrivate: false,
      clock: systemClock,
      // a resolver that never calls back: the connection is never made
      resolve: () => undefined,
      connectLimitMs: 50,
    })
    const outcome = await channel.send(requestTo('https://slow.test/', { timeoutMs: 20_000 }))
    expect(outcome).toMatchObject({
      kind: 'transient',
      providerStatus: 'ETIMEDOUT',
      message: 'no connection in time',
      leastDelayMs: 60_000,
    })
    channel.close()
  })

  it('keeps the beginning of the response and stops reading a body that is too large', async () => {
    const receiver = await startWebhookReceiver()
    const channel = webhookChannel({ allowPrivate: true, clock: systemClock })
    receiver.script(
      { status: 500, body: `a\u0000b${'é'.repeat(4000)}` },
      { status: 200, body: 'x'.repeat(70_000) },
    )
    const { response } = await channel.send(requestTo(receiver.url))
    expect(response?.status).toBe(500)
    expect(Buffer.byteLength(response!.body)).toBeLessThanOrEqual(2050)
    expect(response!.body).toMatch(/^abé+/)
    const second = await channel.send(requestTo(receiver.url))
    expect(second).toMatchObject({ kind: 'transient' })
    expect(second).not.toHaveProperty('response')
    channel.close()
    await receiver.stop()
  })
})

describe('an endpoint that fails ten times in a minute', () => {
  it('is not called for a minute, while other endpoints and tests are still called', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    const receiver = await startWebhookReceiver()
    const channel = webhookChannel({ allowPrivate: true, clock: systemClock })
    const failing = requestTo(receiver.url, { endpointId: 'failing' })
    try {
      receiver.script(...Array.from({ length: 10 }, () => ({ status: 503 })))
      for (let calls = 1; calls <= 10; calls += 1)
        expect(await channel.send(failing)).toMatchObject({ kind: 'transient', providerStatus: 'HTTP_503' })

      expect(await channel.send(failing)).toMatchObject({ kind: 'unavailable' })
      expect(receiver.deliveries()).toHaveLength(10)
      const other = requestTo(receiver.url, { endpointId: 'other' })
      expect(await channel.send(other)).toMatchObject({ kind: 'delivered' })
      expect(await channel.test(failing)).toMatchObject({ kind: 'delivered' })
      expect(receiver.deliveries()).toHaveLength(12)

      vi.advanceTimersByTime(59_000)
      expect(await channel.send(failing)).toMatchObject({ kind: 'unavailable' })
      vi.advanceTimersByTime(2000)
      expect(await channel.send(failing)).toMatchObject({ kind: 'delivered' })
      expect(await channel.send(failing)).toMatchObject({ kind: 'delivered' })
      expect(receiver.deliveries()).toHaveLength(14)
    } finally {
      channel.close()
      vi.useRealTimers()
      await receiver.stop()
    }
  })
})

describe('a proxy set in the environment', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('receives no webhook, because the address guard would check only the address of the proxy', async () => {
    const [receiver, proxy] = [await startWebhookReceiver(), await startWebhookReceiver()]
    for (const name of ['http_proxy', 'https_proxy', 'all_proxy']) {
      vi.stubEnv(name, proxy.url)
      vi.stubEnv(name.toUpperCase(), proxy.url)
    }
    for (const name of ['no_proxy', 'NO_PROXY']) vi.stubEnv(name, '')
    const channel = webhookChannel({ allowPrivate: true, clock: systemClock })
    const outcome = await channel.send(requestTo(receiver.url))
    channel.close()
    expect(outcome.kind).toBe('delivered')
    expect([receiver.deliveries().length, proxy.deliveries().length]).toEqual([1, 0])
    await Promise.all([receiver.stop(), proxy.stop()])
  })
})

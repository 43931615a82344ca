import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from 'redis'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Secret, silentLog, type Log } from '@appointments/runtime'
import { freePort } from '@appointments/testing/free-port'
import { ownServer } from '@appointments/testing'
import { createInProcessKeyValue } from '../src/key-value/in-process.ts'
import { KeyValueUnavailable, type KeyValue } from '../src/key-value/key-value.ts'
import { connectRedis } from '../src/key-value/redis.ts'
import { createTestClock } from './support/gateway.ts'

const REDIS_URL = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
const isRequired = process.env.REQUIRE_REAL_BACKENDS === '1'
const hasRedis = await canReach(REDIS_URL)
if (!hasRedis && !isRequired) console.warn(`skipped: no Redis responds at ${new URL(REDIS_URL).host}`)

async function canReach(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { connectTimeout: 500, reconnectStrategy: false } })
  client.on('error', () => {})
  return client.connect().then(
    () => {
      client.destroy()
      return true
    },
    () => false,
  )
}

interface Adapter {
  start: () => Promise<{ keyValue: KeyValue; pass: (ms: number) => void }>
}

const adapters: Record<string, Adapter & { skip: boolean }> = {
  'in memory': {
    skip: false,
    start: () => {
      const clock = createTestClock()
      return Promise.resolve({ keyValue: createInProcessKeyValue(clock), pass: clock.pass })
    },
  },
  'over Redis': {
    skip: !hasRedis && !isRequired,
    start: async () => ({
      keyValue: await connectRedis(REDIS_URL, { log: silentLog, prefix: `test:${randomUUID()}:` }),
      // Redis expires keys in real time
      pass: () => {},
    }),
  },
}

describe.each(Object.entries(adapters))('a key-value store %s', (_name, { skip, start }) => {
  describe.skipIf(skip)('fulfils the contract of the port', () => {
    let keyValue: KeyValue
    let pass: (ms: number) => void
    beforeAll(async () => {
      ;({ keyValue, pass } = await start())
    })
    afterAll(async () => keyValue.close())
    let key: string
    beforeEach(() => {
      key = randomUUID()
    })
    const LONG = 60_000
    /** Retries an expectation until it holds; each attempt advances the clock of the store in memory. */
    const eventually = (expectation: () => Promise<void>) =>
      vi.waitFor(
        () => {
          pass(20)
          return expectation()
        },
        { timeout: 10_000, interval: 20 },
      )

    it('gets, sets and deletes a value', async () => {
      expect(await keyValue.get(key)).toBeUndefined()
      await keyValue.set(key, 'one', LONG)
      expect(await keyValue.get(key)).toBe('one')
      await keyValue.set(key, '', LONG)
      expect(await keyValue.get(key)).toBe('')
      await keyValue.delete(key)
      expect(await keyValue.get(key)).toBeUndefined()
      await keyValue.delete(key)
    })

    it('keeps any text unchanged', async () => {
      const text = JSON.stringify({ a: 'é\u0000\n"', b: '😀' })
      await keyValue.set(key, text, LONG)
      expect(await keyValue.get(key)).toBe(text)
    })

    it('forgets a value after its time to live', async () => {
      await keyValue.set(key, 'one', 40)
      await eventually(async () => expect(await keyValue.get(key)).toBeUndefined())
      expect(await keyValue.replace(key, undefined, 'two', LONG)).toBe(true)
    })

    it('replaces if no value is expected and there is none', async () => {
      expect(await keyValue.replace(key, undefined, 'one', LONG)).toBe(true)
      expect(await keyValue.replace(key, undefined, 'two', LONG)).toBe(false)
      expect(await keyValue.get(key)).toBe('one')
    })

    it('replaces only the expected value', async () => {
      expect(await keyValue.replace(key, 'one', 'two', LONG)).toBe(false)
      expect(await keyValue.get(key)).toBeUndefined()
      await keyValue.set(key, 'one', LONG)
      expect(await keyValue.replace(key, 'zero', 'two', LONG)).toBe(false)
      expect(await keyValue.replace(key, '', 'two', LONG)).toBe(false)
      expect(await keyValue.replace(key, 'one', 'two', LONG)).toBe(true)
      expect(await keyValue.get(key)).toBe('two')
    })

    it('restarts the time to live with a replacement', async () => {
      await keyValue.set(key, 'one', LONG)
      await keyValue.replace(key, 'one', 'two', 40)
      await eventually(async () => expect(await keyValue.get(key)).toBeUndefined())
    })

    it('lets only one of many concurrent replacements succeed', async () => {
      await keyValue.set(key, 'free', LONG)
      const tries = Array.from({ length: 20 }, (_, n) => keyValue.replace(key, 'free', `taken by ${n}`, LONG))
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    })

    it('increments atomically and returns the remaining time', async () => {
      const first = await keyValue.increment(key, LONG)
      expect(first.count).toBe(1)
      expect(first.expiresInMs).toBeGreaterThan(LONG - 10_000)
      expect(first.expiresInMs).toBeLessThanOrEqual(LONG)
      const counts = await Promise.all(Array.from({ length: 20 }, () => keyValue.increment(key, LONG)))
      expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, n) => n + 2),
      )
    })

    it('increments by more than one', async () => {
      expect((await keyValue.increment(key, LONG, 6)).count).toBe(6)
      expect((await keyValue.increment(key, LONG)).count).toBe(7)
      expect((await keyValue.increment(key, LONG, 20)).count).toBe(27)
    })

    it('does not extend the time to live with an increment', async () => {
      await keyValue.increment(key, 60)
      await eventually(async () => expect((await keyValue.increment(key, 60)).count).toBe(1))
    })

    it('decrements a counter but creates none', async () => {
      await keyValue.decrement(key)
      expect(await keyValue.get(key)).toBeUndefined()
      await keyValue.increment(key, LONG)
      await keyValue.increment(key, LONG)
      await keyValue.decrement(key)
      const { count, expiresInMs } = await keyValue.increment(key, 1000)
      expect(count).toBe(2)
      expect(expiresInMs).toBeGreaterThan(1000)
    })

    it('does not restart the time to live after a decrement to zero', async () => {
      await keyValue.increment(key, 30_000)
      await keyValue.decrement(key)
      const { count, expiresInMs } = await keyValue.increment(key, LONG)
      expect(count).toBe(1)
      expect(expiresInMs).toBeLessThanOrEqual(30_000)
    })

    it('adds members to a set and takes them all', async () => {
      expect(await keyValue.takeMembers(key)).toEqual([])
      await keyValue.addMember(key, 'a', LONG)
      await keyValue.addMember(key, 'b', LONG)
      await keyValue.addMember(key, 'a', LONG)
      expect((await keyValue.takeMembers(key)).sort()).toEqual(['a', 'b'])
      expect(await keyValue.takeMembers(key)).toEqual([])
    })

    it('forgets a set after its time to live', async () => {
      await keyValue.addMember(key, 'a', 40)
      await eventually(async () => expect(await keyValue.takeMembers(key)).toEqual([]))
    })
  })
})

describe('the store in memory', () => {
  it('drops the oldest entries beyond its limit', async () => {
    const keyValue = createInProcessKeyValue(createTestClock(), 3)
    for (const key of ['a', 'b', 'c', 'd']) await keyValue.set(key, key, 1000)
    expect(await keyValue.get('a')).toBeUndefined()
    expect(await keyValue.get('d')).toBe('d')
  })
  it('sweeps expired entries', async () => {
    const clock = createTestClock()
    const keyValue = createInProcessKeyValue(clock, 3)
    await keyValue.set('lasting', '1', 1_000_000)
    await keyValue.set('short', '1', 10)
    await keyValue.set('short too', '1', 10)
    clock.pass(61_000)
    await keyValue.set('new', '1', 1000)
    await keyValue.set('newer', '1', 1000)
    expect(await keyValue.get('lasting')).toBe('1')
  })
})

it.skipIf(!hasRedis && !isRequired)(
  'a pause of this process does not make Redis count as unavailable',
  async () => {
    const keyValue = await connectRedis(REDIS_URL, { log: silentLog, prefix: `test:${randomUUID()}:` })
    const written = keyValue.set('k', 'v', 60_000)
    await Promise.resolve()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    await written
    expect(await keyValue.get('k')).toBe('v')
    await keyValue.close()
  },
)

/** A server in front of Redis, and the sockets that it has opened. */
function relayToRedis() {
  const { hostname, port } = new URL(REDIS_URL)
  const open = new Set<Socket>()
  const relay = createServer((client) => {
    const server = connect(Number(port || 6379), hostname)
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => {})
    }
  })
  return { relay, open }
}

describe('Redis that is unavailable', () => {
  const everyCall = (keyValue: KeyValue) => [
    keyValue.get('k'),
    keyValue.set('k', 'v', 1000),
    keyValue.replace('k', undefined, 'v', 1000),
    keyValue.increment('k', 1000),
    keyValue.decrement('k'),
    keyValue.delete('k'),
    keyValue.addMember('k', 'm', 1000),
    keyValue.takeMembers('k'),
  ]
  const expectUnavailable = async (keyValue: KeyValue) => {
    for (const outcome of await Promise.allSettled(everyCall(keyValue)))
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(KeyValueUnavailable)
  }

  it('from the start: fails every call', async () => {
    const keyValue = await connectRedis('redis://127.0.0.1:1', { log: silentLog })
    await expectUnavailable(keyValue)
    await keyValue.close()
  })

  it('because it hangs: fails every call without waiting for a response', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const keyValue = await connectRedis(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`, {
      log: silentLog,
    })
    await expectUnavailable(keyValue)
    await keyValue.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
  })

  it.skipIf(!hasRedis && !isRequired)(
    'because its password has changed: reconnects with the new one',
    async () => {
      const wrong = new URL(REDIS_URL)
      wrong.username = wrong.password = randomUUID()
      let url = wrong.href
      const keyValue = await connectRedis(new Secret(() => url), {
        log: silentLog,
        prefix: `test:${randomUUID()}:`,
      })
      await expectUnavailable(keyValue)
      url = REDIS_URL
      await vi.waitFor(() => keyValue.set('k', 'v', 60_000), { timeout: 10_000, interval: 50 })
      expect(await keyValue.get('k')).toBe('v')
      await keyValue.close()
    },
  )

  it.skipIf(!hasRedis && !isRequired)('for a while: serves calls again when it is back', async () => {
    const { relay, open } = relayToRedis()
    const listen = (at: number) => new Promise<void>((resolve) => relay.listen(at, '127.0.0.1', resolve))
    await listen(0)
    const { port: at } = relay.address() as AddressInfo
    const keyValue = await connectRedis(`redis://127.0.0.1:${at}`, {
      log: silentLog,
      prefix: `test:${randomUUID()}:`,
    })
    await keyValue.set('k', 'v', 60_000)

    const closed = new Promise((resolve) => relay.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
    await vi.waitFor(() => expectUnavailable(keyValue), { timeout: 10_000 })

    await listen(at)
    await expect.poll(() => keyValue.get('k')).toBe('v')
    await keyValue.close()
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => relay.close(resolve))
  })

  it.skipIf(!hasRedis && !isRequired)(
    'because its machine has vanished: serves calls over a new connection',
    async () => {
      const { relay, open } = relayToRedis()
      await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
      const { port: at } = relay.address() as AddressInfo
      const keyValue = await connectRedis(`redis://127.0.0.1:${at}`, {
        log: silentLog,
        prefix: `test:${randomUUID()}:`,
        silentMs: 500,
      })
      await keyValue.set('k', 'v', 60_000)
      // the connection stays open, but nothing arrives over it any more
      for (const socket of open) socket.unpipe().pause()
      await expect.poll(() => keyValue.get('k').catch(() => undefined)).toBe('v')
      await keyValue.close()
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => relay.close(resolve))
    },
  )
})

describe('a Redis that must keep everything', () => {
  const hasProgram = spawnSync('redis-server', ['--version']).status === 0

  it.skipIf(!hasProgram && !isRequired).each([
    ['volatile-ttl', 1],
    ['noeviction', 0],
  ])('with the policy %s causes %i warnings [H2.4]', async (policy, times) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'redis-'))
    const port = await freePort()
    const url = `redis://127.0.0.1:${port}`
    const server = ownServer({
      port,
      command: 'redis-server',
      args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', policy],
      cwd: folder,
      env: { PATH: process.env.PATH },
      logFile: path.join(folder, 'redis.log'),
      stopSignal: 'SIGTERM',
      probe: async () => {
        if (!(await canReach(url))) throw new Error('not yet')
      },
    })
    await server.start()
    const warnings: unknown[] = []
    const log = { ...silentLog, warn: (fields: unknown) => warnings.push(fields) } as unknown as Log
    const keyValue = await connectRedis(url, { log, mustKeepAll: true })
    // Redis responds in order, so the policy has been read by then
    await keyValue.set('k', 'v', 60_000)
    await expect.poll(() => warnings).toEqual(Array(times).fill({ policy }))
    await keyValue.close()
    await server.stop()
    await rm(folder, { recursive: true })
  })
})

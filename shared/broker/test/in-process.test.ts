import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Broker } from '../src/broker.ts'
import { createInProcessBroker } from '../src/in-process.ts'
import { aMessage, aTopology, recorder } from './bench.ts'
import type { MakeBench } from './bench.ts'
import { describeBroker } from './conformance.ts'

const benchInMemory: MakeBench = (options) => {
  let current: Broker | undefined
  return Promise.resolve({
    connect: async () => (current ??= await createInProcessBroker(options)),
    crash: () => Promise.reject(new Error('no message survives a crash')),
    dispose: async () => current?.close(),
  })
}

/** A crash leaves the files as they are at that moment, so the next broker receives a copy of them. */
const benchWithJournal: MakeBench = async (options) => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'))
  const brokers: Broker[] = []
  let lives = 0
  let current: Broker | undefined
  return {
    connect: async () => {
      if (current?.isUp()) return current
      current = await createInProcessBroker({ ...options, journalDirectory: join(folder, String(lives)) })
      brokers.push(current)
      return current
    },
    crash: async () => {
      await cp(join(folder, String(lives)), join(folder, String(lives + 1)), { recursive: true })
      lives += 1
      current = undefined
    },
    dispose: async () => {
      await Promise.all(brokers.map((broker) => broker.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describeBroker('the in-process broker in memory', benchInMemory, { outlivesCrash: false })
describeBroker('the in-process broker with a journal', benchWithJournal)

describe('the journal of the in-process broker', { timeout: 60_000 }, () => {
  let folder: string
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'journal-'))))
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const journalText = (exchange: string): Promise<string> =>
    readFile(join(folder, `${exchange}.jsonl`), 'utf8')

  it('is empty if no message is outstanding, and never holds a transient message', async () => {
    const { topology, orders } = aTopology()
    const broker = await createInProcessBroker({ topology, journalDirectory: folder })
    await broker.publish(aMessage({ body: 'canary' }))
    await broker.publish(aMessage({ type: 'code', body: 'secret', expiresInMs: 60_000 }))
    const held = await journalText(topology.exchange)
    expect(held).toContain('canary')
    expect(held).not.toContain('secret')
    const seen = recorder()
    await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    await expect.poll(() => journalText(topology.exchange)).toBe('')
    await broker.close()
  })

  it('removes a purged dead letter and keeps the others', async () => {
    const { topology, orders } = aTopology()
    const broker = await createInProcessBroker({ topology, retryDelaysMs: [], journalDirectory: folder })
    await broker.subscribe({ queue: orders, concurrency: 1, handle: () => Promise.reject(new Error('no')) })
    await broker.publish(aMessage({ key: 'gone', body: 'canary' }))
    await broker.publish(aMessage({ key: 'stays', body: 'keeper' }))
    await vi.waitFor(async () => expect(await broker.deadLetters(orders)).toHaveLength(2), {
      timeout: 10_000,
    })
    await broker.purgeDeadLetters(orders, (key) => key === 'gone')
    const held = await journalText(topology.exchange)
    expect(held).toContain('keeper')
    expect(held).not.toContain('canary')
    await broker.close()
  })

  it('keeps every confirmed message through repeated kills of the process', async () => {
    const script = fileURLToPath(new URL('./journal-victim.ts', import.meta.url))
    const { topology, orders } = aTopology()
    const confirmed = new Set<string>()
    const handled = new Set<string>()
    for (const life of [1, 2, 3]) {
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', script, folder, topology.exchange, String(life)],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const ended = once(child, 'exit')
      let lines = 0
      for await (const line of createInterface({ input: child.stdout })) {
        const [word, id] = line.split(' ')
        if (word === 'confirmed') confirmed.add(id!)
        if (word === 'handled') handled.add(id!)
        lines += 1
        if (lines === 700 * life) child.kill('SIGKILL')
      }
      expect(await ended).toEqual([null, 'SIGKILL'])
    }
    expect(confirmed.size).toBeGreaterThan(500)

    const broker = await createInProcessBroker({ topology, journalDirectory: folder })
    const seen = recorder()
    await broker.subscribe({ queue: orders, concurrency: 4, handle: seen.handle })
    await vi.waitFor(async () => expect(await journalText(topology.exchange)).toBe(''), 10_000)
    const found = new Set([...handled, ...seen.ids()])
    expect([...confirmed].filter((id) => !found.has(id))).toEqual([])
    await broker.close()
  })
})

import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideBackends, freshDatabaseOn } from '@appointments/testing'
import type { DecidedBackends } from '@appointments/testing'
import { freePort } from '@appointments/testing/free-port'

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

describe.each([
  { on: 'an embedded server', environment: {} },
  ...(process.env['TEST_POSTGRES_URL'] ? [{ on: 'the named server', environment: process.env }] : []),
])('databases on $on', ({ environment }) => {
  let decided: DecidedBackends
  beforeAll(async () => {
    decided = await decideBackends(environment)
  })
  afterAll(() => decided.stop())

  it('are separate and start empty', async () => {
    const [one, other] = await Promise.all([
      freshDatabaseOn(decided.backends, 'same'),
      freshDatabaseOn(decided.backends, 'same'),
    ])
    await query(one.url, 'CREATE TABLE things (id int)')
    expect(await query(one.url, 'SELECT * FROM things')).toEqual([])
    await expect(query(other.url, 'SELECT * FROM things')).rejects.toThrow('does not exist')
  })

  it('have names that the server accepts for any prefix', async () => {
    const database = await freshDatabaseOn(decided.backends, `Ünusual-"prefix"; ${'x'.repeat(100)}`)
    const [row] = await query(database.url, 'SELECT current_database() AS name')
    expect(new URL(database.url).pathname).toBe(`/${(row as { name: string }).name}`)
  })

  it('are dropped even if a client is connected', async () => {
    const database = await freshDatabaseOn(decided.backends, 'dropped')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const cutOff = new Promise((resolve) => client.on('error', resolve))
    await database.drop()
    await cutOff
    await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist')
  })

  it('are copies of a template that is prepared once', async () => {
    let prepared = 0
    const template = {
      name: 'with-a-row',
      async prepare(url: string) {
        prepared += 1
        await query(url, 'CREATE TABLE things AS SELECT 7 AS id')
      },
    }
    const copies = await Promise.all(
      [1, 2, 3, 4].map(() => freshDatabaseOn(decided.backends, 'copy', { template })),
    )
    for (const { url } of copies) expect(await query(url, 'SELECT id FROM things')).toEqual([{ id: 7 }])
    expect(prepared).toBe(1)
  })

  it('prepare the template again after a failed preparation', async () => {
    const broken = { name: 'mended', prepare: () => Promise.reject(new Error('no such migration')) }
    await expect(freshDatabaseOn(decided.backends, 'copy', { template: broken })).rejects.toThrow(
      'no such migration',
    )
    const mended = { name: 'mended', prepare: () => Promise.resolve() }
    await expect(freshDatabaseOn(decided.backends, 'copy', { template: mended })).resolves.toBeDefined()
  })
})

describe('the choice of backends', () => {
  it('embeds every backend that the environment does not name', async () => {
    const { summary, backends, stop } = await decideBackends({})
    await stop()
    expect(summary).toBe('backends: postgres embedded 18.4 · broker in-process · key-value in-process')
    await expect(query(backends.postgresUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
  })

  it('uses a named server and drops only the databases of its run', async () => {
    const server = await decideBackends({})
    const environment = { TEST_POSTGRES_URL: server.backends.postgresUrl }
    const [first, second] = await Promise.all([decideBackends(environment), decideBackends(environment)])
    const kept = await freshDatabaseOn(first.backends, 'kept')
    const left = await freshDatabaseOn(second.backends, 'left')
    await second.stop()
    await expect(query(left.url, 'SELECT 1')).rejects.toThrow('does not exist')
    expect(await query(kept.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(first.summary).toContain('postgres 18.4 at 127.0.0.1:')
    await first.stop()
    await server.stop()
  })

  it('rejects with the name of every unreachable server', async () => {
    const [postgres, rabbitmq, redis] = [await freePort(), await freePort(), await freePort()]
    const environment = {
      REQUIRE_REAL_BACKENDS: '1',
      TEST_POSTGRES_URL: `postgres://someone:secret@127.0.0.1:${postgres}/postgres`,
      RABBITMQ_URL: `amqp://guest:secret@127.0.0.1:${rabbitmq}`,
      REDIS_URL: `redis://127.0.0.1:${redis}`,
    }
    const failure = await decideBackends(environment).catch((error: unknown) => String(error))
    expect(failure).toContain(`TEST_POSTGRES_URL: no PostgreSQL at 127.0.0.1:${postgres}`)
    expect(failure).toContain(`RABBITMQ_URL: nothing listens at 127.0.0.1:${rabbitmq}`)
    expect(failure).toContain(`REDIS_URL: nothing listens at 127.0.0.1:${redis}`)
    expect(failure).not.toContain('secret')
  })

  it('is provided to the tests of a run', { timeout: 60_000 }, async () => {
    const vitest = path.join(
      path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
      'vitest.mjs',
    )
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [vitest, 'run', '--root', path.join(import.meta.dirname, 'fixture')],
      { env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' } },
    )
    expect(stdout).toContain('backends: postgres embedded')
    expect(stdout).toMatch(/Tests\s+1 passed/)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { begin, silentLog, silentTracer } from '@appointments/runtime'
import { freshDatabase } from '@appointments/testing'
import { createPool, readTogether, transactionsOn, type Pool, type Transaction } from '../src/index.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: Pool
let transaction: Transaction
let tooLong: string[] = []
beforeAll(async () => {
  database = await freshDatabase('deadlines')
  const onWaitTooLong = (waitedFor: string) => tooLong.push(waitedFor)
  pool = createPool(database.url, {
    size: 1,
    waitMs: 60_000,
    onWaitTooLong,
    log: silentLog,
    name: 'deadlines',
  })
  transaction = transactionsOn(pool, onWaitTooLong)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Runs work as a service does for a request whose caller waits for this long. */
const within = <Result>(deadlineMs: number, work: () => Promise<Result>): Promise<Result> =>
  begin(silentTracer, { name: 'POST', kind: 'server', deadlineMs }).run(work)

it('a request whose deadline comes before a connection is free is rejected, and counted', async () => {
  tooLong = []
  const client = await pool.connect()
  let ran = false
  const work = () => {
    ran = true
  }
  await expect(within(400, () => transaction(work))).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    waitedFor: 'connection',
    isCounted: true,
  })
  await expect(within(400, () => pool.query('SELECT 1'))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  client.release()
  expect(ran).toBe(false)
  expect(tooLong).toEqual(['connection', 'connection'])
})

it('a request waits as long as its deadline allows, and then works', async () => {
  const client = await pool.connect()
  const waiting = within(60_000, () => transaction(async (tx) => (await tx.query('SELECT 1')).rowCount))
  client.release()
  expect(await waiting).toBe(1)
})

it('nothing is done for a request whose deadline has passed', async () => {
  let ran = false
  const late = within(0, () =>
    transaction(() => {
      ran = true
    }),
  )
  await expect(late).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(ran).toBe(false)
})

it('a single statement does not wait for transactions, however many there are', async () => {
  const wide = createPool(database.url, { size: 5, log: silentLog, name: 'deadlines' })
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let running = 0
  const inTransaction = transactionsOn(wide)
  const transactions = Array.from({ length: 6 }, () =>
    inTransaction(async () => {
      running += 1
      await released
    }),
  )
  await expect.poll(() => running).toBe(4)
  expect((await wide.query('SELECT 1')).rowCount).toBe(1)
  expect(running).toBe(4)
  release()
  await Promise.all(transactions)
  expect(running).toBe(6)
  await wide.end()
})

it('combined reads wait for a connection until the latest of their deadlines', async () => {
  const find = readTogether(async (sql: Pool, ids) => {
    const { rows } = await sql.query<{ id: string }>('SELECT id FROM unnest($1::text[]) AS id', [ids])
    return rows
  })
  const client = await pool.connect()
  const reads = Promise.allSettled([
    within(301, () => find(pool, 'hurried')),
    within(60_000, () => find(pool, 'patient')),
  ])
  const outcome = expect.poll(() => pool.waitingCount).toBe(1)
  await outcome.finally(() => client.release())
  expect((await reads).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

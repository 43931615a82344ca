import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPool, migrate, type Pool } from '@appointments/postgres'
import { silentLog } from '@appointments/runtime'
import { freshDatabase, type FreshDatabase } from '@appointments/testing'
import { forgetApplied } from '../src/forget-applied.ts'

const DAY_MS = 86_400_000
const now = new Date()

let database: FreshDatabase
let pool: Pool
beforeEach(async () => {
  database = await freshDatabase('inbox')
  await migrate(database.url, ['@appointments/outbox'], silentLog)
  pool = createPool(database.url, { size: 2, waitMs: 10_000, log: silentLog, name: 'inbox tests' })
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const forget = () => forgetApplied({ pool, clock: { now: () => now } })()
const record = (id: string, agoMs: number, count = 1) =>
  pool.query(
    `INSERT INTO inbox (consumer, event_id, applied_at) SELECT 'participants', $1 || n, $2 FROM generate_series(1, $3) n`,
    [id, new Date(now.getTime() - agoMs), count],
  )
const remembered = async () =>
  (await pool.query<{ event_id: string }>('SELECT event_id FROM inbox ORDER BY event_id')).rows.map(
    ({ event_id }) => event_id,
  )

it('the inbox remembers an applied event for exactly 14 days', async () => {
  await record('recent-', DAY_MS)
  await record('last-moment-', 14 * DAY_MS)
  await record('over-', 14 * DAY_MS + 1)
  expect(await forget()).toBe(false)
  expect(await remembered()).toEqual(['last-moment-1', 'recent-1'])
})

it('the inbox deletes a thousand records at a time, and reports that more are left', async () => {
  await record('old-', 15 * DAY_MS, 1001)
  expect(await forget()).toBe(true)
  expect(await remembered()).toHaveLength(1)
  expect(await forget()).toBe(false)
  expect(await remembered()).toEqual([])
})

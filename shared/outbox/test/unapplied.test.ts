import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPool, migrate, type Pool } from '@appointments/postgres'
import { silentLog } from '@appointments/runtime'
import { freshDatabase, type FreshDatabase } from '@appointments/testing'
import { unappliedSeconds } from '../src/unapplied.ts'

const now = new Date()

let database: FreshDatabase
let pool: Pool
beforeEach(async () => {
  database = await freshDatabase('outbox')
  await migrate(database.url, ['@appointments/outbox'], silentLog)
  pool = createPool(database.url, { size: 2, waitMs: 10_000, log: silentLog, name: 'outbox tests' })
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const store = (
  id: string,
  agoSeconds: number,
  { awaiting, isPublished }: { awaiting: string[]; isPublished: boolean },
) =>
  pool.query(
    `INSERT INTO outbox (event_id, aggregate_id, aggregate_version, type, event, personal, created_at, lease_until,
                         published_at, awaiting)
     VALUES ($1, $1, 1, 'APClaimsChangedEvent', '{}', false, $2, $2, $3, $4)`,
    [id, new Date(now.getTime() - agoSeconds * 1000), isPublished ? now : null, awaiting],
  )
const waited = () => unappliedSeconds(pool, 'availability', now)

it('an event waits for a subscriber from its change until it is applied, published or not', async () => {
  expect(await waited()).toBe(0)
  await store('of-others', 90, { awaiting: ['participants'], isPublished: true })
  await store('applied', 80, { awaiting: [], isPublished: true })
  expect(await waited()).toBe(0)
  await store('published', 30, { awaiting: ['availability', 'participants'], isPublished: true })
  expect(await waited()).toBe(30)
  await store('unpublished', 45, { awaiting: ['availability'], isPublished: false })
  expect(await waited()).toBe(45)
  await pool.query("UPDATE outbox SET awaiting = '{}'")
  expect(await waited()).toBe(0)
})

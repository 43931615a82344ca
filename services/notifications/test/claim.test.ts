import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migratedDatabase } from '@appointments/foundation/test-harness'
import { createPool, type Pool } from '@appointments/postgres'
import { silentLog } from '@appointments/runtime'
import { rowsRead, type FreshDatabase } from '@appointments/testing'
import { figures } from '../src/repositories/send/figures.ts'
import { deliveries } from '../src/repositories/send/deliveries.ts'
import { NOW } from './builders.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await migratedDatabase('notifications')
  pool = createPool(database.url, { size: 2, waitMs: 10_000, log: silentLog, name: 'claim tests' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => pool.query('TRUNCATE notifications, notification_events, webhook_endpoints CASCADE'))

/** Inserts due webhooks of an application, the oldest first. */
const due = (application: string, endpoint: string, count: number, dueAt = NOW) =>
  pool.query(
    `INSERT INTO notifications (id, application_id, appointment_id, source_event_id, type, channel, recipient_key,
       recipient_type, recipient_name, status, due_at, relevant_until, appointment_revision, invite_sequence,
       priority, context, created_at, updated_at)
     SELECT $1 || '-' || $2 || '-' || n, $1, 'appointment', 'event-' || n, 'CREATE', 'WEBHOOKS', $2, 'WEBHOOK', $2,
       'INITIALIZED', $4::timestamptz - interval '1 hour' + n * interval '1 millisecond', $4, 1, 0, 1, '{}', $4, $4
     FROM generate_series(1, $3) n`,
    [application, endpoint, count, dueAt],
  )

const claim = async (
  more: { channel?: 'SMS'; limit?: number; perRecipient?: number; share?: number; held?: string[] } = {},
  sql: Pick<Pool, 'query'> = pool,
) => {
  const claimed = await deliveries.claim(sql, {
    channel: 'WEBHOOKS',
    limit: 100,
    perRecipient: 5,
    share: 100,
    held: [],
    now: NOW,
    leaseUntil: new Date(NOW.getTime() + 90_000),
    leaseToken: 'test',
    ...more,
  })
  const counts: Record<string, number> = {}
  for (const { notification } of claimed)
    counts[notification.recipientKey] = (counts[notification.recipientKey] ?? 0) + 1
  return counts
}
const times = (count: number, application: string) => Array<string>(count).fill(application)

it('claims no more than the limit of an endpoint, counting its leased records', async () => {
  await due('one', 'a', 20)
  expect(await claim({ limit: 3 })).toEqual({ a: 3 })
  expect(await claim()).toEqual({ a: 2 })
  expect(await claim()).toEqual({})
})

it('limits an application to a third of the lane while others wait [H2.2]', async () => {
  for (const endpoint of ['a', 'b', 'c', 'd', 'e', 'f']) await due('flood', endpoint, 20)
  await due('second', 'g', 20)
  await due('third', 'h', 20)
  const lane = { limit: 30, share: 10, perRecipient: 20 }
  const counts = await claim(lane)
  expect(counts).toMatchObject({ g: 10, h: 10 })
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(30)
})

it('keeps a third of the lane free when only one application has due records [H2.2]', async () => {
  for (const endpoint of ['a', 'b', 'c', 'd', 'e', 'f']) await due('flood', endpoint, 20)
  const taken = Object.values(await claim({ limit: 30, share: 10 })).reduce((sum, count) => sum + count)
  expect(taken).toBe(20)
  const held = times(20, 'flood')
  expect(await claim({ limit: 10, share: 10, held })).toEqual({})
  await due('other', 'z', 3)
  expect(await claim({ limit: 10, share: 10, held })).toEqual({ z: 3 })
})

/** Inserts an endpoint that keeps timing out, and one that timed out once. */
const timingOut = () =>
  pool.query(
    `INSERT INTO webhook_endpoints (id, application_id, url, headers, enabled, state, timeout_ms, signature,
       include_room_url, include_contact, sealed_secret, timeouts, created_at, updated_at)
     SELECT id, 'one', 'https://example.com', '{}', true, 'ACTIVE', 1000, 'v1', false, false, '', timeouts, $1, $1
     FROM (VALUES ('hangs', 2), ('hiccup', 1)) AS endpoint (id, timeouts)`,
    [NOW],
  )

it('claims one webhook at a time for an endpoint that keeps timing out [H2.2]', async () => {
  await timingOut()
  await due('one', 'hangs', 20)
  await due('one', 'hiccup', 20)
  expect(await claim()).toEqual({ hangs: 1, hiccup: 5 })
  expect(await claim()).toEqual({})
})

it('does not count webhooks as overdue while they wait for an endpoint that keeps timing out', async () => {
  await timingOut()
  await due('one', 'hangs', 20)
  expect(await figures.queue(pool, NOW)).toMatchObject({ overdue: 0, overdueSeconds: 0 })
  await due('one', 'hiccup', 3)
  expect(await figures.queue(pool, NOW)).toMatchObject({ overdue: 3, overdueSeconds: 3599.999 })
  await pool.query(`UPDATE notifications SET channel = 'SMS'`)
  expect(await figures.queue(pool, NOW)).toMatchObject({ overdue: 23 })
})

it('alternates between applications', async () => {
  await due('flood', 'a', 100)
  await due('other', 'b', 3)
  expect(await claim({ limit: 4, perRecipient: 100 })).toEqual({ a: 2, b: 2 })
})

it('prefers the applications with the fewest leased records [H2.2]', async () => {
  await due('flood', 'a', 100)
  await due('other', 'b', 3)
  expect(await claim({ limit: 3, perRecipient: 100, held: times(4, 'flood') })).toEqual({ b: 3 })
})

it("does not count records beyond an endpoint's limit towards the share of the application", async () => {
  await due('one', 'slow', 100)
  await due('one', 'quick', 5, new Date(NOW.getTime() + 1))
  expect(await claim({ limit: 10 })).toEqual({ slow: 5, quick: 5 })
})

it("reaches an endpoint behind a long queue of the same application's slow endpoint", async () => {
  await due('one', 'slow', 250)
  await due('one', 'quick', 5, new Date(NOW.getTime() + 1000))
  expect(await claim()).toEqual({ slow: 5, quick: 5 })
  expect(await claim()).toEqual({})
})

it('sends a message while the provider is polled about another one to the same recipient', async () => {
  await due('one', 'ada', 2)
  await pool.query(`UPDATE notifications SET channel = 'SMS', recipient_type = 'CUSTOMER'`)
  const lane = { channel: 'SMS', perRecipient: 1 } as const
  expect(await claim(lane)).toEqual({ ada: 1 })
  expect(await claim(lane)).toEqual({})
  await pool.query(`UPDATE notifications SET provider_id = 'SM1' WHERE lease_token IS NOT NULL`)
  expect(await claim(lane)).toEqual({ ada: 1 })
})

it('reads few records of long queues', async () => {
  for (const endpoint of ['a', 'b', 'c', 'd']) await due('one', endpoint, 5000)
  let read = 0
  const counting = {
    async query(text: string, values: unknown[]) {
      read = await rowsRead(pool, text, values)
      return { rows: [] }
    },
  } as unknown as Pick<Pool, 'query'>
  // a new table has no statistics
  await claim({}, counting)
  expect(read).toBeGreaterThan(20)
  expect(read).toBeLessThan(1000)
  await pool.query('ANALYZE notifications')
  await claim({}, counting)
  expect(read).toBeLessThan(1000)
})

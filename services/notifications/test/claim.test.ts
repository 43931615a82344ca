import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPool, migrate, type Pool } from '@appointments/postgres'
import { silentLog } from '@appointments/runtime'
import { freshDatabase } from '@appointments/testing'
import { deliveries } from '../src/repositories/deliveries.ts'
import { NOW } from './builders.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase('claims')
  await migrate(database.url, ['@appointments/notifications-service'], silentLog)
  pool = createPool(database.url, { size: 2, log: silentLog, name: 'claim tests' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => pool.query('TRUNCATE notifications, notification_events'))

/** Webhooks of an application that are due, the first one longest. */
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

const claim = async (more: { limit?: number; perRecipient?: number; perApplication?: number } = {}) => {
  const claimed = await deliveries.claim(pool, {
    channel: 'WEBHOOKS',
    limit: 100,
    perRecipient: 5,
    perApplication: 50,
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

it('leaves what is above the caps of endpoints and applications, over all that is in hand', async () => {
  for (const endpoint of ['a', 'b', 'c']) await due('flood', endpoint, 20)
  await due('other', 'd', 3)
  expect(await claim({ perApplication: 12 })).toEqual({ a: 4, b: 4, c: 4, d: 3 })
  expect(await claim({ perApplication: 12 })).toEqual({})
  expect(await claim({ perApplication: 14 })).toEqual({ a: 1, b: 1 })
})

it('takes applications in turn', async () => {
  await due('flood', 'a', 100)
  await due('other', 'b', 3)
  expect(await claim({ limit: 4, perRecipient: 100 })).toEqual({ a: 2, b: 2 })
})

it('counts what an endpoint has to leave as nothing the application has', async () => {
  await due('one', 'slow', 100)
  await due('one', 'quick', 5, new Date(NOW.getTime() + 1))
  expect(await claim({ perApplication: 10 })).toEqual({ slow: 5, quick: 5 })
})

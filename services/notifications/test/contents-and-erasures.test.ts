import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migratedDatabase } from '@appointments/foundation/test-harness'
import { createPool, transactionsOn, type Pool, type Transaction, type Tx } from '@appointments/postgres'
import { newId, silentLog } from '@appointments/runtime'
import type { FreshDatabase } from '@appointments/testing'
import { afterAttempt } from '../src/domain/send/transition.ts'
import { erasures } from '../src/repositories/history/erasures.ts'
import { messageContents } from '../src/repositories/history/message-contents.ts'
import { deliveries, type Claimed } from '../src/repositories/send/deliveries.ts'
import { NOW } from './builders.ts'
import { fillQueue } from './queue.ts'

let database: FreshDatabase
let pool: Pool
let transaction: Transaction
beforeAll(async () => {
  database = await migratedDatabase('notifications')
  pool = createPool(database.url, { size: 4, waitMs: 10_000, log: silentLog, name: 'content tests' })
  transaction = transactionsOn(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

let claimed: Claimed
beforeEach(async () => {
  await pool.query('TRUNCATE notifications, notification_events CASCADE')
  await fillQueue(pool, { application: 'app', due: 1, dueAt: NOW })
  const [one] = await deliveries.claim(pool, {
    channel: 'EMAIL',
    limit: 1,
    perRecipient: 1,
    share: 1,
    held: [],
    now: new Date(NOW.getTime() + 1),
    leaseUntil: new Date(NOW.getTime() + 90_000),
    leaseToken: newId(),
  })
  claimed = one!
})

const record = (tx: Tx, by = claimed) => {
  const delivered = { kind: 'delivered', providerStatus: 'ACCEPTED' } as const
  const transition = afterAttempt(by.notification, delivered, { now: NOW, chance: 0 })
  return deliveries.record(tx, by, { ...transition, sent: { text: 'Hi Ada' } }, NOW)
}
const content = async () => (await messageContents.find(pool, claimed.notification.id))?.content

const erasing: Record<string, (tx: Tx) => void> = {
  customer: (tx) =>
    erasures.eraseCustomer(tx, claimed.notification.appointmentId, claimed.notification.recipientKey),
  appointment: (tx) => erasures.eraseAppointment(tx, claimed.notification.appointmentId),
}

/**
 * Runs two transactions at once: the second begins after the work of the first, and waits for the commit of the first.
 */
async function inOrder(first: (tx: Tx) => unknown, second: (tx: Tx) => unknown) {
  let began: () => void = () => undefined
  const hasBegun = new Promise<void>((resolve) => (began = resolve))
  await Promise.all([
    transaction(async (tx) => {
      await first(tx)
      await tx.query('SELECT')
      began()
      await expect
        .poll(
          async () =>
            (
              await pool.query(
                "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
              )
            ).rowCount,
        )
        .toBe(1)
    }),
    hasBegun.then(() => transaction(second)),
  ])
}

it('stores the sent content with the result', async () => {
  await transaction(record)
  expect(await content()).toEqual({ text: 'Hi Ada' })
})

it('stores no content without the lease', async () => {
  await transaction((tx) => record(tx, { ...claimed, leaseToken: 'of another process' }))
  expect(await content()).toBeUndefined()
})

it.each(Object.keys(erasing))(
  'stores no content if the result waits for the erasure of its %s [H1.8]',
  async (what) => {
    await inOrder(erasing[what]!, record)
    expect(await content()).toBeUndefined()
  },
)

it.each(Object.keys(erasing))(
  'deletes the content if the erasure of its %s waits for the result [H1.8]',
  async (what) => {
    await inOrder(record, erasing[what]!)
    expect(await content()).toBeUndefined()
  },
)

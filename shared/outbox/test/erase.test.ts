import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createInProcessBroker, Poison, type Broker } from '@appointments/broker'
import { topology, type AppointmentsEvent } from '@appointments/contracts'
import { createPool, migrate, transactionsOn, type Pool } from '@appointments/postgres'
import { repeat, silentLog, systemClock } from '@appointments/runtime'
import { silentTelemetry } from '@appointments/telemetry'
import { freshDatabase, type FreshDatabase } from '@appointments/testing'
import {
  createOutbox,
  createSettlements,
  keepRemovedCustomer,
  purgeDeadLetters,
  purgeLettersAboutCustomers,
  type Outbox,
} from '../src/index.ts'
import { createOutboxMarks } from '../src/outbox-marks.ts'

const event = { id: 'e-1', type: 'APUpdatedEvent' } as AppointmentsEvent
const SUBSCRIBER = 'participants'
const now = new Date()

let database: FreshDatabase
let pool: Pool
let broker: Broker
let outbox: Outbox
beforeEach(async () => {
  database = await freshDatabase('outbox')
  await migrate(database.url, ['@appointments/outbox'], silentLog)
  pool = createPool(database.url, { size: 4, waitMs: 10_000, log: silentLog, name: 'outbox tests' })
  broker = await createInProcessBroker({ topology, retryDelaysMs: [5] })
  outbox = createOutbox({
    pool,
    broker,
    settlements: createSettlements(1000, silentTelemetry.metrics),
    replyTo: 'replies',
    clock: systemClock,
    // its own loops would publish the event
    repeat: (name, _, turn, log) => repeat(name, 3_600_000, turn, log),
    log: silentLog,
  })
  await pool.query(
    `INSERT INTO outbox (event_id, aggregate_id, aggregate_version, type, event, personal, created_at, lease_until,
                         awaiting)
     VALUES ($1, 'a-1', 1, $2, '{}', false, $3, $4, $5)`,
    [event.id, event.type, now, new Date(now.getTime() + 60_000), [SUBSCRIBER]],
  )
})
afterEach(async () => {
  await outbox.stop()
  await broker.close()
  await pool.end()
  await database.drop()
})

const kept = async () => (await pool.query('SELECT FROM outbox')).rowCount
/** Resolves when a statement waits for a lock of another transaction. */
const untilOneWaits = () =>
  expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
      return rowCount
    })
    .toBe(1)

it('deletes an event that was applied while its aggregate was being erased', async () => {
  const transaction = transactionsOn(pool)
  const marks = createOutboxMarks(transaction)
  marks.published(event)
  marks.applied({ messageId: event.id, subscriber: SUBSCRIBER })
  let writing: Promise<boolean> | undefined
  await transaction(async (tx) => {
    outbox.erase(tx, 'a-1')
    await tx.query('SELECT 1')
    writing = marks.write(now, now, true)
    await untilOneWaits()
  })
  await writing
  expect(await kept()).toBe(0)
})

it('deletes an event whose confirmation was being recorded when its aggregate was erased', async () => {
  const transaction = transactionsOn(pool)
  let erasing: Promise<void> | undefined
  await transaction(async (tx) => {
    await tx.query("UPDATE outbox SET published_at = $1, awaiting = '{}'", [now])
    erasing = transaction((other) => outbox.erase(other, 'a-1'))
    await untilOneWaits()
  })
  await erasing
  expect(await kept()).toBe(0)
})

it('reads the dead letters once for everything that was removed', async () => {
  const purged = vi.spyOn(broker, 'purgeDeadLetters')
  const removed = ['a-1', 'a-2', 'a-3']
  const marked: string[] = []
  const purge = purgeDeadLetters<string>({
    broker,
    queue: SUBSCRIBER,
    find: () => Promise.resolve(removed),
    keyOf: (id) => id,
    mark: (id) => Promise.resolve(marked.push(id)),
  })
  expect(await purge()).toBe(false)
  expect(purged).toHaveBeenCalledTimes(1)
  expect(marked).toEqual(removed)
})

it('deletes a dead letter with contact data that comes after its customer was removed [H1.8]', async () => {
  let at = now
  const purge = purgeLettersAboutCustomers({ pool, broker, service: SUBSCRIBER, clock: { now: () => at } })
  await transactionsOn(pool)((tx) => {
    keepRemovedCustomer(tx, { appointmentId: 'a-1', participantId: 'c-1', participantType: 'CUSTOMER' })
  })
  await purge()
  // the last retry of an event that was published before the removal
  await broker.subscribe({
    queue: SUBSCRIBER,
    concurrency: 1,
    handle: () => Promise.reject(new Poison('cannot be applied')),
  })
  await broker.publish({
    id: 'e-2',
    type: 'APUpdatedEvent',
    key: 'a-1',
    body: { data: { customer: { id: 'c-1', email: 'ada@example.com' } } },
    headers: {},
  })
  await expect.poll(() => broker.deadLetters(SUBSCRIBER)).toHaveLength(1)
  at = new Date(now.getTime() + 3 * 3_600_000)
  await purge()
  expect(await broker.deadLetters(SUBSCRIBER)).toEqual([])
  expect((await pool.query('SELECT FROM removed_customers')).rowCount).toBe(0)
})

it('purges a second time even if two replicas purge at the same moment [H1.8]', async () => {
  const clock = { now: () => now }
  await transactionsOn(pool)((tx) => {
    keepRemovedCustomer(tx, { appointmentId: 'a-1', participantId: 'c-1', participantType: 'CUSTOMER' })
  })
  const first = purgeLettersAboutCustomers({ pool, broker, service: SUBSCRIBER, clock })
  const second = purgeLettersAboutCustomers({
    pool,
    // the other replica purges and marks the customer after this one has found it
    broker: { purgeDeadLetters: async () => Number(await first()) },
    service: SUBSCRIBER,
    clock,
  })
  await second()
  expect((await pool.query('SELECT FROM removed_customers WHERE is_last')).rowCount).toBe(1)
})

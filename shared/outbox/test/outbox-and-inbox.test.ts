import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  topology,
  type AppointmentSnapshot,
  type AppointmentsEvent,
  type RosterSnapshot,
} from '@appointments/contracts'
import {
  createPool,
  migrate,
  sharedTransactions,
  takeLock,
  transactionsOn,
  type Pool,
} from '@appointments/postgres'
import {
  currentTraceparent,
  enter,
  repeat,
  silentLog,
  silentTracer,
  type Repeat,
  type Stoppable,
} from '@appointments/runtime'
import { createPrometheusMetrics, silentTelemetry } from '@appointments/telemetry'
import { freshDatabase } from '@appointments/testing'
import { createInProcessBroker, Poison, Unconfirmed, type Broker } from '@appointments/broker'
import {
  createOutbox,
  createSettlements,
  messageOf,
  newEvent,
  openInbox,
  settledTransactions,
  type Apply,
  type Appliers,
  type NewEvent,
  type Outbox,
} from '../src/index.ts'

const appointment: AppointmentSnapshot = {
  id: 'a-1',
  applicationId: 'app-1',
  applicationVersion: 1,
  version: 1,
  state: 'SCHEDULED',
  start: '2027-01-09T09:00:00.000Z',
  end: '2027-01-09T09:30:00.000Z',
  duration: 'PT30M',
  timezone: 'UTC',
  locale: 'en',
  metadata: {},
  notificationHeaders: {},
  notificationsActive: true,
  epoch: 1,
  manageVersions: {},
  createdAt: '2026-12-01T00:00:00.000Z',
  updatedAt: '2026-12-01T00:00:00.000Z',
}
const roster: RosterSnapshot = {
  version: 1,
  participants: [],
  interaction: { customFields: {}, properties: {}, state: 'PENDING' },
  epoch: 1,
}

let now: Date
const clock = { now: () => now }
let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: Pool
let broker: Broker
let started: Stoppable[]

beforeAll(async () => {
  database = await freshDatabase('outbox')
  await migrate(database.url, ['@appointments/outbox'], silentLog)
  pool = createPool(database.url, { waitMs: 10_000, log: silentLog, name: 'test' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  now = new Date('2026-12-01T12:00:00Z')
  started = []
  await pool.query('TRUNCATE outbox, inbox')
  broker = await createInProcessBroker({ topology, retryDelaysMs: [5] })
})
afterEach(async () => {
  for (const one of started.reverse()) await one.stop()
  await broker.close()
})

/** Loops that run every few seconds in production. */
const eager: Repeat = (name, pauseMs, turn, log) => repeat(name, pauseMs <= 5000 ? 20 : pauseMs, turn, log)

async function outboxOn(over: Broker, limitMs = 5000, telemetry = silentTelemetry): Promise<Outbox> {
  const settlements = createSettlements(limitMs, telemetry.metrics)
  const replyTo = await over.openReplies((reply) => settlements.onReply(reply))
  const outbox = createOutbox({
    pool,
    broker: over,
    settlements,
    replyTo,
    telemetry,
    clock,
    repeat: eager,
    gatherMs: 20,
    log: silentLog,
  })
  started.push(outbox)
  return outbox
}

const subscribe = async (
  service: 'participants' | 'notifications' | 'appointments',
  outbox: Outbox,
  appliers: Appliers,
  telemetry = silentTelemetry,
  transaction = transactionsOn(pool),
  lockOf?: (event: AppointmentsEvent) => string | undefined,
) => {
  const inbox = await openInbox({
    service,
    pool,
    transaction,
    broker,
    outbox,
    appliers,
    lockOf,
    concurrency: 5,
    telemetry,
    clock,
    log: silentLog,
  })
  started.push(inbox)
  return inbox
}

const scheduled = (version = 1): NewEvent =>
  newEvent('APScheduledEvent', {
    subject: 'a-1',
    aggregateVersion: version,
    at: now,
    data: { appointment, roster, customers: [{ id: 'c-1', email: 'ada@example.com' }], actor: {} },
  })
const activated = (version: number): NewEvent =>
  newEvent('APActivatedEvent', {
    subject: 'a-1',
    aggregateVersion: version,
    at: now,
    data: { appointment: { ...appointment, version }, explicit: true, actor: {} },
  })

const rows = async (text: string) => (await pool.query<Record<string, unknown>>(text)).rows

/** A broker that can be made unavailable. */
function awayBroker(): Broker & { isAway: boolean } {
  const over = {
    ...broker,
    isAway: true,
    isUp: () => !over.isAway,
    publish: (message: Parameters<Broker['publish']>[0]) =>
      over.isAway ? Promise.reject(new Unconfirmed('away')) : broker.publish(message),
  }
  return over
}

it('records its migrations in the table that existing databases have', async () => {
  expect(await rows('SELECT name FROM migrations_messaging ORDER BY name LIMIT 1')).toEqual([
    { name: '0001_outbox_and_inbox' },
  ])
})

const watched = async () => {
  const metrics = await createPrometheusMetrics('tests')
  const value = async (name: string, labels = '') => {
    const line = new RegExp(`^${name}\\{(?=[^}]*${labels})[^}]*\\} (\\S+)$`, 'm').exec(await metrics.text())
    return line && Number(line[1])
  }
  return { telemetry: { metrics, tracer: silentTracer }, value }
}

describe('the outbox', () => {
  it('publishes committed events, but none of a rolled-back transaction', async () => {
    const outbox = await outboxOn(broker)
    const heard: AppointmentsEvent[] = []
    const listen: Apply<'APActivatedEvent'> = (_tx, event) => Promise.resolve(void heard.push(event))
    await subscribe('participants', outbox, { APActivatedEvent: listen })
    await subscribe('notifications', outbox, {})
    const transaction = settledTransactions(transactionsOn(pool), outbox)
    await transaction((tx) => outbox.append(tx, activated(2)))
    const rejected = transaction((tx) => {
      outbox.append(tx, activated(3))
      throw new Error('rejected')
    })
    await expect(rejected).rejects.toThrow('rejected')
    expect(
      heard.map(({ data }) => (data as { appointment: AppointmentSnapshot }).appointment.version),
    ).toEqual([2])
    await vi.waitFor(
      async () =>
        expect(await rows('SELECT published_at IS NULL AS waits FROM outbox')).toEqual([{ waits: false }]),
      { timeout: 10_000 },
    )
  })

  it('settles again what a process has stored but not published', async () => {
    const outbox = await outboxOn(broker)
    const applied: string[] = []
    const apply: Apply<'APActivatedEvent'> = (_tx, { id }) => Promise.resolve(void applied.push(id))
    await subscribe('participants', outbox, { APActivatedEvent: apply })
    await subscribe('notifications', outbox, {})
    // its process ends between the commit and the publication
    const added = activated(2)
    await transactionsOn(pool)((tx) => outbox.append(tx, added))
    await Promise.all([outbox.settleAgain('a-1'), outbox.settleAgain('a-1')])
    expect(new Set(applied)).toEqual(new Set([added.event.id]))
    expect(await rows('SELECT event_id FROM inbox')).toHaveLength(2)
  })

  it('keeps no contact data once every subscriber has applied the event', async () => {
    const outbox = await outboxOn(broker, 50)
    await subscribe('participants', outbox, {})
    const transaction = settledTransactions(transactionsOn(pool), outbox)
    await transaction((tx) => outbox.append(tx, scheduled()))
    await vi.waitFor(
      async () =>
        expect(await rows('SELECT awaiting FROM outbox WHERE published_at IS NOT NULL')).toEqual([
          { awaiting: ['notifications'] },
        ]),
      { timeout: 10_000 },
    )
    await subscribe('notifications', outbox, {})
    await vi.waitFor(async () => expect(await rows('SELECT * FROM outbox')).toEqual([]), { timeout: 10_000 })
  })

  it('sends an event again that the broker confirmed and lost, and each subscriber applies it once', async () => {
    let lost = 0
    const forgetful: Broker = {
      ...broker,
      publish: (message) => (lost++ === 0 ? Promise.resolve() : broker.publish(message)),
    }
    const outbox = await outboxOn(forgetful, 10)
    const heard: string[] = []
    const listen: Apply<'APScheduledEvent'> = (_tx, { id }) => Promise.resolve(void heard.push(id))
    await subscribe('participants', outbox, { APScheduledEvent: listen })
    await subscribe('notifications', outbox, { APScheduledEvent: listen })
    const { event } = scheduled()
    await transactionsOn(pool)((tx) => outbox.append(tx, { event, aggregateVersion: 1 }))
    await outbox.settle([event])
    await vi.waitFor(
      async () => expect(await rows('SELECT FROM outbox WHERE published_at IS NOT NULL')).toHaveLength(1),
      { timeout: 10_000 },
    )
    expect(heard).toEqual([])
    now = new Date(now.getTime() + 11_000)
    await vi.waitFor(async () => expect(await rows('SELECT * FROM outbox')).toEqual([]), { timeout: 15_000 })
    expect(heard).toEqual([event.id, event.id])
  })

  it('does not resend an event that waits in a queue', async () => {
    const outbox = await outboxOn(broker, 10)
    const { event } = activated(2)
    await transactionsOn(pool)((tx) => outbox.append(tx, { event, aggregateVersion: 2 }))
    await outbox.settle([event])
    const resent = () => rows('SELECT resends, awaiting FROM outbox WHERE published_at IS NOT NULL')
    await vi.waitFor(async () => expect(await resent()).toHaveLength(1), { timeout: 10_000 })
    const looked = vi.spyOn(broker, 'depth')
    const watching = await outboxOn(broker, 10)
    now = new Date(now.getTime() + 60_000)
    // at both subscribers
    await vi.waitFor(() => expect(looked.mock.calls.length).toBeGreaterThanOrEqual(2), { timeout: 15_000 })
    await watching.stop()
    expect(await resent()).toMatchObject([{ resends: 0, awaiting: { length: 2 } }])
  })

  it('does not resend an event that the broker dead-lettered because its consumer was killed', async () => {
    const outbox = await outboxOn(broker, 10)
    let deliveries = 0
    for (const queue of ['participants', 'notifications'])
      await broker.subscribe({
        queue,
        concurrency: 1,
        handle: () => {
          deliveries += 1
          return Promise.reject(new Poison('ends whoever tries it'))
        },
      })
    const { event } = activated(2)
    await transactionsOn(pool)((tx) => outbox.append(tx, { event, aggregateVersion: 2 }))
    await outbox.settle([event])
    const left = () => rows('SELECT resends, awaiting FROM outbox WHERE published_at IS NOT NULL')
    await vi.waitFor(async () => expect(await left()).toHaveLength(1), { timeout: 10_000 })
    now = new Date(now.getTime() + 60_000)
    await vi.waitFor(async () => expect(await left()).toEqual([{ resends: 0, awaiting: [] }]), {
      timeout: 15_000,
    })
    expect(deliveries).toBe(2)
  })

  it('does not resend an event that became a dead letter', async () => {
    const outbox = await outboxOn(broker, 10)
    const reject = () => Promise.reject(new Poison('cannot be applied'))
    await subscribe('participants', outbox, { APActivatedEvent: reject })
    await subscribe('notifications', outbox, {})
    await settledTransactions(transactionsOn(pool), outbox)((tx) => outbox.append(tx, activated(2)))
    await vi.waitFor(
      async () =>
        expect(await rows('SELECT awaiting FROM outbox WHERE published_at IS NOT NULL')).toEqual([
          { awaiting: [] },
        ]),
      { timeout: 10_000 },
    )
    expect(await broker.deadLetters('participants')).toHaveLength(1)
  })

  it('commits while the broker is unavailable, and delivers afterwards, older events first', async () => {
    const away = awayBroker()
    const outbox = await outboxOn(away)
    const heard: unknown[] = []
    await broker.subscribe({
      queue: 'participants',
      concurrency: 1,
      handle: ({ message }) => Promise.resolve(void heard.push(message.body)),
    })
    const transaction = settledTransactions(transactionsOn(pool), outbox)
    for (const version of [2, 3, 4]) await transaction((tx) => outbox.append(tx, activated(version)))
    expect(heard).toEqual([])
    away.isAway = false
    now = new Date(now.getTime() + 6000)
    await vi.waitFor(() => expect(heard).toHaveLength(3), 5000)
    expect(
      heard.map((event) => (event as AppointmentsEvent<'APActivatedEvent'>).data.appointment.version),
    ).toEqual([2, 3, 4])
  })

  it.each([
    ['a process that died', 6000],
    ['a process that died with its clock ten minutes ahead', -600_000],
  ])('publishes the events committed by %s', async (_who, laterMs) => {
    const outbox = await outboxOn(broker)
    const heard: unknown[] = []
    await broker.subscribe({
      queue: 'participants',
      concurrency: 1,
      handle: ({ message }) => Promise.resolve(void heard.push(message.id)),
    })
    const event = activated(2)
    // committed but never published, as by a killed process
    await transactionsOn(pool)((tx) => outbox.append(tx, event))
    now = new Date(now.getTime() + laterMs)
    await vi.waitFor(() => expect(heard).toEqual([event.event.id]), 5000)
  })

  it('sends a lost event again, however often the broker rejects it meanwhile', async () => {
    let published = 0
    const flaky: Broker = {
      ...broker,
      // confirms the event and loses it, and confirms nothing for three attempts
      publish: (message) => {
        published += 1
        if (published === 1) return Promise.resolve()
        return published <= 4 ? Promise.reject(new Unconfirmed('no majority')) : broker.publish(message)
      },
    }
    const outbox = await outboxOn(flaky, 10)
    const heard: string[] = []
    const listen: Apply<'APScheduledEvent'> = (_tx, { id }) => Promise.resolve(void heard.push(id))
    await subscribe('participants', outbox, { APScheduledEvent: listen })
    await subscribe('notifications', outbox, { APScheduledEvent: listen })
    const { event } = scheduled()
    await transactionsOn(pool)((tx) => outbox.append(tx, { event, aggregateVersion: 1 }))
    await outbox.settle([event])
    await vi.waitFor(
      async () => expect(await rows('SELECT FROM outbox WHERE published_at IS NOT NULL')).toHaveLength(1),
      { timeout: 10_000 },
    )
    for (const attempts of [2, 3, 4, 5]) {
      now = new Date(now.getTime() + 600_000)
      await vi.waitFor(() => expect(published).toBe(attempts), { timeout: 15_000 })
    }
    await vi.waitFor(async () => expect(await rows('SELECT * FROM outbox')).toEqual([]), { timeout: 15_000 })
    expect(heard).toEqual([event.id, event.id])
  })
})

describe('the inbox', () => {
  it('applies a duplicate once', async () => {
    const outbox = await outboxOn(broker)
    await subscribe('participants', outbox, {
      APActivatedEvent: (tx) => {
        tx.write("INSERT INTO inbox VALUES ('test', gen_random_uuid(), now())", [])
      },
    })
    const replies: string[] = []
    const address = await broker.openReplies(({ subscriber }) => replies.push(subscriber))
    const { event } = activated(2)
    for (let count = 0; count < 5; count += 1) await broker.publish(messageOf(event, address))
    await expect.poll(() => replies).toHaveLength(5)
    const { rowCount } = await pool.query("SELECT FROM inbox WHERE consumer = 'test'")
    expect(rowCount).toBe(1)
  })

  it.each([
    ['its connections break', new Error('Connection terminated unexpectedly')],
    [
      'its name cannot be resolved',
      Object.assign(new Error('getaddrinfo ENOTFOUND postgres'), { code: 'ENOTFOUND' }),
    ],
  ])('holds an event while its database is unreachable, without using a retry: %s', async (_why, error) => {
    const outbox = await outboxOn(broker)
    let tries = 0
    const attempts: number[] = []
    const subscribed = broker.subscribe
    broker = {
      ...broker,
      subscribe: ({ handle, ...subscription }) =>
        subscribed({
          ...subscription,
          handle: (delivery) => {
            attempts.push(delivery.attempt)
            return handle(delivery)
          },
        }),
    }
    const outOfReach = () => {
      tries += 1
      return tries < 4 ? Promise.reject(error) : Promise.resolve()
    }
    await subscribe('participants', outbox, { APActivatedEvent: outOfReach })
    await broker.publish(messageOf(activated(2).event))
    await vi.waitFor(() => expect(tries).toBe(4), { timeout: 10_000 })
    expect(attempts).toEqual([1])
  })

  it('rolls back a failed application of an event, and retries it', async () => {
    const outbox = await outboxOn(broker)
    let tries = 0
    await subscribe('participants', outbox, {
      APActivatedEvent: async (tx) => {
        await tx.query("INSERT INTO inbox VALUES ('test', 'effect', now())")
        tries += 1
        if (tries === 1) throw new Error('not now')
      },
    })
    await broker.publish(messageOf(activated(2).event))
    await expect.poll(() => tries).toBe(2)
    await vi.waitFor(
      async () =>
        expect(await rows("SELECT count(*) AS n FROM inbox WHERE event_id = 'effect'")).toEqual([{ n: 1 }]),
      { timeout: 10_000 },
    )
  })

  it('applies events that arrive together in one transaction, and a failed one affects no other', async () => {
    const outbox = await outboxOn(broker)
    const about = (id: string): NewEvent['event'] => ({ ...activated(2).event, id, subject: id })
    const applied: string[] = []
    const apply: Apply<'APActivatedEvent'> = (tx, event) => {
      if (event.id === 'poison') throw new Poison('it cannot be applied')
      tx.whenStored(() => applied.push(event.id))
    }
    const shared = sharedTransactions(transactionsOn(pool), 1)
    await subscribe('participants', outbox, { APActivatedEvent: apply }, silentTelemetry, shared)
    await pool.query("INSERT INTO inbox VALUES ('participants', 'duplicate', now())")
    await Promise.all(
      ['first', 'poison', 'duplicate', 'last'].map((id) => broker.publish(messageOf(about(id)))),
    )
    await vi.waitFor(
      async () =>
        expect(await broker.deadLetters('participants')).toMatchObject([{ message: { id: 'poison' } }]),
      { timeout: 10_000 },
    )
    await expect.poll(() => applied.toSorted()).toEqual(['first', 'last'])
    expect(await rows('SELECT event_id FROM inbox ORDER BY event_id')).toEqual(
      ['duplicate', 'first', 'last'].map((event_id) => ({ event_id })),
    )
  })

  it('applies an event after the transaction that holds its lock, and sees what that stored', async () => {
    const outbox = await outboxOn(broker)
    const stored: unknown[] = []
    const apply: Apply<'APActivatedEvent'> = async (tx) => {
      const { rows: before } = await tx.query<object>("SELECT event_id FROM inbox WHERE consumer = 'test'")
      stored.push(...before)
    }
    const transaction = transactionsOn(pool)
    const lockOf = ({ subject }: AppointmentsEvent) => subject
    await subscribe('participants', outbox, { APActivatedEvent: apply }, silentTelemetry, transaction, lockOf)
    const { event } = activated(2)
    await transaction(async (tx) => {
      await tx.query(`SELECT ${takeLock('$1')}`, [event.subject])
      await broker.publish(messageOf(event))
      await expect
        .poll(
          () =>
            rows(
              "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'",
            ),
          { timeout: 10_000 },
        )
        .toHaveLength(1)
      tx.write("INSERT INTO inbox VALUES ('test', 'before', now())", [])
    })
    await expect.poll(() => stored).toEqual([{ event_id: 'before' }])
  })

  it('applies a duplicate once, if it takes a lock too', async () => {
    const outbox = await outboxOn(broker)
    const applied: string[] = []
    const apply: Apply<'APActivatedEvent'> = (_tx, { id }) => Promise.resolve(void applied.push(id))
    const [transaction, lockOf] = [transactionsOn(pool), ({ subject }: AppointmentsEvent) => subject]
    await subscribe('participants', outbox, { APActivatedEvent: apply }, silentTelemetry, transaction, lockOf)
    const replies: string[] = []
    const address = await broker.openReplies(({ subscriber }) => replies.push(subscriber))
    const { event } = activated(2)
    for (let count = 0; count < 5; count += 1) await broker.publish(messageOf(event, address))
    await expect.poll(() => replies).toHaveLength(5)
    expect(await rows('SELECT event_id FROM inbox')).toEqual([{ event_id: event.id }])
  })

  it.each([
    ['a message that is not an event', { hello: 'world' }],
    ['an event of an unknown type', { ...scheduled0(), type: 'APUnknownEvent' }],
    ['an event with invalid data', { ...scheduled0(), data: { appointment: {} } }],
  ])('dead-letters %s with the reason', async (_, body) => {
    const outbox = await outboxOn(broker)
    await subscribe('participants', outbox, {})
    await broker.publish({ id: 'poison', type: 'APScheduledEvent', key: 'a-1', body, headers: {} })
    await vi.waitFor(
      async () =>
        expect(await broker.deadLetters('participants')).toMatchObject([{ message: { id: 'poison' } }]),
      { timeout: 10_000 },
    )
    expect(await rows('SELECT * FROM inbox')).toEqual([])
  })
})

/** A valid event for tables of tests. */
function scheduled0() {
  now = new Date('2026-12-01T12:00:00Z')
  return scheduled().event
}

describe('a settled response', () => {
  it('waits for follow-up events in other services too', async () => {
    const outbox = await outboxOn(broker)
    const order: string[] = []
    await subscribe('participants', outbox, {
      APActivatedEvent: (tx) => {
        order.push('participants')
        const data = { appointmentId: 'a-1', roster: { ...roster, version: 2 }, actor: {}, requested: false }
        outbox.append(
          tx,
          newEvent('APInteractionUpdatedEvent', { subject: 'a-1', aggregateVersion: 2, at: now, data }),
        )
      },
    })
    await subscribe('notifications', outbox, {})
    // both subscribers share one inbox table here, so the event is already recorded for the other one
    await broker.subscribe({
      queue: 'appointments',
      concurrency: 1,
      handle: async ({ message }) => {
        await new Promise((resolve) => setImmediate(resolve))
        order.push('appointments')
        if (message.replyTo !== undefined)
          broker.reply(message.replyTo, { messageId: message.id, subscriber: 'appointments' })
      },
    })
    await settledTransactions(transactionsOn(pool), outbox)((tx) => outbox.append(tx, activated(2)))
    expect(order).toEqual(['participants', 'appointments'])
  })

  it('does not wait longer for a broker that never confirms', async () => {
    const silent = { ...broker, publish: () => new Promise<never>(() => undefined) }
    const outbox = await outboxOn(silent, 5)
    const write = settledTransactions(transactionsOn(pool), outbox)
    expect(await write((tx) => (outbox.append(tx, activated(2)), 'stored'))).toBe('stored')
    expect(await rows('SELECT published_at FROM outbox')).toEqual([{ published_at: null }])
  })

  it('skips a subscriber that keeps missing until it replies again', async () => {
    const { telemetry, value } = await watched()
    const settlements = createSettlements(5, telemetry.metrics)
    const skips = () =>
      Promise.all(['notifications', 'participants'].map((name) => value('settle_skips_total', name)))
    const { event } = activated(2)
    for (let count = 0; count < 2; count += 1)
      await settlements.expect({ ...event, id: `e-${count}` }).settled
    await settlements.expect(event).settled
    expect(await skips()).toEqual([1, 1])
    settlements.onReply({ messageId: 'any', subscriber: 'participants' })
    const { settled } = settlements.expect({ ...event, id: 'e-9' })
    settlements.onReply({ messageId: 'e-9', subscriber: 'participants' })
    await settled
    expect(await skips()).toEqual([2, 1])
    settlements.expect({ ...event, id: 'e-10' }).giveUp()
    expect(await skips()).toEqual([3, 1])
  })
})

describe('the trace of a change', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const traced = <Result>(work: () => Promise<Result>) =>
    enter(silentTracer, { name: 'request', kind: 'server', traceparent }, work)

  it('continues in the service that applies its event', async () => {
    const outbox = await outboxOn(broker)
    const heard: unknown[] = []
    await subscribe('participants', outbox, {
      APActivatedEvent: () => Promise.resolve(void heard.push(currentTraceparent())),
    })
    await subscribe('notifications', outbox, {})
    const transaction = settledTransactions(transactionsOn(pool), outbox)
    await traced(() => transaction((tx) => outbox.append(tx, activated(2))))
    expect(heard).toEqual([traceparent])
  })

  it('continues even if another process publishes the event later', async () => {
    const outbox = await outboxOn(broker)
    const heard: unknown[] = []
    await broker.subscribe({
      queue: 'participants',
      concurrency: 1,
      handle: ({ message }) => Promise.resolve(void heard.push(message.headers)),
    })
    await traced(() => transactionsOn(pool)((tx) => outbox.append(tx, activated(2))))
    now = new Date(now.getTime() + 6000)
    await vi.waitFor(() => expect(heard).toEqual([{ traceparent }]), 5000)
  })
})

describe('metrics', () => {
  it('report the number of unpublished events and the age of the oldest', async () => {
    const { telemetry, value } = await watched()
    const outbox = await outboxOn(awayBroker(), 5000, telemetry)
    expect(await value('outbox_unpublished_events')).toBe(0)
    expect(await value('outbox_oldest_unpublished_seconds')).toBe(0)
    const transaction = settledTransactions(transactionsOn(pool), outbox)
    for (const version of [2, 3]) await transaction((tx) => outbox.append(tx, activated(version)))
    now = new Date(now.getTime() + 90_000)
    expect(await value('outbox_unpublished_events')).toBe(2)
    expect(await value('outbox_oldest_unpublished_seconds')).toBe(90)
  })

  it('report the outcome of each delivery, the age of events, and dead letters', async () => {
    const { telemetry, value } = await watched()
    const outbox = await outboxOn(broker)
    let tries = 0
    const flaky = () => (++tries === 1 ? Promise.reject(new Error('not now')) : Promise.resolve())
    await subscribe('participants', outbox, { APActivatedEvent: flaky }, telemetry)
    const { event } = activated(2)
    now = new Date(now.getTime() + 4000)
    await broker.publish(messageOf(event))
    await broker.publish({ id: 'poison', type: 'APScheduledEvent', key: 'a-2', body: {}, headers: {} })
    await vi.waitFor(
      async () => expect(await value('event_deliveries_total', 'APActivatedEvent",outcome="applied')).toBe(1),
      { timeout: 10_000 },
    )
    await broker.publish(messageOf(event))
    await vi.waitFor(
      async () =>
        expect(await value('event_deliveries_total', 'APActivatedEvent",outcome="duplicate')).toBe(1),
      { timeout: 10_000 },
    )
    expect(await value('event_deliveries_total', 'APActivatedEvent",outcome="retry')).toBe(1)
    expect(await value('event_deliveries_total', 'APScheduledEvent",outcome="dead')).toBe(1)
    expect(await value('event_apply_age_seconds_sum')).toBe(4)
    expect(await value('event_apply_age_seconds_count')).toBe(1)
    expect(await value('queue_dead_letters')).toBe(1)
  })

  it('report how long responses waited, missing replies, and skipped subscribers', async () => {
    const { telemetry, value } = await watched()
    const settlements = createSettlements(5, telemetry.metrics)
    const { event } = activated(2)
    for (const id of ['e-1', 'e-2', 'e-3']) await settlements.expect({ ...event, id }).settled
    expect(await value('settle_duration_seconds_count')).toBe(2)
    expect(await value('settle_misses_total', 'participants')).toBe(2)
    expect(await value('settle_skips_total', 'participants')).toBe(1)
  })
})

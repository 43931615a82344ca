import {
  cloudEvent,
  events,
  type AppointmentsEvent,
  type EventType,
  type ServiceName,
} from '@appointments/contracts'
import type { Pool, Sql, Transaction } from '@appointments/postgres'
import { repeat, type Clock, type Log, type Stoppable } from '@appointments/runtime'
import { Poison, type Broker, type Delivery } from './broker.ts'
import type { Outbox } from './outbox.ts'
import { collecting } from './settled-transaction.ts'

/** Applies one event inside a transaction; the events it appends follow from it. */
export type Apply<Type extends EventType> = (tx: Sql, event: AppointmentsEvent<Type>) => Promise<void>
export type Appliers = { [Type in EventType]?: Apply<Type> }

const KEEP_MS = 14 * 86_400_000

interface InboxDeps {
  service: ServiceName
  pool: Pool
  transaction: Transaction
  broker: Broker
  outbox: Outbox
  appliers: Appliers
  /** Messages that are no events, by type; they are not recorded. */
  others?: Record<string, (body: unknown) => Promise<void>>
  /** Called after events were committed, for work that waits for them. */
  onApplied?: () => void
  concurrency: number
  clock: Clock
  log: Log
}

/**
 * The inbox of a service: an event and its effects are one transaction, duplicates are recognised by event id.
 * After the commit the delivery is acknowledged; the publisher gets its *applied* reply when whatever followed
 * from the event has settled too.
 */
export async function openInbox(deps: InboxDeps): Promise<Stoppable> {
  const {
    service,
    pool,
    transaction,
    broker,
    outbox,
    appliers,
    others = {},
    onApplied,
    concurrency,
    clock,
    log,
  } = deps
  const inTransaction = collecting(transaction, outbox)
  const replying = new Set<Promise<void>>()

  const apply = async (event: AppointmentsEvent) => {
    const [, followUps] = await inTransaction(async (tx) => {
      const { rowCount } = await tx.query(
        'INSERT INTO inbox (consumer, event_id, applied_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [service, event.id, clock.now()],
      )
      if (rowCount === 0) return
      await (appliers[event.type] as Apply<EventType> | undefined)?.(tx, event)
    })
    return followUps
  }

  const handle = async ({ message }: Delivery) => {
    const other = others[message.type]
    if (other) return other(message.body)
    const followUps = await apply(readEvent(message.body))
    onApplied?.()
    const reply = outbox.settle(followUps).then(() => {
      if (message.replyTo !== undefined)
        broker.reply(message.replyTo, { messageId: message.id, subscriber: service })
    })
    replying.add(reply)
    void reply.finally(() => replying.delete(reply))
  }

  const consumer = await broker.subscribe({ queue: service, concurrency, handle })
  const cleaner = repeat(
    'inbox cleaner',
    600_000,
    async () => {
      const { rowCount } = await pool.query(
        'DELETE FROM inbox WHERE ctid IN (SELECT ctid FROM inbox WHERE applied_at < $1 LIMIT 1000)',
        [new Date(clock.now().getTime() - KEEP_MS)],
      )
      return rowCount === 1000
    },
    log,
  )
  return {
    async stop() {
      await cleaner.stop()
      await consumer.stop()
      await Promise.all(replying)
    },
  }
}

/** Reads an event; one that does not fit its schema is no event anybody can apply. */
function readEvent(body: unknown): AppointmentsEvent {
  const envelope = cloudEvent.safeParse(body)
  if (!envelope.success)
    throw new Poison(`not an event: ${envelope.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
  const data = events[envelope.data.type].data.safeParse(envelope.data.data)
  if (!data.success) {
    throw new Poison(
      `${envelope.data.type}: ${data.error.issues.map(({ path }) => path.join('.')).join(', ')}`,
    )
  }
  return { ...envelope.data, data: data.data } as AppointmentsEvent
}

import { setTimeout as pause } from 'node:timers/promises'
import { defaultRetryDelaysMs, Poison, type Broker, type Delivery } from '@appointments/broker'
import {
  cloudEvent,
  events,
  type AppointmentsEvent,
  type EventType,
  type ServiceName,
  type SubscribedBy,
} from '@appointments/contracts'
import { takeLock, type Pool, type Transaction, type Tx } from '@appointments/postgres'
import {
  enter,
  failPoint,
  isOutOfReach,
  repeat,
  type Clock,
  type Log,
  type Stoppable,
} from '@appointments/runtime'
import { silentTelemetry, type Telemetry } from '@appointments/telemetry'
import { forgetApplied } from './forget-applied.ts'
import { inboxMetrics, queueMetrics } from './metrics.ts'
import type { Outbox } from './outbox.ts'
import { collecting } from './settled-transaction.ts'

/** Applies one event inside a transaction; the events that it appends are follow-ups. */
export type Apply<Type extends EventType> = (tx: Tx, event: AppointmentsEvent<Type>) => void | Promise<void>
export type Appliers = { [Type in EventType]?: Apply<Type> }
/** An applier for every event that a service subscribes to; a missing one does not compile. */
export type AppliersOf<Service extends ServiceName> = { [Type in SubscribedBy<Service>]: Apply<Type> }

/** Pause between attempts while the database is unreachable. */
const RETRY_MS = 500
/** Longest time that a delivery waits for the database; far below the time limit of brokers for a delivery. */
const HOLD_MS = 600_000

const RECORD = 'INSERT INTO inbox (consumer, event_id, applied_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
/** The lock comes second, as in older releases: two deliveries of one event must not wait for each other. */
const RECORD_AND_LOCK = `WITH recorded AS (${RECORD} RETURNING event_id) SELECT ${takeLock('$4')} FROM recorded`

/** The inbox already has the event, so the transaction of its applier is rolled back. */
class AppliedBefore extends Error {}

interface InboxDeps {
  service: ServiceName
  pool: Pool
  transaction: Transaction
  broker: Broker
  outbox: Outbox
  appliers: Appliers
  /** Name of the lock that an event takes, so that events with the same lock are applied one after another. */
  lockOf?: ((event: AppointmentsEvent) => string | undefined) | undefined
  /** Handlers of messages that are not events, by type; these messages are not recorded. */
  others?: Record<string, (body: unknown) => Promise<void>>
  concurrency: number
  telemetry?: Telemetry
  clock: Clock
  log: Log
}

/**
 * The inbox of a service: an event and its effects are one transaction, and duplicates are recognised by event id. After
 * the commit, the delivery is acknowledged. The publisher receives its *applied* reply when all follow-up events have
 * settled too.
 */
export async function openInbox(deps: InboxDeps): Promise<Stoppable> {
  const {
    service,
    pool,
    transaction,
    broker,
    outbox,
    appliers,
    lockOf,
    others = {},
    concurrency,
    telemetry = silentTelemetry,
    clock,
    log,
  } = deps
  const inTransaction = collecting(transaction, outbox)
  const replying = new Set<Promise<void>>()
  const stopping = new AbortController()
  const deliveries = telemetry.metrics.counter(inboxMetrics.deliveries)
  const age = telemetry.metrics.histogram(inboxMetrics.age)
  telemetry.metrics.read(queueMetrics, () => broker.depth(service))

  const apply = async (event: AppointmentsEvent) => {
    try {
      const [, followUps] = await inTransaction(async (tx) => {
        const lock = lockOf?.(event)
        const recorded = [service, event.id, clock.now()]
        const appliedBefore = () => new AppliedBefore()
        if (lock === undefined) tx.write(RECORD, recorded, appliedBefore)
        else tx.write(RECORD_AND_LOCK, [...recorded, lock], appliedBefore)
        await (appliers[event.type] as Apply<EventType> | undefined)?.(tx, event)
      })
      return { isNew: true, followUps }
    } catch (error) {
      if (!(error instanceof AppliedBefore)) throw error
      return { isNew: false, followUps: [] }
    }
  }

  /** Passes a message to its handler; resolves to false for a duplicate. */
  const handleOnce = async ({ message }: Delivery): Promise<boolean> => {
    const other = others[message.type]
    if (other) {
      await other(message.body)
      return true
    }
    const event = readEvent(message.body)
    const { isNew, followUps } = await apply(event)
    if (isNew) age.observe({}, Math.max(0, clock.now().getTime() - Date.parse(event.time)) / 1000)
    const reply = outbox.settle(followUps).then(() => {
      if (message.replyTo !== undefined)
        broker.reply(message.replyTo, { messageId: message.id, subscriber: service })
    })
    replying.add(reply)
    void reply.finally(() => replying.delete(reply))
    return isNew
  }

  /**
   * Holds a delivery while the database is unreachable. Retries are for faults of the message; if an outage used them
   * up, the message would return long after the database is back.
   */
  const handleWhenReachable = async (delivery: Delivery): Promise<boolean> => {
    const limit = performance.now() + HOLD_MS
    for (;;) {
      try {
        return await handleOnce(delivery)
      } catch (error) {
        if (!isOutOfReach(error) || stopping.signal.aborted || performance.now() > limit) throw error
        await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  const handle = async (delivery: Delivery) => {
    const { message, attempt } = delivery
    // limits the label to known types, because the type of an unknown message is arbitrary
    const type = message.type in events || message.type in others ? message.type : 'unknown'
    const { traceparent } = message.headers
    try {
      await failPoint('consume.before')
      const isNew = await enter(
        telemetry.tracer,
        { name: `apply ${type}`, kind: 'consumer', traceparent },
        () => handleWhenReachable(delivery),
      )
      await failPoint('consume.after')
      deliveries.count({ type, outcome: isNew ? 'applied' : 'duplicate' })
    } catch (error) {
      const isLast = error instanceof Poison || attempt > defaultRetryDelaysMs.length
      deliveries.count({ type, outcome: isLast ? 'dead' : 'retry' })
      // a dead letter waits for an operator, so the publisher must neither wait for it nor send it again
      if (isLast && message.replyTo !== undefined)
        broker.reply(message.replyTo, { messageId: message.id, subscriber: service })
      throw error
    }
  }

  const consumer = await broker.subscribe({ queue: service, concurrency, handle })
  const cleaner = repeat('inbox cleaner', 600_000, forgetApplied({ pool, clock }), log)
  return {
    async stop() {
      stopping.abort()
      await cleaner.stop()
      await consumer.stop()
      await Promise.all(replying)
    },
  }
}

/** Reads an event. @throws Poison if it does not match its schema */
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

import { setTimeout as pause } from 'node:timers/promises'
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import type { Log } from '@appointments/runtime'
import { Poison } from '../broker.ts'
import type { Consumer, Subscription } from '../broker.ts'
import { createKeyedQueue } from '../keyed-queue.ts'
import { reasonOf } from '../reasons.ts'
import { endChannel, openChannel } from './link.ts'
import type { Link } from './link.ts'
import type { Publisher } from './publisher.ts'
import { queueNames } from './topology.ts'
import { attemptOf, copyOf, decode, keyOf, lifetimeOf, wireHeaders } from './wire.ts'

/** Higher than the concurrency, because transient messages stay unacknowledged while they wait for a retry. */
const TRANSIENT_PREFETCH = 100
const MOVE_AGAIN_MS = 1_000
/**
 * Idle time after which a subscription is renewed. A quorum queue that is deleted and declared again within milliseconds
 * (seen on 3.10) keeps a consumer on its list without ever delivering to it or ending its subscription.
 */
const RENEW_AFTER_MS = 10_000

/** The lifetime of one channel. A delivery can be settled only on the channel it came from. */
interface Session {
  model: ChannelModel
  channel: Channel
  isOpen: boolean
  waiting: Map<NodeJS.Timeout, Item>
  renewal: NodeJS.Timeout
}

interface Item {
  session: Session
  raw: ConsumeMessage
  attempt: number
  /** Expiry of a transient message, in epoch milliseconds. */
  lifetime?: { first: number; retries: number }
}

interface ConsumerParts {
  link: Link
  publisher: Publisher
  /** Declares the queue if it is missing. */
  prepare: (model: ChannelModel) => Promise<void>
  retryDelaysMs: readonly number[]
  log: Log
}

const settle = ({ session, raw }: Item, how: (channel: Channel, raw: ConsumeMessage) => void): void => {
  if (!session.isOpen) return
  try {
    how(session.channel, raw)
  } catch {
    // the channel has just closed; the broker delivers the message again
  }
}

const acknowledge = (item: Item): void => settle(item, (channel, raw) => channel.ack(raw))

/** Requeues an item that was not begun. Newer brokers do not count this as a failed delivery, unlike `reject`. */
const requeue = (item: Item): void => settle(item, (channel, raw) => channel.nack(raw, false, true))

/** Handles the deliveries of a queue until stopped, over any number of channels and connections. */
export const consume = async (
  { link, publisher, prepare, retryDelaysMs, log }: ConsumerParts,
  { queue, concurrency, handle }: Subscription,
): Promise<Consumer> => {
  const names = queueNames(queue)
  const ready = createKeyedQueue<Item>()
  const stopping = new AbortController()
  let session: Session | undefined
  let running = 0
  let idle: (() => void)[] = []
  let isRenewal = false

  const work = (): void => {
    while (running < concurrency) {
      const next = ready.take()
      if (!next) return
      running += 1
      void deliver(next.item).finally(() => {
        running -= 1
        ready.release(next.key)
        work()
        if (running > 0) return
        for (const resolve of idle) resolve()
        idle = []
      })
    }
  }

  const deliver = async (item: Item): Promise<void> => {
    if (!item.session.isOpen) return
    if (item.lifetime && Date.now() >= expiry(item, item.lifetime)) {
      acknowledge(item)
      return
    }
    try {
      const { message } = decode(item.raw)
      await handle({ message, attempt: item.attempt })
    } catch (error) {
      if (item.lifetime) postponeTransient(item, item.lifetime, error)
      else await postpone(item, error)
      return
    }
    acknowledge(item)
  }

  const expiry = ({ attempt }: Item, lifetime: NonNullable<Item['lifetime']>): number =>
    attempt === 1 ? lifetime.first : lifetime.retries

  const delayAfter = (attempt: number, error: unknown): number | undefined =>
    error instanceof Poison ? undefined : retryDelaysMs[attempt - 1]

  const postpone = (item: Item, error: unknown): Promise<void> => {
    const delayMs = delayAfter(item.attempt, error)
    if (delayMs !== undefined) {
      return move(item, names.retry(delayMs), { [wireHeaders.attempt]: item.attempt + 1 })
    }
    return move(item, names.dead, {
      [wireHeaders.reason]: reasonOf(error),
      [wireHeaders.deadAt]: new Date().toISOString(),
    })
  }

  /** Acknowledges the original only after its copy is stored, so that the message is never lost. */
  const move = async (item: Item, target: string, changes: Record<string, unknown>): Promise<void> => {
    while (item.session.isOpen) {
      try {
        await publisher.send('', target, copyOf(item.raw, changes))
        acknowledge(item)
        return
      } catch (error) {
        if (stopping.signal.aborted) {
          requeue(item)
          return
        }
        log.warn({ queue, target, reason: reasonOf(error) }, 'a failed message could not be moved yet')
        await pause(MOVE_AGAIN_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
      }
    }
  }

  /** Retry queues and dead letters are on disk, so a transient message waits in memory and never becomes a dead letter. */
  const postponeTransient = (item: Item, lifetime: NonNullable<Item['lifetime']>, error: unknown): void => {
    const delayMs = delayAfter(item.attempt, error)
    if (delayMs === undefined || Date.now() + delayMs >= lifetime.retries) {
      log.warn({ queue, reason: reasonOf(error) }, 'a transient message is dropped')
      acknowledge(item)
      return
    }
    if (stopping.signal.aborted) {
      requeue(item)
      return
    }
    const timer = setTimeout(() => {
      item.session.waiting.delete(timer)
      ready.push(keyOf(item.raw), { ...item, attempt: item.attempt + 1 })
      work()
    }, delayMs).unref()
    item.session.waiting.set(timer, item)
  }

  const accept = (from: Session, raw: ConsumeMessage | null, isTransient: boolean): void => {
    if (raw === null) {
      log.warn({ queue }, 'the message broker ended the subscription; subscribing again')
      void endChannel(from.model, from.channel)
      return
    }
    const item: Item = { session: from, raw, attempt: attemptOf(raw) }
    if (stopping.signal.aborted) {
      requeue(item)
      return
    }
    from.renewal.refresh()
    ready.push(keyOf(raw), isTransient ? { ...item, lifetime: lifetimeOf(raw, Date.now()) } : item)
    work()
  }

  const renew = (silent: Session): void => {
    if (running > 0 || silent.waiting.size > 0) {
      silent.renewal.refresh()
      return
    }
    isRenewal = true
    void endChannel(silent.model, silent.channel)
  }

  const forget = (ended: Session | undefined): Item[] => {
    if (!ended) return []
    clearTimeout(ended.renewal)
    const items = [...ended.waiting.values()]
    for (const timer of ended.waiting.keys()) clearTimeout(timer)
    ended.waiting.clear()
    return items
  }

  const kept = await link.keep<Channel>({
    label: `consumer of ${queue}`,
    open: openChannel,
    build: async (channel, model) => {
      // a renewal assumes that the queue exists; if not, the next attempt declares it
      if (!isRenewal) await prepare(model)
      isRenewal = false
      // fails if the channel was closed in the meantime, which happens if the declaration is slow
      await channel.prefetch(concurrency)
      const renewal = setTimeout(() => renew(fresh), RENEW_AFTER_MS).unref()
      const fresh: Session = { model, channel, isOpen: true, waiting: new Map(), renewal }
      session = fresh
      await channel.consume(queue, (raw) => accept(fresh, raw, false), { consumerTag: queue })
      await channel.prefetch(TRANSIENT_PREFETCH)
      await channel.consume(names.transient, (raw) => accept(fresh, raw, true), {
        consumerTag: names.transient,
      })
    },
    lost: () => {
      if (session) session.isOpen = false
      forget(session)
      session = undefined
    },
  })

  return {
    stop: async () => {
      stopping.abort()
      const last = session
      if (last) {
        await Promise.all(
          [queue, names.transient].map((tag) => last.channel.cancel(tag).catch(() => undefined)),
        )
        for (const item of [...ready.drain(), ...forget(last)]) requeue(item)
      }
      if (running > 0) await new Promise<void>((resolve) => idle.push(resolve))
      await kept.release()
    },
  }
}

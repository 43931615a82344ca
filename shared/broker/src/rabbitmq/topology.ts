import { setTimeout as pause } from 'node:timers/promises'
import type { Channel, ChannelModel } from 'amqplib'
import type { Log } from '@appointments/runtime'
import type { QueueDeclaration, QueueDepth } from '../broker.ts'
import { reasonOf } from '../reasons.ts'
import { defaultRetryDelaysMs } from '../retry-delays.ts'
import { closeChannel, openChannel } from './link.ts'

/**
 * How often a delivery may end without a settlement, because the consumer crashed, before the broker dead-letters the
 * message.
 */
const DELIVERY_LIMIT = 20
/** Reading dead letters counts as delivering them, and reading must never remove one. */
const NO_DELIVERY_LIMIT = 2_147_483_647

/** Messages that must not be written to disk use a separate exchange and separate queues. */
export const transientExchange = (exchange: string): string => `${exchange}.transient`

export const queueNames = (queue: string) => ({
  transient: `${queue}.transient`,
  dead: `${queue}.dead`,
  deadLock: `${queue}.dead.lock`,
  retry: (delayMs: number) => `${queue}.retry.${delayMs}`,
})

/** Every broker queue that belongs to a queue of the topology, including the queue itself. */
export const allQueuesOf = (
  queue: string,
  retryDelaysMs: readonly number[] = defaultRetryDelaysMs,
): string[] => {
  const { transient, dead, deadLock, retry } = queueNames(queue)
  return [queue, transient, dead, deadLock, ...retryDelaysMs.map(retry)]
}

export interface Step {
  what: string
  run: (channel: Channel) => Promise<unknown>
}

const forwardingTo = (queue: string) => ({
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
  // required by at-least-once; without a length limit nothing is ever rejected
  'x-overflow': 'reject-publish',
})

const declareQueue = (name: string, args: Record<string, unknown>): Step => ({
  what: `queue ${name}`,
  run: (channel) => channel.assertQueue(name, { durable: true, arguments: args }),
})

/**
 * A queue and its companions. The message itself waits in quorum queues only; transient messages wait in a
 * classic queue that dead-letters nowhere, because a quorum queue writes everything to disk and would move an
 * expired message to the dead letters.
 */
export const queueSteps = (
  exchange: string,
  queue: QueueDeclaration,
  retryDelaysMs: readonly number[],
): Step[] => {
  const names = queueNames(queue.name)
  return [
    declareQueue(names.dead, { 'x-queue-type': 'quorum', 'x-delivery-limit': NO_DELIVERY_LIMIT }),
    declareQueue(queue.name, {
      'x-queue-type': 'quorum',
      'x-delivery-limit': DELIVERY_LIMIT,
      ...forwardingTo(names.dead),
    }),
    ...retryDelaysMs.map((delayMs) =>
      declareQueue(names.retry(delayMs), {
        'x-queue-type': 'quorum',
        'x-message-ttl': delayMs,
        ...forwardingTo(queue.name),
      }),
    ),
    declareQueue(names.transient, { 'x-queue-type': 'classic' }),
    ...queue.types.flatMap((type): Step[] => [
      {
        what: `binding of ${queue.name} to ${type}`,
        run: (channel) => channel.bindQueue(queue.name, exchange, type),
      },
      {
        what: `binding of ${names.transient} to ${type}`,
        run: (channel) => channel.bindQueue(names.transient, transientExchange(exchange), type),
      },
    ]),
  ]
}

export const exchangeSteps = (exchange: string): Step[] =>
  [exchange, transientExchange(exchange)].map((name) => ({
    what: `exchange ${name}`,
    run: (channel) => channel.assertExchange(name, 'topic', { durable: true }),
  }))

/** Whether the broker rejected the command: not permitted, not found, locked, or declared with other arguments. */
export const isRejection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && [403, 404, 405, 406].includes(error.code as number)

/** Whether something does not exist yet or is locked because another service is declaring it. */
const isBeingDeclared = (error: unknown) => [404, 405].includes((error as { code: number }).code)
const ATTEMPTS = 3
const RETRY_MS = 200

/**
 * Declares exchanges, queues and bindings one after another. One that exists with other arguments is logged and used as
 * it is, because the service should start anyway and only an operator can delete a queue that holds messages.
 */
export const declare = async (model: ChannelModel, steps: readonly Step[], log: Log): Promise<void> => {
  let channel: Channel | undefined
  for (const { what, run } of steps) {
    for (let attempt = 1; ; attempt += 1) {
      channel ??= await openChannel(model)
      try {
        await run(channel)
        break
      } catch (error) {
        if (!isRejection(error)) throw error
        channel = undefined
        if (isBeingDeclared(error) && attempt < ATTEMPTS) {
          await pause(RETRY_MS)
          continue
        }
        log.error(
          { what, reason: reasonOf(error) },
          'the message broker rejected a declaration; continuing without it',
        )
        break
      }
    }
  }
  if (channel) await closeChannel(channel)
}

/** Counts the messages in a queue and its companions. */
export const queueDepth = async (
  model: ChannelModel,
  queue: string,
  retryDelaysMs: readonly number[],
): Promise<QueueDepth> => {
  const names = queueNames(queue)
  const channel = await openChannel(model)
  try {
    const count = async (name: string) => (await channel.checkQueue(name)).messageCount
    const ready = await count(queue)
    const dead = await count(names.dead)
    let retrying = 0
    for (const delayMs of retryDelaysMs) retrying += await count(names.retry(delayMs))
    return { ready, retrying, dead }
  } finally {
    // if a queue is missing, the broker has already closed the channel
    await closeChannel(channel).catch(() => {})
  }
}

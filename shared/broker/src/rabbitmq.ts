import { randomUUID } from 'node:crypto'
import type { ChannelModel } from 'amqplib'
import { asSecret, silentLog, type Log, type Secret } from '@appointments/runtime'
import { Unconfirmed, Unroutable } from './broker.ts'
import type { Broker, Topology } from './broker.ts'
import { consume } from './rabbitmq/consumer.ts'
import { listDeadLetters, purgeDeadLetters } from './rabbitmq/dead-letter-queue.ts'
import { openLink } from './rabbitmq/link.ts'
import { createPublisher } from './rabbitmq/publisher.ts'
import { encodeReply, listenForReplies } from './rabbitmq/replies.ts'
import {
  declare,
  exchangeSteps,
  queueDepth,
  queueNames,
  queueSteps,
  transientExchange,
} from './rabbitmq/topology.ts'
import type { Step } from './rabbitmq/topology.ts'
import { encode } from './rabbitmq/wire.ts'
import { reasonOf } from './reasons.ts'
import { defaultRetryDelaysMs } from './retry-delays.ts'

const DECLARE_AGAIN_MS = 1_000

export interface RabbitmqOptions {
  /** `amqp://` or `amqps://`, with the virtual host as its path. User and password are read again for every connection. */
  url: string | Secret
  topology: Topology
  /** Milliseconds before each further delivery of a failed message; each delay has a separate queue. */
  retryDelaysMs?: readonly number[]
  /** Connection name shown in RabbitMQ's tools. */
  connectionName?: string
  log?: Log
}

/**
 * The broker port over RabbitMQ 3.10 to 4.x. Resolves even if the broker is unavailable: publishing then rejects, and
 * everything connects once the broker is available.
 */
export const connectRabbitmq = async ({
  url,
  topology,
  retryDelaysMs = defaultRetryDelaysMs,
  connectionName = 'appointments',
  log = silentLog,
}: RabbitmqOptions): Promise<Broker> => {
  const { exchange, queues } = topology
  const address = asSecret(url)
  const [publishing, consuming] = await Promise.all([
    openLink(address, `${connectionName} publishing`, log),
    openLink(address, `${connectionName} consuming`, log),
  ])
  let closed = false
  let declaring = Promise.resolve()
  let declareAgainDue = false

  /** Declares sequentially, because concurrent declarations of one quorum queue are slow at best. */
  const declareInTurn = (model: ChannelModel, steps: readonly Step[]): Promise<void> => {
    const turn = declaring.then(() => declare(model, [...exchangeSteps(exchange), ...steps], log))
    declaring = turn.catch(() => {})
    return turn
  }
  const stepsOf = (names: readonly string[]): Step[] =>
    queues
      .filter(({ name }) => names.includes(name))
      .flatMap((queue) => queueSteps(exchange, queue, retryDelaysMs))
  const allQueues = queues.map(({ name }) => name)

  const expected = new Set(
    queues.flatMap(({ name, types }) => [
      ...types,
      queueNames(name).dead,
      ...retryDelaysMs.map(queueNames(name).retry),
    ]),
  )
  /**
   * Declares a deleted queue again, because its consumer may not be running. It waits first: a quorum queue declared
   * again within milliseconds keeps its old consumers on its list but delivers nothing to them.
   */
  const declareAgain = (routingKey: string): void => {
    if (declareAgainDue || !expected.has(routingKey)) return
    declareAgainDue = true
    log.warn({ routingKey }, 'a queue is missing on the message broker; declaring it again')
    setTimeout(() => {
      declareAgainDue = false
      const model = publishing.model()
      if (!model || closed) return
      declareInTurn(model, stepsOf(allQueues)).catch((error: unknown) =>
        log.warn({ reason: reasonOf(error) }, 'the queue could not be redeclared'),
      )
    }, DECLARE_AGAIN_MS).unref()
  }

  const publisher = await createPublisher({
    link: publishing,
    prepare: (model) => declareInTurn(model, stepsOf(allQueues)),
    onReturned: declareAgain,
  })

  const connected = (): ChannelModel => {
    const model = publishing.model()
    if (!model) throw new Unconfirmed('The broker is unavailable')
    return model
  }

  let visiting: Promise<unknown> = Promise.resolve()
  /** Visits dead letters sequentially, because the lock excludes other connections but not this one. */
  const visitInTurn = <T>(visit: () => Promise<T>): Promise<T> => {
    const turn = visiting.then(visit)
    visiting = turn.catch(() => {})
    return turn
  }

  return {
    publish: async (message) => {
      if (closed) throw new Unconfirmed('The broker is closed')
      const target = message.expiresInMs === undefined ? exchange : transientExchange(exchange)
      await publisher.send(target, message.type, encode(message)).catch((error: unknown) => {
        throw error instanceof Unroutable ? new Unroutable(`No queue is bound to ${message.type}`) : error
      })
    },
    subscribe: (subscription) => {
      const { queue } = subscription
      if (!allQueues.includes(queue)) return Promise.reject(new Error(`No queue ${queue} in the topology`))
      const prepare = (model: ChannelModel) => declareInTurn(model, stepsOf([queue]))
      return consume({ link: consuming, publisher, prepare, retryDelaysMs, log }, subscription)
    },
    openReplies: async (onReply) => {
      const address = `${exchange}.replies.${randomUUID()}`
      await listenForReplies(consuming, address, onReply, log)
      return address
    },
    reply: (address, reply) => publisher.post(address, encodeReply(reply)),
    deadLetters: (queue) => visitInTurn(() => listDeadLetters(connected(), queue)),
    purgeDeadLetters: (queue, isPurged) => visitInTurn(() => purgeDeadLetters(connected(), queue, isPurged)),
    depth: (queue) => queueDepth(connected(), queue, retryDelaysMs),
    // async, so that a missing connection also becomes a rejection
    declare: async () => declareInTurn(connected(), stepsOf(allQueues)),
    isUp: () => !closed && publisher.isUp(),
    close: async () => {
      if (closed) return
      closed = true
      await publisher.settled()
      await Promise.all([publishing.close(), consuming.close()])
    },
  }
}

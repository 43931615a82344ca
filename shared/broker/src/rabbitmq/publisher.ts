import { IllegalOperationError } from 'amqplib'
import type { ConfirmChannel } from 'amqplib'
import { Unconfirmed, Unroutable } from '../broker.ts'
import type { Link } from './link.ts'
import type { Wire } from './wire.ts'

const CONFIRM_LIMIT_MS = 5_000

export interface Publisher {
  /**
   * Resolves when the broker has stored the message. Any number may be in flight.
   * @throws Unroutable, Unconfirmed
   */
  send: (exchange: string, routingKey: string, wire: Wire) => Promise<void>
  /** Sends if possible, without a confirm. */
  post: (queue: string, wire: Wire) => void
  /** Resolves when every message in flight is confirmed, rejected or timed out (at most 5 s). */
  settled: () => Promise<void>
  isUp: () => boolean
}

interface Open {
  returned: boolean
  settle: (error?: Error) => void
}

interface PublisherParts {
  link: Link
  /** Runs on every new connection before anything is published. */
  prepare: (model: NonNullable<ReturnType<Link['model']>>) => Promise<void>
  /** Called if no queue is bound to the routing key of a message. */
  onReturned: (routingKey: string) => void
}

export const createPublisher = async ({ link, prepare, onReturned }: PublisherParts): Promise<Publisher> => {
  const open = new Map<string, Open>()
  const waiting = new Set<Promise<unknown>>()
  let channel: ConfirmChannel | undefined
  let sent = 0

  await link.keep<ConfirmChannel>({
    label: 'publisher',
    open: (model) => model.createConfirmChannel(),
    build: async (fresh, model) => {
      await prepare(model)
      // a return always precedes the confirm of the same message
      fresh.on('return', ({ fields, properties }) => {
        const message = open.get(String(properties.correlationId))
        if (message) message.returned = true
        onReturned(fields.routingKey)
      })
      channel = fresh
    },
    lost: () => (channel = undefined),
  })

  const publish = (to: ConfirmChannel, exchange: string, routingKey: string, wire: Wire): Promise<void> =>
    new Promise((resolve, reject) => {
      sent += 1
      const token = String(sent)
      const message: Open = {
        returned: false,
        settle: (error) => {
          if (!open.delete(token)) return
          clearTimeout(timer)
          if (error) reject(error)
          else resolve()
        },
      }
      const timer = setTimeout(
        () => message.settle(new Unconfirmed(`No confirm within ${CONFIRM_LIMIT_MS} ms`)),
        CONFIRM_LIMIT_MS,
      ).unref()
      open.set(token, message)
      const options = { ...wire.options, mandatory: true, correlationId: token }
      try {
        to.publish(exchange, routingKey, wire.content, options, (error: unknown) => {
          if (error) message.settle(new Unconfirmed('The broker did not confirm', { cause: error }))
          else if (message.returned) message.settle(new Unroutable(`No queue is bound to ${routingKey}`))
          else message.settle()
        })
      } catch (error) {
        const isDead = error instanceof IllegalOperationError
        message.settle(isDead ? new Unconfirmed('The channel is closed', { cause: error }) : (error as Error))
      }
    })

  return {
    send: (exchange, routingKey, wire) => {
      if (!channel) return Promise.reject(new Unconfirmed('The broker is unavailable'))
      if (link.isBlocked()) return Promise.reject(new Unconfirmed('The broker accepts no messages'))
      const published = publish(channel, exchange, routingKey, wire)
      const settled = published.catch(() => {})
      waiting.add(settled)
      void settled.then(() => waiting.delete(settled))
      return published
    },
    post: (queue, { content, options }) => {
      try {
        if (!link.isBlocked()) channel?.sendToQueue(queue, content, options)
      } catch {
        // the receiver of the reply has a time limit
      }
    },
    settled: async () => {
      await Promise.all(waiting)
    },
    isUp: () => channel !== undefined,
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { ChannelModel, ConfirmChannel, GetMessage } from 'amqplib'
import type { DeadLetter } from '../broker.ts'
import { closeChannel, openChannel } from './link.ts'
import { isRejection, queueNames } from './topology.ts'
import { copyOf, decode, envelopeOf, keyOf, wireHeaders } from './wire.ts'

const LOCK_TRIES = 50
const LOCK_PAUSE_MS = 100

type Connection = Pick<ChannelModel, 'createChannel' | 'createConfirmChannel'>

interface Letter {
  raw: GetMessage
  reason: string
  at: string
}

/** A dead letter. If the broker itself dead-lettered the message, the reason comes from the broker's `x-death` header. */
const letterOf = (raw: GetMessage): Letter => {
  const headers = raw.properties.headers ?? {}
  const death = headers['x-death']?.[0]
  const reason: unknown = headers[wireHeaders.reason]
  const at: unknown = headers[wireHeaders.deadAt]
  return {
    raw,
    reason:
      typeof reason === 'string' ? reason : `dead-lettered by the broker: ${death?.reason ?? 'unknown'}`,
    at: typeof at === 'string' ? at : new Date((death?.time.value ?? 0) * 1000).toISOString(),
  }
}

const bodyOf = (raw: GetMessage): unknown => {
  try {
    return decode(raw).message.body
  } catch {
    return raw.content.toString()
  }
}

/**
 * Reading a queue removes all messages for a moment, so a concurrent purge would miss some. Readers therefore take
 * turns; the lock is an exclusive queue, which only one connection can hold.
 */
const locked = async <T>(model: Connection, queue: string, run: () => Promise<T>): Promise<T> => {
  const { deadLock } = queueNames(queue)
  for (let tries = 1; ; tries += 1) {
    const channel = await openChannel(model as ChannelModel)
    try {
      await channel.assertQueue(deadLock, { exclusive: true, autoDelete: true, durable: false })
    } catch (error) {
      if (!isRejection(error) || tries === LOCK_TRIES) throw error
      await pause(LOCK_PAUSE_MS)
      continue
    }
    try {
      return await run()
    } finally {
      await channel.deleteQueue(deadLock)
      await closeChannel(channel)
    }
  }
}

const takeAll = async (channel: ConfirmChannel, queue: string): Promise<Letter[]> => {
  const letters: Letter[] = []
  for (;;) {
    const raw = await channel.get(queue)
    if (raw === false) break
    letters.push(letterOf(raw))
  }
  // letters that were read before may come out of order
  return letters.sort((a, b) => a.at.localeCompare(b.at))
}

/** Runs over all dead letters, oldest first, removes those for which `settle` resolves true and puts the rest back. */
const visit = (
  model: Connection,
  queue: string,
  settle: (letter: Letter, channel: ConfirmChannel) => Promise<boolean>,
): Promise<number> =>
  locked(model, queue, async () => {
    const channel = await model.createConfirmChannel()
    channel.on('error', () => {})
    const letters = await takeAll(channel, queueNames(queue).dead)
    const kept = new Set(letters)
    try {
      for (const letter of letters) {
        if (!(await settle(letter, channel))) continue
        channel.ack(letter.raw)
        kept.delete(letter)
      }
    } finally {
      for (const { raw } of kept) channel.nack(raw, false, true)
      await closeChannel(channel)
    }
    return letters.length - kept.size
  })

/** Dead letters of a queue, oldest first. A body that is not JSON is returned as text. */
export const listDeadLetters = async (model: Connection, queue: string): Promise<DeadLetter[]> => {
  const found: DeadLetter[] = []
  await visit(model, queue, ({ raw, reason, at }) => {
    found.push({ message: { ...envelopeOf(raw), body: bodyOf(raw) }, reason, at })
    return Promise.resolve(false)
  })
  return found
}

/** Puts every dead letter back into its queue as new; each is removed only after its copy is stored. */
export const replayDeadLetters = (model: Connection, queue: string): Promise<number> =>
  visit(model, queue, async ({ raw }, channel) => {
    const { content, options } = copyOf(raw, { [wireHeaders.attempt]: 1 })
    let returned = false
    const onReturn = (): void => void (returned = true)
    channel.once('return', onReturn)
    channel.sendToQueue(queue, content, { ...options, mandatory: true })
    await channel.waitForConfirms()
    channel.off('return', onReturn)
    return !returned
  })

/** Permanently removes some dead letters, by their key and their body. */
export const purgeDeadLetters = (
  model: Connection,
  queue: string,
  isPurged: (key: string, body: unknown) => boolean,
): Promise<number> => visit(model, queue, ({ raw }) => Promise.resolve(isPurged(keyOf(raw), bodyOf(raw))))

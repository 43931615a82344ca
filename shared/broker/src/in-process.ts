import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { silentLog, type Log } from '@appointments/runtime'
import { Unconfirmed, Unroutable } from './broker.ts'
import type { AppliedReply, Broker, DeadLetter, Message, Topology } from './broker.ts'
import { createInProcessQueue, type Entry, type InProcessQueue } from './in-process-queue.ts'
import { openJournal } from './journal.ts'
import type { Journal, JournalChange } from './journal.ts'
import { jsonBody } from './json-body.ts'
import { reasonOf } from './reasons.ts'
import { defaultRetryDelaysMs } from './retry-delays.ts'

export interface InProcessBrokerOptions {
  topology: Topology
  /** Milliseconds before each further delivery of a failed message. */
  retryDelaysMs?: readonly number[]
  /** Folder that preserves outstanding messages across restarts; without it they are only in memory. */
  journalDirectory?: string
  log?: Log
}

const memoryOnly: Journal<Entry> = {
  recovered: [],
  write: () => Promise.resolve(),
  compact: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

/**
 * A broker inside the process, for tests and for running the whole system on one machine. With a journal directory it
 * keeps every confirmed message even if the process is killed.
 */
export const createInProcessBroker = async ({
  topology,
  retryDelaysMs = defaultRetryDelaysMs,
  journalDirectory,
  log = silentLog,
}: InProcessBrokerOptions): Promise<Broker> => {
  const journal =
    journalDirectory === undefined
      ? memoryOnly
      : await openJournal<Entry>(join(journalDirectory, `${topology.exchange}.jsonl`))
  const listeners = new Map<string, (reply: AppliedReply) => void>()
  const publishing = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let lastSeq = journal.recovered.reduce((highest, { seq }) => Math.max(highest, seq), 0)
  let closed = false

  const nextSeq = () => (lastSeq += 1)

  const after = (delayMs: number, run: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, delayMs).unref()
    timers.add(timer)
  }

  /** Records a settlement. If the write fails, a crash causes another delivery; nothing is lost. */
  const record = (change: JournalChange<Entry>): void => {
    journal.write(change).catch((error: unknown) => {
      if (!closed) log.error({ reason: reasonOf(error) }, 'the journal could not be written')
    })
  }

  const queues = new Map<string, InProcessQueue>()
  const addQueue = (name: string): InProcessQueue => {
    const queue = createInProcessQueue({
      retryDelaysMs,
      record,
      nextSeq,
      after,
      isClosed: () => closed,
      log,
    })
    queues.set(name, queue)
    return queue
  }
  for (const { name } of topology.queues) addQueue(name)
  // a message may be for a queue that this release no longer has
  const enqueue = (entry: Entry) => (queues.get(entry.queue) ?? addQueue(entry.queue)).enqueue(entry)
  for (const entry of journal.recovered) enqueue(entry)

  const declaredQueue = (name: string): InProcessQueue => {
    const queue = queues.get(name)
    if (!queue) throw new Error(`No queue ${name} in the topology`)
    return queue
  }

  const store = async (message: Message): Promise<void> => {
    const bound = topology.queues.filter(({ types }) => types.includes(message.type))
    jsonBody(message.body)
    if (bound.length === 0) throw new Unroutable(`No queue is bound to ${message.type}`)
    const text = JSON.stringify(message)
    const expiresAt = message.expiresInMs === undefined ? undefined : Date.now() + message.expiresInMs
    const entries = bound.map(({ name: queue }): Entry => ({
      seq: nextSeq(),
      queue,
      key: message.key,
      text,
      attempt: 1,
      ...(expiresAt !== undefined && { expiresAt }),
    }))
    // a transient message must not be written to disk
    if (expiresAt === undefined)
      await journal.write({ put: entries }).catch((error: unknown) => {
        throw new Unconfirmed('The journal could not be written', { cause: error })
      })
    for (const entry of entries) enqueue(entry)
  }

  return {
    publish: (message) => {
      if (closed) return Promise.reject(new Unconfirmed('The broker is closed'))
      const stored = store(message)
      const settled = stored.then(
        () => {},
        () => {},
      )
      publishing.add(settled)
      void settled.then(() => publishing.delete(settled))
      return stored
    },

    // oxlint-disable-next-line typescript/require-await -- the port is asynchronous
    subscribe: async ({ queue, ...subscription }) => declaredQueue(queue).subscribe(subscription),

    openReplies: (onReply) => {
      const address = `replies.${randomUUID()}`
      listeners.set(address, onReply)
      return Promise.resolve(address)
    },

    reply: (address, reply) => {
      const text = JSON.stringify(reply)
      setImmediate(() => {
        try {
          if (!closed) listeners.get(address)?.(JSON.parse(text) as AppliedReply)
        } catch (error) {
          log.error({ reason: reasonOf(error) }, 'a reply listener threw')
        }
      })
    },

    // oxlint-disable-next-line typescript/require-await -- the port is asynchronous
    deadLetters: async (name) => [...declaredQueue(name).letters.values()].map(asDeadLetter),

    purgeDeadLetters: async (name, isPurged) => {
      const { letters } = declaredQueue(name)
      const purged = [...letters.values()].filter((letter) =>
        isPurged(letter.key, asDeadLetter(letter).message.body),
      )
      if (purged.length === 0) return 0
      for (const { seq } of purged) letters.delete(seq)
      await journal.write({ settled: purged.map(({ seq }) => seq) })
      await journal.compact()
      return purged.length
    },

    // queues inside the process cannot disappear
    declare: () => Promise.resolve(),
    // oxlint-disable-next-line typescript/require-await -- the port is asynchronous
    depth: async (name) => declaredQueue(name).depth(),

    isUp: () => !closed,

    close: async () => {
      if (closed) return
      closed = true
      await Promise.all(publishing)
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      listeners.clear()
      await journal.close()
    },
  }
}

const asDeadLetter = ({ text, dead }: Entry): DeadLetter => ({
  message: JSON.parse(text) as Message,
  reason: dead?.reason ?? '',
  at: dead?.at ?? '',
})

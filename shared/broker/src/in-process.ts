import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { silentLog, type Log } from '@appointments/runtime'
import { Poison, Unconfirmed, Unroutable } from './broker.ts'
import type { AppliedReply, Broker, DeadLetter, Delivery, Message, Subscription, Topology } from './broker.ts'
import { openJournal } from './journal.ts'
import type { Journal, JournalChange } from './journal.ts'
import { jsonBody } from './json-body.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import type { KeyedQueue } from './keyed-queue.ts'
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

/** One message in one queue. The message is kept as text, so that consumers never share an object. */
interface Entry {
  seq: number
  queue: string
  key: string
  text: string
  attempt: number
  /** Epoch milliseconds before which a retry is not delivered. */
  dueAt?: number
  /** Epoch milliseconds at which a transient message expires. */
  expiresAt?: number
  /** Set on a dead letter. */
  dead?: { reason: string; at: string }
}

interface Member {
  concurrency: number
  inProgress: number
  handle: Subscription['handle']
  onIdle: (() => void)[]
}

interface Queue {
  ready: KeyedQueue<Entry>
  /** Rotates, so that consumers with free capacity take turns. */
  members: Member[]
  letters: Map<number, Entry>
  /** Failed and waiting for their next attempt. */
  retrying: number
  dispatchDue: boolean
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
  const queues = new Map<string, Queue>()
  const listeners = new Map<string, (reply: AppliedReply) => void>()
  const publishing = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let lastSeq = journal.recovered.reduce((highest, { seq }) => Math.max(highest, seq), 0)
  let closed = false

  const queueNamed = (name: string): Queue => {
    let queue = queues.get(name)
    if (!queue) {
      queue = { ready: createKeyedQueue(), members: [], letters: new Map(), retrying: 0, dispatchDue: false }
      queues.set(name, queue)
    }
    return queue
  }

  const declaredQueue = (name: string): Queue => {
    const queue = queues.get(name)
    if (!queue) throw new Error(`No queue ${name} in the topology`)
    return queue
  }

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

  const enqueue = (entry: Entry): void => {
    const queue = queueNamed(entry.queue)
    if (entry.dead) {
      queue.letters.set(entry.seq, entry)
      return
    }
    const waitMs = (entry.dueAt ?? 0) - Date.now()
    if (waitMs <= 0) {
      makeReady(queue, entry)
      return
    }
    queue.retrying += 1
    after(waitMs, () => {
      queue.retrying -= 1
      makeReady(queue, entry)
    })
  }

  const makeReady = (queue: Queue, entry: Entry): void => {
    queue.ready.push(entry.key, entry)
    dispatchSoon(queue)
  }

  /** Dispatches later, so that consumers never run in the call stack of a publisher. */
  const dispatchSoon = (queue: Queue): void => {
    if (queue.dispatchDue) return
    queue.dispatchDue = true
    setImmediate(() => {
      queue.dispatchDue = false
      dispatch(queue)
    })
  }

  const dispatch = (queue: Queue): void => {
    while (!closed) {
      const place = queue.members.findIndex(({ inProgress, concurrency }) => inProgress < concurrency)
      const member = queue.members[place]
      if (!member) return
      const next = queue.ready.take()
      if (!next) return
      if (isExpired(next.item)) {
        queue.ready.release(next.key)
        continue
      }
      queue.members.push(...queue.members.splice(place, 1))
      member.inProgress += 1
      void deliver(member, next.item).finally(() => {
        member.inProgress -= 1
        queue.ready.release(next.key)
        if (member.inProgress === 0) for (const idle of member.onIdle.splice(0)) idle()
        dispatchSoon(queue)
      })
    }
  }

  const isExpired = (entry: Entry): boolean =>
    entry.text === '' || (entry.expiresAt !== undefined && entry.expiresAt <= Date.now())

  const deliver = async (member: Member, entry: Entry): Promise<void> => {
    const delivery: Delivery = { message: JSON.parse(entry.text) as Message, attempt: entry.attempt }
    try {
      await member.handle(delivery)
    } catch (error) {
      if (!closed) postpone(entry, error)
      return
    }
    if (!closed && entry.expiresAt === undefined) record({ settled: [entry.seq] })
  }

  const postpone = (entry: Entry, error: unknown): void => {
    const delayMs = error instanceof Poison ? undefined : retryDelaysMs[entry.attempt - 1]
    if (entry.expiresAt !== undefined) {
      postponeTransient(entry, delayMs, error)
      return
    }
    lastSeq += 1
    const moved: Entry =
      delayMs === undefined
        ? { ...entry, seq: lastSeq, dead: { reason: reasonOf(error), at: new Date().toISOString() } }
        : { ...entry, seq: lastSeq, attempt: entry.attempt + 1, dueAt: Date.now() + delayMs }
    record({ put: [moved], settled: [entry.seq] })
    enqueue(moved)
  }

  /** Retries or drops; a dead letter would be stored and would outlive the transient message. */
  const postponeTransient = (entry: Entry, delayMs: number | undefined, error: unknown): void => {
    const dueAt = Date.now() + (delayMs ?? Infinity)
    if (dueAt < (entry.expiresAt ?? 0)) {
      enqueueTransient({ ...entry, attempt: entry.attempt + 1, dueAt })
      return
    }
    log.warn({ queue: entry.queue, reason: reasonOf(error) }, 'a transient message is dropped')
  }

  const enqueueTransient = (entry: Entry): void => {
    // the text may contain personal data, so it leaves memory on time even without a consumer
    after((entry.expiresAt ?? 0) - Date.now(), () => (entry.text = ''))
    enqueue(entry)
  }

  const store = async (message: Message): Promise<void> => {
    const bound = topology.queues.filter(({ types }) => types.includes(message.type))
    jsonBody(message.body)
    if (bound.length === 0) throw new Unroutable(`No queue is bound to ${message.type}`)
    const text = JSON.stringify(message)
    const expiresAt = message.expiresInMs === undefined ? undefined : Date.now() + message.expiresInMs
    const entries = bound.map(({ name: queue }): Entry => {
      lastSeq += 1
      const entry = { seq: lastSeq, queue, key: message.key, text, attempt: 1 }
      return expiresAt === undefined ? entry : { ...entry, expiresAt }
    })
    if (expiresAt !== undefined) {
      for (const entry of entries) enqueueTransient(entry)
      return
    }
    await journal.write({ put: entries }).catch((error: unknown) => {
      throw new Unconfirmed('The journal could not be written', { cause: error })
    })
    for (const entry of entries) enqueue(entry)
  }

  const asDeadLetter = ({ text, dead }: Entry): DeadLetter => ({
    message: JSON.parse(text) as Message,
    reason: dead?.reason ?? '',
    at: dead?.at ?? '',
  })

  for (const { name } of topology.queues) queueNamed(name)
  for (const entry of journal.recovered) enqueue(entry)

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
    subscribe: async ({ queue: name, concurrency, handle }) => {
      const queue = declaredQueue(name)
      const member: Member = { concurrency, inProgress: 0, handle, onIdle: [] }
      queue.members.push(member)
      dispatchSoon(queue)
      return {
        stop: async () => {
          queue.members = queue.members.filter((other) => other !== member)
          if (member.inProgress > 0) await new Promise<void>((resolve) => member.onIdle.push(resolve))
        },
      }
    },

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

    purgeDeadLetters: async (name, key, isAbout = () => true) => {
      const { letters } = declaredQueue(name)
      const purged = [...letters.values()].filter(
        (letter) => letter.key === key && isAbout(asDeadLetter(letter).message.body),
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
    depth: async (name) => {
      const { ready, retrying, letters } = declaredQueue(name)
      return { ready: ready.size(), retrying, dead: letters.size }
    },

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

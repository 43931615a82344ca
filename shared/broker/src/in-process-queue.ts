import type { Log } from '@appointments/runtime'
import { Poison } from './broker.ts'
import type { Consumer, Message, QueueDepth, Subscription } from './broker.ts'
import type { JournalChange } from './journal.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { reasonOf } from './reasons.ts'

/** One message in one queue. The message is kept as text, so that consumers never share an object. */
export interface Entry {
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

/** A queue inside the process. */
export interface InProcessQueue {
  /** Dead letters by their number. */
  letters: Map<number, Entry>
  enqueue: (entry: Entry) => void
  subscribe: (subscription: Omit<Subscription, 'queue'>) => Consumer
  depth: () => QueueDepth
}

interface Deps {
  retryDelaysMs: readonly number[]
  /** Records a settlement, without a wait. */
  record: (change: JournalChange<Entry>) => void
  nextSeq: () => number
  /** Runs something later, unless the broker is closed before. */
  after: (delayMs: number, run: () => void) => void
  isClosed: () => boolean
  log: Log
}

interface Member extends Omit<Subscription, 'queue'> {
  inProgress: number
  onIdle: (() => void)[]
}

/** An empty queue. */
export function createInProcessQueue({
  retryDelaysMs,
  record,
  nextSeq,
  after,
  isClosed,
  log,
}: Deps): InProcessQueue {
  const ready = createKeyedQueue<Entry>()
  const letters = new Map<number, Entry>()
  /** The consumers, in rotation, so that those with free capacity take turns. */
  let members: Member[] = []
  /** Failed and waiting for their next attempt. */
  let retrying = 0
  let isDispatchDue = false

  const enqueue = (entry: Entry): void => {
    if (entry.dead) {
      letters.set(entry.seq, entry)
      return
    }
    // the text may contain personal data, so it leaves memory on time even without a consumer
    if (entry.expiresAt !== undefined) after(entry.expiresAt - Date.now(), () => (entry.text = ''))
    const waitMs = (entry.dueAt ?? 0) - Date.now()
    if (waitMs <= 0) {
      makeReady(entry)
      return
    }
    retrying += 1
    after(waitMs, () => {
      retrying -= 1
      makeReady(entry)
    })
  }

  const makeReady = (entry: Entry): void => {
    ready.push(entry.key, entry)
    dispatchSoon()
  }

  /** Dispatches later, so that consumers never run in the call stack of a publisher. */
  const dispatchSoon = (): void => {
    if (isDispatchDue) return
    isDispatchDue = true
    setImmediate(() => {
      isDispatchDue = false
      dispatch()
    })
  }

  const dispatch = (): void => {
    while (!isClosed()) {
      const place = members.findIndex(({ inProgress, concurrency }) => inProgress < concurrency)
      const member = members[place]
      if (!member) return
      const next = ready.take()
      if (!next) return
      if (isExpired(next.item)) {
        ready.release(next.key)
        continue
      }
      members.push(...members.splice(place, 1))
      member.inProgress += 1
      void deliver(member, next.item).finally(() => {
        member.inProgress -= 1
        ready.release(next.key)
        if (member.inProgress === 0) for (const idle of member.onIdle.splice(0)) idle()
        dispatchSoon()
      })
    }
  }

  const deliver = async (member: Member, entry: Entry): Promise<void> => {
    try {
      await member.handle({ message: JSON.parse(entry.text) as Message, attempt: entry.attempt })
    } catch (error) {
      if (!isClosed()) postpone(entry, error)
      return
    }
    if (!isClosed() && entry.expiresAt === undefined) record({ settled: [entry.seq] })
  }

  const postpone = (entry: Entry, error: unknown): void => {
    const delayMs = error instanceof Poison ? undefined : retryDelaysMs[entry.attempt - 1]
    if (entry.expiresAt !== undefined) {
      postponeTransient(entry, delayMs, error)
      return
    }
    const seq = nextSeq()
    const moved: Entry =
      delayMs === undefined
        ? { ...entry, seq, dead: { reason: reasonOf(error), at: new Date().toISOString() } }
        : { ...entry, seq, attempt: entry.attempt + 1, dueAt: Date.now() + delayMs }
    record({ put: [moved], settled: [entry.seq] })
    enqueue(moved)
  }

  /** Retries or drops; a dead letter would be stored and would outlive the transient message. */
  const postponeTransient = (entry: Entry, delayMs: number | undefined, error: unknown): void => {
    const dueAt = Date.now() + (delayMs ?? Infinity)
    if (dueAt < (entry.expiresAt ?? 0)) enqueue({ ...entry, attempt: entry.attempt + 1, dueAt })
    else log.warn({ queue: entry.queue, reason: reasonOf(error) }, 'a transient message is dropped')
  }

  return {
    letters,
    enqueue,
    subscribe({ concurrency, handle }) {
      const member: Member = { concurrency, inProgress: 0, handle, onIdle: [] }
      members.push(member)
      dispatchSoon()
      return {
        stop: async () => {
          members = members.filter((other) => other !== member)
          if (member.inProgress > 0) await new Promise<void>((resolve) => member.onIdle.push(resolve))
        },
      }
    },
    depth: () => ({ ready: ready.size(), retrying, dead: letters.size }),
  }
}

const isExpired = (entry: Entry): boolean =>
  entry.text === '' || (entry.expiresAt !== undefined && entry.expiresAt <= Date.now())

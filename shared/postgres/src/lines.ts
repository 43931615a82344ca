import { timeLeft } from '@appointments/runtime'
import { WaitTooLong, type WatchWaits } from './wait-too-long.ts'

/** Runs work that needs locks, when its turn at each of them has come. */
export type Lines = <Result>(locks: readonly string[], work: () => Promise<Result>) => Promise<Result>

interface Line {
  running: number
  waiting: (() => void)[]
}

/** One that holds the lock, and one that waits for it in the database and gets it without delay. */
const MOST_RUNNING = 2

/**
 * Queues work that would wait for the same lock of the database in this process, before it gets a connection: at most two
 * pieces of work for a lock run at once. So many writers of one row cannot occupy all connections by waiting for each
 * other. The database still enforces the lock, also between replicas.
 * @param waitMs longest wait of work whose request has no deadline
 */
export function createLines(waitMs: number, onWaitTooLong: WatchWaits = () => {}): Lines {
  const lines = new Map<string, Line>()

  const enter = async (lock: string): Promise<void> => {
    const line = lines.get(lock) ?? { running: 0, waiting: [] }
    lines.set(lock, line)
    if (line.running < MOST_RUNNING) {
      line.running += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(turn), 1)
        onWaitTooLong('lock')
        reject(new WaitTooLong('lock'))
      }, timeLeft(waitMs))
      line.waiting.push(turn)
    })
  }

  const leave = (lock: string): void => {
    const line = lines.get(lock)
    if (!line) return
    const next = line.waiting.shift()
    if (next) {
      next()
      return
    }
    line.running -= 1
    if (line.running === 0) lines.delete(lock)
  }

  return async (locks, work) => {
    const entered: string[] = []
    try {
      // in a fixed order, so that two pieces of work never wait for each other
      for (const lock of [...new Set(locks)].sort()) {
        await enter(lock)
        entered.push(lock)
      }
      return await work()
    } finally {
      for (const lock of entered) leave(lock)
    }
  }
}

import { timeLeft } from '@appointments/runtime'
import { WaitTooLong, type WaitedFor, type WatchWaits } from './wait-too-long.ts'

/** Runs work when its turn in each of the named lines has come. */
export type Lines = <Result>(names: readonly string[], work: () => Promise<Result>) => Promise<Result>

interface Line {
  running: number
  waiting: (() => void)[]
}

interface LinesOptions {
  /** How many pieces of work of one line run at once. */
  mostRunning: number
  /** What work in a line waits for. */
  waitedFor: WaitedFor
  /** Longest wait of work whose request has no deadline. */
  waitMs: number
  onWaitTooLong?: WatchWaits | undefined
}

/** Queues work in this process that would otherwise hold a connection while it waits, or wait for one. */
export function createLines({
  mostRunning,
  waitedFor,
  waitMs,
  onWaitTooLong = () => {},
}: LinesOptions): Lines {
  const lines = new Map<string, Line>()

  const enter = async (name: string): Promise<void> => {
    const line = lines.get(name) ?? { running: 0, waiting: [] }
    lines.set(name, line)
    if (line.running < mostRunning) {
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
        onWaitTooLong(waitedFor)
        reject(new WaitTooLong(waitedFor))
      }, timeLeft(waitMs))
      line.waiting.push(turn)
    })
  }

  const leave = (name: string): void => {
    const line = lines.get(name)
    if (!line) return
    const next = line.waiting.shift()
    if (next) {
      next()
      return
    }
    line.running -= 1
    if (line.running === 0) lines.delete(name)
  }

  return async (names, work) => {
    const entered: string[] = []
    try {
      // in a fixed order, so that two pieces of work never wait for each other
      for (const name of [...new Set(names)].sort()) {
        await enter(name)
        entered.push(name)
      }
      return await work()
    } finally {
      for (const name of entered) leave(name)
    }
  }
}

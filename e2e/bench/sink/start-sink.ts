import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** How many mails a sink has accepted, and when it accepted the last one (epoch milliseconds). */
interface Counted {
  mails: number
  lastAt: number
}

/** A mail server in a separate process that accepts everything at once. */
export interface Sink {
  url: string
  pid: number
  counted: () => Promise<Counted>
  /** Resolves once it has accepted that many mails since it started. @throws Error if that takes over five minutes */
  untilAccepted: (mails: number) => Promise<Counted>
  stop: () => void
}

const LIMIT_MS = 300_000
const ASK_EVERY_MS = 50

export async function startSink(): Promise<Sink> {
  const child = fork(path.join(import.meta.dirname, 'main.mjs'), { execArgv: [] })
  const reply = async (): Promise<unknown> => ((await once(child, 'message')) as [unknown])[0]
  const port = (await reply()) as number
  const counted = async () => {
    child.send('count')
    return (await reply()) as Counted
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    counted,
    async untilAccepted(mails) {
      const limit = Date.now() + LIMIT_MS
      for (;;) {
        const now = await counted()
        if (now.mails >= mails) return now
        if (Date.now() > limit) throw new Error(`${now.mails} of ${mails} mails were sent within 5 minutes`)
        await pause(ASK_EVERY_MS)
      }
    },
    stop: () => child.kill(),
  }
}

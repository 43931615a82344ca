import { inspect } from 'node:util'
import { daysAhead } from '@appointments/testing'
import { deskAt, type Seen } from './desk.ts'

const CLIENTS = 4
const FIRST = daysAhead(50)
const SECOND = daysAhead(51, '10:00:00')

/** Clients that book, change and read appointments until stopped. */
export interface Traffic {
  /** Resolves after this many further rounds. */
  rounds: (count: number) => Promise<void>
  /** Responses that failed or were stale. */
  faults: string[]
  /** Appointments as in the response to their last write. */
  written: Seen[]
  /** Resolves when the current rounds are finished. */
  stop: () => Promise<void>
}

/**
 * The life of an appointment, and that of an agent in the directory. Every read must show the write before it.
 * @throws Error with the deviation
 */
async function round(desk: ReturnType<typeof deskAt>, isCancelled: boolean): Promise<Seen> {
  const { id } = await desk.book(FIRST)
  const mails = await desk.mails(id)
  if (mails.length !== 1) throw new Error(`${id}: its history after the booking is ${inspect(mails)}`)
  await desk.addAgent(id, 'agent-8')
  let written = await desk.move(id, SECOND)
  if (isCancelled) written = await desk.cancel(id)
  const [seen, { state }] = await Promise.all([desk.read(id), desk.interaction(id)])
  if (JSON.stringify(seen) !== JSON.stringify(written))
    throw new Error(`${id}: wrote ${JSON.stringify(written)}, read ${JSON.stringify(seen)}`)
  if (state !== written.interaction) throw new Error(`${id}: its interaction is ${state}`)
  const agentId = `of-${id}`
  const name = await desk.enterAgent(agentId, `Agent of ${id}`)
  if (name !== `Agent of ${id}`) throw new Error(`${id}: its agent is called ${name}`)
  await desk.addAbsence(agentId, FIRST, SECOND)
  await desk.removeAgent(agentId)
  return written
}

export function startTraffic(gatewayUrl: string): Traffic {
  const desk = deskAt(gatewayUrl)
  const faults: string[] = []
  const written: Seen[] = []
  const waiting: { until: number; resolve: () => void }[] = []
  let done = 0
  let stopped = false
  const client = async () => {
    while (!stopped) {
      try {
        written.push(await round(desk, done % 2 === 0))
      } catch (error) {
        faults.push(inspect(error))
      }
      done += 1
      for (const { until, resolve } of waiting) if (done >= until) resolve()
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  return {
    rounds: (count) => new Promise((resolve) => waiting.push({ until: done + count, resolve })),
    faults,
    written,
    async stop() {
      stopped = true
      await Promise.all(clients)
    },
  }
}

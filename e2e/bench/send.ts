import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { LoadRequest } from './measure.ts'
import { withPriority } from './priority.ts'

/** The outcome of a request. */
export interface Outcome {
  /** 0 without a response. */
  status: number
  /** Milliseconds from when the request was due to the end of the response. */
  ms: number
  /** When the response ended, by the monotonic clock in milliseconds. */
  endedAt: number
}

const LIMIT_MS = 30_000

/** The connections of one client, which keeps them open: a request uses an idle one, or opens another. */
export const connections = (): Agent =>
  new Agent({ keepAlive: true, maxSockets: Infinity, scheduling: 'lifo' })

const shared = connections()

/**
 * Sends a request; no other request uses its connection until it ends.
 * @param dueAt when it should be sent, by the monotonic clock
 */
export function send(
  url: string,
  toSend: LoadRequest,
  { agent = shared, dueAt = performance.now() }: { agent?: Agent; dueAt?: number } = {},
): Promise<Outcome> {
  const { method, path, headers = {}, body } = toSend
  const text = typeof body === 'function' ? body() : body
  return new Promise((resolve) => {
    const finish = (status: number) => {
      const endedAt = performance.now()
      resolve({ status, ms: endedAt - dueAt, endedAt })
    }
    const length = text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }
    const sent = request(
      new URL(path, url),
      { method, agent, headers: { ...headers, ...length } },
      (response) => {
        response.resume()
        response.once('end', () => finish(response.statusCode ?? 0))
        response.once('error', () => finish(0))
      },
    )
    sent.once('error', () => finish(0))
    sent.setTimeout(LIMIT_MS, () => sent.destroy())
    sent.end(text)
  })
}

/** A load whose requests are sent when they are due, whether or not earlier ones have a response. */
interface Arrivals {
  url: string
  /** The request that is sent as the n-th. */
  next: (n: number) => LoadRequest
  perSecond: number
  /** Ends the load. */
  until: Promise<unknown>
  /** The connections of the client; by default those of all clients together. */
  agent?: Agent
}

const TICK_MS = 4

/** Sends requests at a steady rate; resolves with all outcomes when the last one is known. */
export const arrivals = (load: Arrivals): Promise<Outcome[]> => withPriority(() => sendArrivals(load))

async function sendArrivals({ url, next, perSecond, until, agent = shared }: Arrivals): Promise<Outcome[]> {
  const startedAt = performance.now()
  const running: Promise<Outcome>[] = []
  const sendDue = () => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    while (running.length < due)
      running.push(
        send(url, next(running.length), { agent, dueAt: startedAt + (running.length * 1000) / perSecond }),
      )
  }
  const ticking = setInterval(sendDue, TICK_MS)
  await until
  clearInterval(ticking)
  return Promise.all(running)
}

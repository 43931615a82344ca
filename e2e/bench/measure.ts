import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

/** A request that a client sends repeatedly. */
export interface LoadRequest {
  method: string
  path: string
  headers?: Record<string, string>
  /** The body as text; a function is called for each request. */
  body?: string | (() => string)
}

/** The load to put on an address of this machine. */
interface Wanted {
  url: string
  /** The requests that one of several clients sends in turn. */
  requestsOf: (client: number, clients: number) => readonly LoadRequest[]
  clients: number
  seconds: number
  /**
   * Requests per second of all clients together; without it, each client sends as fast as responses arrive.
   */
  rate?: number
  /** Ends after this many requests instead of after a time. */
  amount?: number
  /** Called with each response's status and duration in milliseconds. */
  onResponse?: (status: number, ms: number) => void
}

/** The result of a load; times are in milliseconds, measured from when a request was due. */
export interface Load {
  /** Number of 2xx responses. */
  succeeded: number
  /** 2xx responses per second. */
  perSecond: number
  p50: number
  p90: number
  p99: number
  max: number
  /** Responses by status; 0 counts requests without a response. */
  statuses: Record<number, number>
  /** Number of all results other than 2xx. */
  failed: number
}

/** Loads a system for some seconds. */
export async function load(wanted: Wanted): Promise<Load> {
  const { url, requestsOf, clients, seconds, rate, amount, onResponse } = wanted
  let client = 0
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    timeout: 10,
    ...(rate !== undefined && { overallRate: rate }),
    ...(amount !== undefined && { amount }),
    setupClient(one) {
      if (onResponse) one.on('response', (status, _bytes, ms) => onResponse(status, ms))
      one.setRequests(requestsOf(client++, clients).map(requestOf))
    },
  })
  const counted = (result as { statusCodeStats?: Record<string, { count: number }> }).statusCodeStats ?? {}
  const statuses = Object.fromEntries(
    Object.entries(counted).map(([status, { count }]) => [Number(status), count]),
  )
  const withoutResponse = result.errors + result.timeouts
  if (withoutResponse > 0) statuses[0] = withoutResponse
  const { p50, p90, p99, max } = result.latency
  return {
    succeeded: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    ...{ p50, p90, p99, max },
    statuses,
    failed: result.non2xx + withoutResponse,
  }
}

function requestOf({ body, headers, ...rest }: LoadRequest): autocannon.Request {
  // a copy, because the generator adds the length of each body to the headers
  const request = { ...rest, headers: { ...headers } } as autocannon.Request
  if (typeof body !== 'function') return { ...request, ...(body !== undefined && { body }) }
  return { ...request, setupRequest: () => ({ ...request, body: body() }) }
}

/** Resident memory of a process in megabytes. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}

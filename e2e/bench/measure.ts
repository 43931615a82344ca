import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)

/** A request that a client sends repeatedly. */
export interface Asked {
  method: string
  path: string
  body?: string
}

/** The load to put on an address of this machine. */
interface Wanted {
  url: string
  headers?: Record<string, string>
  /** The requests that a client sends in turn. */
  requestsOf: (client: number) => readonly Asked[]
  clients: number
  seconds: number
  /**
   * Requests per second of all clients together; without it, each client sends as fast as responses arrive.
   */
  rate?: number
  /** Ends after so many requests instead of after a time. */
  amount?: number
  /** Called with each response's status and duration in milliseconds. */
  onAnswer?: (status: number, ms: number) => void
}

/** The result of a load; times are in milliseconds, measured from when a request was due. */
export interface Load {
  /** Number of 2xx responses. */
  answered: number
  /** 2xx responses per second. */
  perSecond: number
  p50: number
  p90: number
  p99: number
  max: number
  /** Responses by status; 0 counts requests without a response. */
  statuses: Record<number, number>
  /** Number of all results but 2xx. */
  failed: number
}

/** Loads a system for some seconds. */
export async function load(wanted: Wanted): Promise<Load> {
  const { url, headers = {}, requestsOf, clients, seconds, rate, amount, onAnswer } = wanted
  let client = 0
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    timeout: 10,
    ...(rate !== undefined && { overallRate: rate }),
    ...(amount !== undefined && { amount }),
    setupClient(one) {
      if (onAnswer) one.on('response', (status, _bytes, ms) => onAnswer(status, ms))
      one.setRequests(requestsOf(client++).map((request) => ({ ...request, headers }) as autocannon.Request))
    },
  })
  const counted = (result as { statusCodeStats?: Record<string, { count: number }> }).statusCodeStats ?? {}
  const statuses = Object.fromEntries(
    Object.entries(counted).map(([status, { count }]) => [Number(status), count]),
  )
  const unanswered = result.errors + result.timeouts
  if (unanswered > 0) statuses[0] = unanswered
  const { p50, p90, p99, max } = result.latency
  return {
    answered: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    ...{ p50, p90, p99, max },
    statuses,
    failed: result.non2xx + unanswered,
  }
}

/** Transactions per second of a pgbench script. */
export async function pgbench(
  url: string,
  script: string,
  clients: number,
  seconds: number,
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pgbench-'))
  try {
    const file = path.join(folder, 'script.sql')
    await writeFile(file, script)
    const { stdout } = await run(
      await pgbenchProgram(),
      ['-n', '-f', file, '-c', String(clients), '-j', '2', '-T', String(seconds), url],
      {
        maxBuffer: 10_000_000,
      },
    )
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (tps === undefined) throw new Error(`unexpected output of pgbench: ${stdout}`)
    return Number(tps)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** On Debian pgbench is installed next to the server; elsewhere it is on the path. */
async function pgbenchProgram(): Promise<string> {
  const { stdout } = await run('sh', [
    '-c',
    'command -v pgbench || ls /usr/lib/postgresql/*/bin/pgbench | tail -n 1',
  ])
  return stdout.trim()
}

/** Resident memory of a process in megabytes. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}

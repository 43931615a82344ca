import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { placeOf } from './cluster.ts'

/** A running server process. */
export interface Server {
  port: number
  /** Stops it, gracefully at first; resolves when the process has exited. */
  stop: () => Promise<void>
}

interface Run {
  data: string
  binaries: Binaries
  account: Account | undefined
  durable: boolean
  log: (line: string) => void
  freePort: () => Promise<number>
}

const PORT_TRIES = 5
const STOP_LIMIT_MS = 10_000
// for throwaway data, speed matters more than safety against power cuts
const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const settings = (port: number, durable: boolean): Record<string, string | number> => ({
  port,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // tests start several systems at a time, each with three pools
  max_connections: 200,
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  ...(durable ? {} : THROWAWAY),
})

/**
 * Starts the server on a free port of the loopback interface and waits until it accepts connections.
 * @throws Error with the server's last log lines if it exits instead
 */
export async function runServer(run: Run): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await run.freePort()
    const outcome = await tryToRun(run, port)
    if (!('lastWords' in outcome)) return outcome
    // another process can take the port before the server listens on it
    const isPortLost = outcome.lastWords.includes('Address already in use')
    if (!isPortLost || attempt === PORT_TRIES)
      throw new Error(`PostgreSQL does not start:\n${outcome.lastWords}`)
  }
}

async function tryToRun(
  { data, binaries, account, durable, log }: Run,
  port: number,
): Promise<Server | { lastWords: string }> {
  const { argument, options } = placeOf(data, account)
  const flags = Object.entries(settings(port, durable)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', argument, ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C reaches the whole process group: a durable server is in another group, because its owner stops it after
    // the services. A throwaway server dies with the group
    detached: durable,
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stderr })
  const words: string[] = []
  const ready = new Promise<true>((resolve) => {
    lines.on('line', (line) => {
      log(line)
      words.push(line)
      if (words.length > 20) words.shift()
      if (line.includes('ready to accept connections')) resolve(true)
    })
  })
  const said = once(lines, 'close')
  const isReady = await Promise.race([ready, ended.then(() => said).then(() => false)])
  if (!isReady) return { lastWords: words.join('\n') }

  // does not keep an idle owner alive; the server is stopped when the owner exits
  child.unref()
  if (child.stderr instanceof Socket) child.stderr.unref()
  const endWithOwner = () => child.kill(durable ? 'SIGINT' : 'SIGQUIT')
  process.once('exit', endWithOwner)
  return {
    port,
    async stop() {
      child.ref()
      child.kill('SIGINT')
      const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS)
      await ended
      clearTimeout(impatience)
      process.off('exit', endWithOwner)
    },
  }
}

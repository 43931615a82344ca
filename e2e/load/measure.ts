import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)

/** Requests a second that answered with 2xx, and how long they took in milliseconds. */
export interface Load {
  perSecond: number
  p50: number
  p99: number
  failed: number
}

/** Loads one address of this machine for some seconds. */
export async function load(options: autocannon.Options & { seconds: number }): Promise<Load> {
  const { seconds, ...rest } = options
  const result = await autocannon({ ...rest, duration: seconds, timeout: 10 })
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

/** Transactions a second of a script in pgbench. */
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
    if (tps === undefined) throw new Error(`pgbench said: ${stdout}`)
    return Number(tps)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** pgbench stands beside the server on Debian, and on the path elsewhere. */
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

/** A bare Express route in a process of its own that answers with the given JSON. */
export async function bareExpress(port: number, json: string): Promise<{ url: string; stop: () => void }> {
  const program = `
    const express = (await import('express')).default
    const body = JSON.parse(process.argv[1])
    const app = express()
    app.get('/api/:id', (request, response) => response.json(body))
    app.listen(${port}, '127.0.0.1', () => console.log('ready'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, json], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return { url: `http://127.0.0.1:${port}/api/1`, stop: () => child.kill() }
}

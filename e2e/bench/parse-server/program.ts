import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '@appointments/testing/free-port'
import { freshDatabaseOn } from '@appointments/testing'
import { clients, server } from '../settings.ts'

const run = promisify(execFile)
export const VERSION = process.env.BENCH_PARSE_SERVER ?? '8.6'

/** Headers of every request; the load does not use the master key. */
export const HEADERS = { 'x-parse-application-id': 'bench', 'content-type': 'application/json' }

export interface ParseServer {
  url: string
  /** Posts with the master key. @throws Error for any response but 2xx */
  post: (path: string, body: object) => Promise<unknown>
  sql: <Row extends pg.QueryResultRow>(statement: string, values?: unknown[]) => Promise<Row[]>
  stop: () => Promise<void>
}

/** Starts Parse Server, installed in a separate folder because it is no dependency of the project. */
export async function startParseServer(): Promise<ParseServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parse-server-'))
  const masterKey = randomBytes(16).toString('hex')
  try {
    await install(folder)
    const { url: databaseUrl } = await freshDatabaseOn(server, 'parse')
    const { url, kill } = await start(folder, databaseUrl, masterKey)
    return {
      url,
      post: (path, body) => post(url + path, body, masterKey),
      sql: (statement, values) => sql(databaseUrl, statement, values),
      stop: () => {
        kill()
        return rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function install(folder: string): Promise<void> {
  // with router 2.3, which npm would choose, queries of cloud code fail: parse-server gets no path parameters
  // from it
  const manifest = { private: true, type: 'module', overrides: { router: '2.2.0' } }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest))
  await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--omit=dev', `parse-server@${VERSION}`, 'express'],
    { cwd: folder, maxBuffer: 50_000_000 },
  )
  for (const file of ['main.mjs', 'classes.mjs', 'cloud.mjs'])
    await copyFile(path.join(import.meta.dirname, file), path.join(folder, file))
}

async function start(folder: string, databaseUrl: string, masterKey: string) {
  const port = await freePort()
  // a transaction holds a connection: with the default of ten, bookings of more clients would wait for each
  // other
  const pooled = new URL(databaseUrl)
  pooled.searchParams.set('poolSize', String(clients + 4))
  const child = spawn(process.execPath, ['main.mjs'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: pooled.href,
      MASTER_KEY: masterKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  try {
    await Promise.race([
      isReady(child.stdout),
      once(child, 'exit').then(() => Promise.reject(new Error('parse-server did not start'))),
    ])
  } catch (error) {
    kill()
    throw error
  }
  return { url: `http://127.0.0.1:${port}/parse`, kill }
}

/** Resolves when the ready line appears; warnings may precede it. */
async function isReady(output: Readable): Promise<void> {
  for await (const line of createInterface(output)) if (line === 'ready') return
}

async function post(url: string, body: object, masterKey: string): Promise<unknown> {
  const headers = { ...HEADERS, 'x-parse-master-key': masterKey }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`parse-server returned ${response.status} ${await response.text()}`)
  return response.json()
}

async function sql<Row extends pg.QueryResultRow>(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

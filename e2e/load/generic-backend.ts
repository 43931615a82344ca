import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '@appointments/runtime'
import { freshDatabaseOn } from '@appointments/testing'
import { load, type Asked } from './measure.ts'
import { asked, operationNames, type OperationName } from './operations.ts'
import { median, perSecond, ratio, type Figure, type Section } from './report.ts'
import { clients, rounds, seconds, server } from './settings.ts'
import type { Stage } from './stage.ts'

const run = promisify(execFile)
/** It is no dependency of the project: it is installed for the measurement, in a folder of its own. */
const VERSION = process.env.BENCH_PARSE_SERVER ?? '8.6'
const APP = 'bench'
const CLASS = '/parse/classes/Appointment'
const SEEDED = 10_000
const OWN = 32
const date = (iso: string) => ({ __type: 'Date', iso })

const PROGRAM = `
import express from 'express'
import { ParseServer } from 'parse-server'
const { PORT, DATABASE_URL, MASTER_KEY } = process.env
const server = new ParseServer({
  databaseURI: DATABASE_URL, appId: '${APP}', masterKey: MASTER_KEY, serverURL: 'http://127.0.0.1:' + PORT + '/parse',
  allowClientClassCreation: true, encodeParseObjectInQueryOperator: true, logLevel: 'error', silent: true,
})
await server.start()
const app = express()
app.use('/parse', server.app)
app.listen(Number(PORT), '127.0.0.1', () => console.log('ready'))
`

/** The same appointments and questions, asked of Parse Server: a backend that keeps any object, over REST. */
export async function genericBackend(stage: Stage): Promise<Section> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parse-server-'))
  try {
    await writeFile(path.join(folder, 'package.json'), '{"private": true, "type": "module"}')
    await run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--omit=dev', `parse-server@${VERSION}`, 'express'],
      {
        cwd: folder,
        maxBuffer: 50_000_000,
      },
    )
    await writeFile(path.join(folder, 'main.js'), PROGRAM)
    return await measured(stage, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measured(stage: Stage, folder: string): Promise<Section> {
  const { url: databaseUrl } = await freshDatabaseOn(server, 'parse')
  const port = await freePort()
  const child = spawn(process.execPath, ['main.js'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      MASTER_KEY: randomBytes(16).toString('hex'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  try {
    await Promise.race([
      isReady(child.stdout),
      once(child, 'exit').then(() => Promise.reject(new Error('parse-server did not start'))),
    ])
    const other = `http://127.0.0.1:${port}`
    const questions = await prepare(other, databaseUrl)
    const figures: Figure[] = []
    for (const name of operationNames) {
      const theirs = { url: other, headers: HEADERS, requestsOf: questions[name], clients }
      const ours = { ...asked(stage, name), clients }
      for (const one of [theirs, ours]) await load({ ...one, seconds: 2 })
      const [rates, othersRates]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        const [our, their] = [await load({ ...ours, seconds }), await load({ ...theirs, seconds })]
        if (their.failed > 0)
          throw new Error(`parse-server failed: ${name} ${JSON.stringify(their.statuses)}`)
        rates.push(our.perSecond)
        othersRates.push(their.perSecond)
      }
      figures.push(
        perSecond(`${name}, parse-server`, median(othersRates)),
        perSecond(`${name}, this system`, median(rates)),
        ratio('  ratio', median(rates.map((rate, round) => rate / (othersRates[round] ?? rate))), 1),
      )
    }
    return {
      title: `Beside parse-server ${VERSION} on the same PostgreSQL`,
      figures,
      notes: [
        'One process of parse-server without cloud code, roles or hooks, and with the indexes the questions need. A booking there is one row, and nobody else hears of it.',
      ],
    }
  } finally {
    child.kill('SIGKILL')
  }
}

/** Resolves with its own word; it may warn of something before. */
async function isReady(output: Readable): Promise<void> {
  for await (const line of createInterface(output)) if (line === 'ready') return
}

const HEADERS = { 'x-parse-application-id': APP, 'content-type': 'application/json' }

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`parse-server answered ${response.status} ${await response.text()}`)
  return response.json()
}

const booking = (application: string, agent: string, start: Date) => ({
  applicationId: application,
  agentId: agent,
  title: 'Contract review',
  start: date(start.toISOString()),
  end: date(new Date(start.getTime() + 1_800_000).toISOString()),
  duration: 'PT30M',
  timezone: 'Europe/Berlin',
  state: 'SCHEDULED',
  presence: 'NOT_JOINED',
  customers: [{ name: { firstName: 'Ada' }, contact: { primaryEmail: 'ada@example.com' } }],
})

/** Fills it as the appointments service is filled, and asks what our operations ask for. */
async function prepare(
  url: string,
  databaseUrl: string,
): Promise<Record<OperationName, (client: number) => Asked[]>> {
  const epoch = Date.parse('2027-01-01T00:00:00Z')
  // the first makes the table, and what stands in it is repeated
  await post(url + CLASS, booking('app-0', 'agent-0', new Date(epoch)))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `INSERT INTO "Appointment" ("objectId", "createdAt", "updatedAt", _rperm, _wperm, "applicationId", "agentId", title,
       start, "end", duration, timezone, state, presence, customers)
     SELECT substr(md5(n::text), 1, 10), "createdAt", "updatedAt", _rperm, _wperm, 'app-' || n % $2, 'agent-' || n % $3, title,
       start + minutes, "end" + minutes, duration, timezone, state, presence, customers
     FROM "Appointment", generate_series(1, $1::int) n,
       LATERAL (SELECT (n::bigint * 7919 % 1051200) * interval '1 minute' AS minutes) moved`,
    [SEEDED, SEEDED / 1000, SEEDED / 100],
  )
  await client.query('CREATE INDEX by_agent ON "Appointment" ("agentId", start)')
  await client.query('CREATE INDEX by_application ON "Appointment" ("applicationId", start)')
  await client.query('VACUUM ANALYZE')
  await client.end()
  const own: string[] = []
  for (let count = 0; count < OWN; count += 1) {
    const made = (await post(url + CLASS, booking('bench', 'desk-1', new Date(epoch)))) as {
      objectId: string
    }
    own.push(made.objectId)
  }
  const one = (index: number) => `${CLASS}/${own[index % own.length] ?? ''}`
  const where = (filter: object) => `${CLASS}?where=${encodeURIComponent(JSON.stringify(filter))}`
  const between = (from: string, to: string) => ({ $gte: date(from), $lt: date(to) })
  const json = (body: object) => JSON.stringify(body)
  return {
    'settled schedule': () => [
      { method: 'POST', path: CLASS, body: json(booking('bench', 'desk-1', new Date(epoch))) },
    ],
    'get by id': (index) => [{ method: 'GET', path: one(index) }],
    'list by agent': () => [
      {
        method: 'GET',
        path: `${where({ agentId: 'agent-7', start: between('2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z') })}&order=start&limit=20&count=1`,
      },
    ],
    'overlap count': () => [
      {
        method: 'GET',
        path: `${where({
          applicationId: 'app-7',
          start: { $lt: date('2027-03-08T00:00:00Z') },
          end: { $gt: date('2027-03-01T00:00:00Z') },
        })}&count=1&limit=0`,
      },
    ],
    'presence change': (index) =>
      ['WAITING', 'LEFT'].map((presence) => ({ method: 'PUT', path: one(index), body: json({ presence }) })),
  }
}

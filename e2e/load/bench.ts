// What things cost on this machine, as ratios within one run: `npm run bench`. Needs PostgreSQL, RabbitMQ and Redis.
import { randomBytes } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { dropDatabasesOf, freshDatabaseOn } from '@appointments/testing'
import { client } from '../src/client.ts'
import { freePort } from '@appointments/runtime'
import { servicesAsProcesses } from '../src/services-as-processes.ts'
import { servicesInProcess } from '../src/services-in-process.ts'
import { bareExpress, load, pgbench, residentMb } from './measure.ts'
import { pgbenchScript, recordStatements } from './recorded-statements.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 15)
const clients = Number(process.env.BENCH_CLIENTS ?? 16)
const postgresUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const rabbitmqUrl = process.env.RABBITMQ_URL ?? 'amqp://guest:guest@127.0.0.1:5672'
const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'

const secret = 'the-jwt-secret-of-the-benchmark-32-bytes'
const token = jwt.sign({ roles: ['ROLE_AGENT'], userId: 'agent-7' }, secret, { expiresIn: '1h' })
const names = ['appointments', 'participants', 'notifications'] as const
const services = [...names, 'gateway'] as const
const server = { postgresUrl, run: `bench_${randomBytes(3).toString('hex')}` }

const schedule = JSON.stringify({
  applicationId: 'bench',
  title: 'Contract review',
  start: '2027-01-09T09:00:00Z',
  duration: 'PT30M',
  timezone: 'Europe/Berlin',
  customers: [{ name: { firstName: 'Ada' }, contact: { primaryEmail: 'ada@example.com' } }],
})

async function environment() {
  const urls = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await freshDatabaseOn(server, name)).url] as const)),
  ) as Record<(typeof names)[number], string>
  return {
    urls,
    env: {
      JWT_SECRET: secret,
      INTERNAL_SECRET: randomBytes(32).toString('base64url'),
      DATA_SECRET: randomBytes(32).toString('base64url'),
      APPOINTMENTS_DATABASE_URL: urls.appointments,
      PARTICIPANTS_DATABASE_URL: urls.participants,
      NOTIFICATIONS_DATABASE_URL: urls.notifications,
      REDIS_URL: redisUrl,
      RATE_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'error',
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Time of one schedule's statements in pgbench, all databases one after the other. */
async function rawPostgres(): Promise<{ perSecond: number; statements: number }> {
  const { urls, env } = await environment()
  const system = await servicesInProcess(env)
  for (const service of services) await system.start(service)
  const call = client(system.gatewayUrl, token)
  // the first booking creates the application; the second is what every later one costs
  await call('POST', '/api/v2/appointments', schedule)
  await pause(1500)
  const all = await recordStatements(async () => {
    await call('POST', '/api/v2/appointments', schedule)
    await pause(300)
  })
  for (const service of [...services].reverse()) await system.stop(service)
  await system.close()
  let secondsEach = 0
  const databaseOf = (url: string) => new URL(url).pathname.slice(1)
  const background = /FOR UPDATE SKIP LOCKED|check_at <=|^SELECT 1$/
  const mine = all.filter(({ text }) => !background.test(text))
  for (const name of names) {
    const statements = mine.filter(({ database }) => database === databaseOf(urls[name]))
    secondsEach += 1 / (await pgbench(urls[name], pgbenchScript(statements), clients, Math.ceil(seconds / 3)))
  }
  return { perSecond: 1 / secondsEach, statements: mine.length }
}

const row = (name: string, value: string) => process.stdout.write(`${name.padEnd(44)} ${value}\n`)
const rate = (perSecond: number) => `${perSecond.toFixed(0)}/s`

try {
  const raw = await rawPostgres()
  const { env } = await environment()
  const system = await servicesAsProcesses(env, rabbitmqUrl)
  for (const service of services) await system.start(service)
  await pause(3000)
  const idle = services.map((service) => `${service} ${residentMb(system.pid(service)).toFixed(0)} MB`)

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `${system.gatewayUrl}/api/v2/appointments`
  await load({ url, method: 'POST', body: schedule, headers, connections: clients, seconds: 3 })
  const schedules = await load({
    url,
    method: 'POST',
    body: schedule,
    headers,
    connections: clients,
    seconds,
  })

  const call = client(system.gatewayUrl, token)
  const { body } = await call('POST', '/api/v2/appointments', schedule)
  const one = `${url}/${String(body.id)}`
  await load({ url: one, headers, connections: clients, seconds: 2 })
  const gets = await load({ url: one, headers, connections: clients, seconds })
  const bare = await bareExpress(await freePort(), JSON.stringify(body))
  await load({ url: bare.url, connections: clients, seconds: 2 })
  const express = await load({ url: bare.url, connections: clients, seconds })
  bare.stop()

  row('one schedule in pgbench', `${rate(raw.perSecond)}  (${raw.statements} statements in 3 databases)`)
  row(
    'settled schedule',
    `${rate(schedules.perSecond)}  p50 ${schedules.p50} ms  p99 ${schedules.p99} ms  failed ${schedules.failed}`,
  )
  row('  ratio to pgbench', `1/${(raw.perSecond / schedules.perSecond).toFixed(1)}`)
  row('bare Express route', `${rate(express.perSecond)}  p99 ${express.p99} ms`)
  row('GET by id', `${rate(gets.perSecond)}  p50 ${gets.p50} ms  p99 ${gets.p99} ms  failed ${gets.failed}`)
  row('  ratio to bare Express', `1/${(express.perSecond / gets.perSecond).toFixed(1)}`)
  row('resident memory when idle', idle.join('  '))
  row(
    '  after the load',
    services.map((service) => `${service} ${residentMb(system.pid(service)).toFixed(0)} MB`).join('  '),
  )
  for (const service of [...services].reverse()) await system.stop(service)
  await system.close()
} finally {
  await dropDatabasesOf(postgresUrl, server.run)
}
process.exit(0)

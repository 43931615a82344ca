import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '@appointments/embedded-postgres'
import { freePort } from '@appointments/testing/free-port'

const SECRET = 'a secret of more than thirty-two bytes'
const least = { INTERNAL_SECRET: SECRET, JWT_SECRET: SECRET, DATA_SECRET: SECRET }
const service = (name: string) => `services/${name}/dist/main.js`
const locals = ['deploy/local/dist/main.js', 'deploy/local/dist/services.js']

let directory: string
const taken = createServer()
let takenPort: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'startup-faults-'))
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  takenPort = String((taken.address() as { port: number }).port)
})
afterAll(async () => {
  taken.close()
  await rm(directory, { recursive: true, force: true })
})

/** Runs a program that cannot start; resolves with its exit code and what it wrote to standard error. */
async function failed(program: string, env: Record<string, string>, args: string[] = []) {
  const file = fileURLToPath(new URL(`../../../${program}`, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIRECTORY: directory, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [stderr, exit] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { stderr, code: exit[0] as number }
}

describe('a start that fails says why in one line and exits with 1 [H6]', () => {
  it.each([service('gateway'), ...locals])('%s: the port is taken', async (program) => {
    const { stderr, code } = await failed(program, { ...least, PORT: takenPort })
    expect(stderr).toMatch(
      new RegExp(`^(gateway|local): PORT ${takenPort} is in use; set PORT to a free port\\n$`),
    )
    expect(code).toBe(1)
  })

  it.each([service('gateway'), service('appointments'), service('participants'), service('notifications')])(
    '%s: several variables are wrong or missing',
    async (program) => {
      const { stderr, code } = await failed(program, { PORT: 'http', LOG_LEVEL: 'loud' })
      expect(stderr).toMatch(
        /^\w+: (?=.*PORT: needs a number)(?=.*LOG_LEVEL: needs one of debug)(?=.*INTERNAL_SECRET: is not set).*\n$/,
      )
      expect(code).toBe(1)
    },
  )

  it.each(locals)('%s: several variables are wrong', async (program) => {
    const { stderr, code } = await failed(program, { PORT: 'http', LOG_LEVEL: 'loud' })
    expect(stderr).toMatch(/^local: (?=.*PORT: needs a number)(?=.*LOG_LEVEL: needs one of debug).*\n$/)
    expect(code).toBe(1)
  })

  it('a key is unusable, or its file is missing', async () => {
    const key = path.join(directory, 'key.pem')
    await writeFile(key, 'no key')
    const unusable = await failed(service('gateway'), { ...least, JWT_SIGNING_KEY_FILE: key })
    expect(unusable.stderr).toBe(
      'gateway: JWT_SIGNING_KEY_FILE: needs private keys in PEM: RSA, or EC on P-256\n',
    )
    const missing = await failed(service('gateway'), { ...least, JWT_SIGNING_KEY_FILE: `${key}.none` })
    expect(missing.stderr).toBe(
      `gateway: JWT_SIGNING_KEY_FILE: the file ${key}.none cannot be read (ENOENT)\n`,
    )
    expect([unusable.code, missing.code]).toEqual([1, 1])
  })

  it('another process uses the database', async () => {
    const inUse = path.join(directory, 'in-use')
    const options = { directory: path.join(inUse, 'postgres'), durable: false, freePort }
    const postgres = await startEmbeddedPostgres(options)
    try {
      const env = { DATA_DIRECTORY: inUse, PORT: String(await freePort()) }
      const { stderr, code } = await failed('deploy/local/dist/main.js', env)
      expect(stderr).toMatch(
        /^local: DATA_DIRECTORY: [^\n]*\bin use\b[^\n]*; stop that process, or set DATA_DIRECTORY to another folder\n$/,
      )
      expect(code).toBe(1)
    } finally {
      await postgres.stop()
    }
  })

  it.each(locals)('%s: production has the local defaults and lacks SENDERS', async (program) => {
    const { stderr, code } = await failed(program, { NODE_ENV: 'production' })
    expect(stderr).toMatch(
      /^local: (?=.*DEV_VIEWER: must be off)(?=.*WEBHOOK_ALLOW_PRIVATE: must be off)(?=.*SENDERS: is required).*\n$/,
    )
    expect(code).toBe(1)
  })

  it.each([[], ['migrate']])('a service cannot connect to its database: %s', async (...args) => {
    const port = await freePort()
    const env = { ...least, APPOINTMENTS_DATABASE_URL: `postgres://u:hidden@127.0.0.1:${port}/appointments` }
    const { stderr, code } = await failed(service('appointments'), env, args)
    expect(stderr).toBe(
      `appointments: APPOINTMENTS_DATABASE_URL: cannot connect to the database at 127.0.0.1:${port}/appointments: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    )
    expect(code).toBe(1)
  })
})

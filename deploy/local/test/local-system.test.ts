import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '@appointments/testing/free-port'

const run = promisify(execFile)
const program = (name: string) => fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url))

let directory: string
let port: number
let running: ChildProcess | undefined

const environment = (settings: Record<string, string> = {}) => ({
  ...settings,
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIRECTORY: directory,
  PORT: String(port),
})

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'local-system-'))
  port = await freePort()
})
afterAll(async () => {
  await ended('SIGTERM')
  await rm(directory, { recursive: true, force: true })
})

/** Starts the local system as `npm start` does and returns what it printed until it was ready. */
async function started(settings: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [program('main')], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running = child
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.startsWith('Ctrl-C')) return lines.join('\n')
  }
  throw new Error(`the system ended: ${lines.join('\n')}`)
}

async function ended(signal: NodeJS.Signals): Promise<number | null> {
  const child = running
  running = undefined
  if (!child || child.exitCode !== null) return null
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return exit
}

/** The printed command that begins with this text, up to the next empty line. */
function command(printed: string, beginning: string): string {
  const from = printed.indexOf(beginning)
  return printed.slice(from, printed.indexOf('\n\n', from))
}

const json = async (
  address: string,
  token: string,
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`http://127.0.0.1:${port}${address}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

it('books with the printed request, shows the sent messages, and keeps everything after kill -9', async () => {
  const printed = await started()
  expect(printed).toContain(`ready at http://127.0.0.1:${port}`)
  expect(printed).toContain('embedded PostgreSQL')
  const { stdout } = await run('sh', ['-c', command(printed, 'curl -s')])
  const { id } = JSON.parse(stdout) as { id: string }
  expect(id).toEqual(expect.any(String))
  const listed = await run('sh', ['-c', command(printed, "curl -s 'http")])
  const { slots } = JSON.parse(listed.stdout) as { slots: unknown[] }
  // two agents work on five of the next seven days
  expect(slots.length).toBeGreaterThan(0)

  const page = /http\S+\/book\/(\S+)/.exec(printed)
  expect((await fetch(page![0])).status).toBe(200)
  const open = (address: string) => fetch(`http://127.0.0.1:${port}/api/v2/${address}`)
  const profile = await open(`applications/${page![1]!}/profile`)
  expect(await profile.json()).toMatchObject({ name: 'Example Advice', booking: { enabled: true } })
  const offered = await open(`availability/service-types?applicationId=${page![1]!}`)
  const { serviceTypes } = (await offered.json()) as { serviceTypes: { id: string }[] }
  expect(serviceTypes).toHaveLength(2)
  for (const { id: serviceTypeId } of serviceTypes) {
    const query = new URLSearchParams({ applicationId: page![1]!, serviceTypeId })
    const next = await open(`availability/next?${query.toString()}`)
    expect(await next.json()).toMatchObject({ slots: [{ start: expect.any(String) as string }] })
  }

  const { stdout: token } = await run(
    process.execPath,
    [program('token'), '--role', 'ROLE_AGENT', '--user', 'agent-7'],
    {
      env: environment(),
    },
  )
  const messages = async () => {
    const { body } = await json('/dev/messages', token.trim())
    return (body as unknown as { appointmentId: string; channel: string }[])
      .filter(({ appointmentId }) => appointmentId === id)
      .map(({ channel }) => channel)
  }
  await expect.poll(messages, { timeout: 15_000 }).toEqual(expect.arrayContaining(['EMAIL', 'WEBHOOKS']))
  const before = await json(`/api/v2/appointments/${id}`, token.trim())
  expect(before.status).toBe(200)

  await ended('SIGKILL')
  await started()
  expect(await json(`/api/v2/appointments/${id}`, token.trim())).toEqual(before)
  expect((await json(`/api/v2/appointments/${id}/interaction`, token.trim())).status).toBe(200)
  const history = await json(`/api/v2/appointments/${id}/notifications`, token.trim())
  expect(history.body.total).toBeGreaterThan(0)
  expect(await messages()).toEqual(expect.arrayContaining(['EMAIL', 'WEBHOOKS']))

  expect(await ended('SIGINT')).toBe(0)
}, 120_000)

it('starts with TENANCY=required on data of a start without it, and books with the printed request [H8]', async () => {
  await started()
  expect(await ended('SIGINT')).toBe(0)
  const required = { TENANCY: 'required' }
  const printed = await started(required)
  const booked = async (request: string) => {
    const { stdout } = await run('sh', ['-c', request])
    return JSON.parse(stdout) as Record<string, unknown>
  }
  const request = command(printed, 'curl -s')
  const { id } = await booked(request)
  expect(id).toEqual(expect.any(String))

  // the build that npm runs first would write the programs that other tests run
  const printToken = command(printed, 'DATA_DIRECTORY=').replace(
    'npm run --silent token --',
    `'${process.execPath}' '${program('token')}'`,
  )
  const { stdout: printedToken } = await run('sh', ['-c', printToken], { env: { PATH: process.env.PATH } })
  expect((await json(`/api/v2/appointments/${id as string}`, printedToken.trim())).status).toBe(200)

  const { stdout: token } = await run(process.execPath, [program('token'), '--user', 'agent-7'], {
    env: environment(required),
  })
  const again = request.replace(/Bearer [^']+/, `Bearer ${token.trim()}`)
  expect(await booked(again)).toMatchObject({ id: expect.any(String) as string })
  const other = await run(process.execPath, [program('token'), '--user', 'a', '--organization', 'org-2'], {
    env: environment(required),
  })
  expect((await json(`/api/v2/appointments/${id as string}`, other.stdout.trim())).status).toBe(404)
  expect(await ended('SIGINT')).toBe(0)
}, 120_000)

it('starts with a secret in a file, and accepts its tokens', async () => {
  const file = path.join(directory, 'jwt-secret')
  await writeFile(file, 'a secret of more than thirty-two bytes\n')
  const settings = { JWT_SECRET_FILE: file, REDIS_URL: '' }
  await started(settings)
  const { stdout: token } = await run(process.execPath, [program('token'), '--user', 'agent-7'], {
    env: environment(settings),
  })
  expect((await json('/api/v2/me', token.trim())).status).toBe(200)
  expect(await ended('SIGINT')).toBe(0)
}, 120_000)

it('does not print a token for a role that does not exist', async () => {
  const asked = run(process.execPath, [program('token'), '--role', 'ROLE_KING'], { env: environment() })
  await expect(asked).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ROLE_SUPERVISOR') as string,
  })
})

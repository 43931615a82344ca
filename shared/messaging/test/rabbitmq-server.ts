import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@appointments/runtime'

/** Tells a suite whether to run. An absent backend skips it with a word, or fails it when real backends are demanded. */
export const isUsable = (what: string, present: boolean): boolean => {
  if (!present && process.env['REQUIRE_REAL_BACKENDS'] === '1') {
    throw new Error(`${what} is not there, and REQUIRE_REAL_BACKENDS=1 demands it`)
  }
  if (!present) console.warn(`SKIPPED: ${what} is not there (REQUIRE_REAL_BACKENDS=1 makes this a failure)`)
  return present
}

export const isListening = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port || 5672), timeout: 2_000 })
    const answer = (is: boolean): void => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
    socket.once('timeout', () => answer(false))
  })

const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'

/** A private node needs the server's own start script (the one on the path changes user and folder) and epmd. */
export const canStartRabbitmq = (): Promise<boolean> =>
  access(program).then(
    () => new Promise((resolve) => execFile('epmd', ['-help'], (error) => resolve(error?.code !== 'ENOENT'))),
    () => false,
  )

export interface PrivateRabbitmq {
  url: string
  /** Resolves when it takes connections. */
  start: () => Promise<void>
  /** kill -9 of the whole node. */
  kill: () => Promise<void>
  dispose: () => Promise<void>
}

/** A RabbitMQ node of the test's own: loopback only, everything in a temporary folder. */
export const privateRabbitmq = async (): Promise<PrivateRabbitmq> => {
  const folder = await mkdtemp(join(tmpdir(), 'rabbitmq-'))
  const [port, distPort, epmdPort] = await Promise.all([freePort(), freePort(), freePort()])
  await writeFile(join(folder, 'rabbitmq.conf'), `listeners.tcp.local = 127.0.0.1:${port}\n`)
  await writeFile(join(folder, 'enabled_plugins'), '[].\n')
  await writeFile(join(folder, 'env.conf'), '')
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    LANG: 'C.UTF-8',
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_FLAGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    RABBITMQ_CONF_ENV_FILE: join(folder, 'env.conf'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_NODENAME: `private${port}@localhost`,
    RABBITMQ_DIST_PORT: String(distPort),
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
  }
  const url = `amqp://guest:guest@127.0.0.1:${port}`
  const epmd = spawn('epmd', ['-port', String(epmdPort), '-address', '127.0.0.1'], { env, stdio: 'ignore' })
  let node: ChildProcess | undefined

  const kill = async (): Promise<void> => {
    const running = node
    node = undefined
    if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    // The start script and everything it started are one process group.
    process.kill(-running.pid, 'SIGKILL')
    await ended
  }

  return {
    url,
    start: async () => {
      node = spawn(program, [], { env, cwd: folder, stdio: 'ignore', detached: true })
      const deadline = Date.now() + 90_000
      while (!(await isListening(url))) {
        if (node.exitCode !== null || Date.now() > deadline)
          throw new Error(`RabbitMQ did not start; see ${folder}/log`)
        await pause(100)
      }
    },
    kill,
    dispose: async () => {
      await kill()
      epmd.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

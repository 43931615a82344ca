import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { connect } from 'amqplib'
import { freePort } from '@appointments/runtime'
import { ownServer, type OwnServer } from './own-server.ts'

/** A RabbitMQ of the harness's own; `url` goes to it directly. */
export interface OwnRabbitmq extends OwnServer {
  url: string
  /** Kills it and loses everything it stored. */
  wipe: () => Promise<void>
}

/** A node with the programs of this machine, beside any other: name, folders, ports and port mapper are its own. */
export async function createRabbitmq(folder: string): Promise<OwnRabbitmq> {
  const [port, distribution, mapper] = [await freePort(), await freePort(), await freePort()]
  const stored = path.join(folder, 'rabbitmq')
  const logs = path.join(folder, 'rabbitmq-log')
  const configuration = path.join(folder, 'rabbitmq.conf')
  mkdirSync(stored)
  mkdirSync(logs)
  writeFileSync(path.join(folder, 'enabled_plugins'), '[].\n')
  writeFileSync(configuration, `listeners.tcp.1 = 127.0.0.1:${port}\n`)
  const url = `amqp://guest:guest@127.0.0.1:${port}`
  // the mapper that a node starts by itself outlives it
  const epmd = spawn('epmd', ['-port', String(mapper), '-address', '127.0.0.1'], { stdio: 'ignore' })
  process.once('exit', () => epmd.kill('SIGKILL'))
  const server = ownServer({
    port,
    command: '/usr/lib/rabbitmq/bin/rabbitmq-server',
    args: [],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ERL_EPMD_PORT: String(mapper),
      RABBITMQ_NODENAME: `faults-${port}@localhost`,
      RABBITMQ_DIST_PORT: String(distribution),
      RABBITMQ_MNESIA_BASE: stored,
      RABBITMQ_LOG_BASE: logs,
      RABBITMQ_CONFIG_FILE: configuration,
      RABBITMQ_CONF_ENV_FILE: path.join(folder, 'none'),
      RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'enabled_plugins'),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+sbwt none',
    },
    logFile: path.join(folder, 'rabbitmq.log'),
    stopSignal: 'SIGTERM',
    async probe() {
      const connection = await connect(url, { timeout: 1000 })
      await connection.close()
    },
  })
  return {
    ...server,
    url,
    async wipe() {
      await server.kill()
      rmSync(stored, { recursive: true })
      mkdirSync(stored)
    },
  }
}

import { execFile, spawn } from 'node:child_process'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../free-port.ts'
import { acceptsConnections } from '../probes.ts'
import { ownServer, type OwnServer } from './own-server.ts'

// the script on the PATH would change the user and the working directory
const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server'

/** Paths of PEM files. */
export interface ServerCertificate {
  authority: string
  certificate: string
  key: string
}

/** A RabbitMQ that one test owns; `url` connects to it directly. */
export interface OwnRabbitmq extends OwnServer {
  url: string
  /** Address of the TLS listener, by the name `localhost`; undefined without a certificate. */
  tlsUrl: string | undefined
  /** Kills it and deletes everything it stored. */
  wipe: () => Promise<void>
  /** Kills it and its port mapper permanently. */
  close: () => Promise<void>
}

/** Whether this machine has the programs that a RabbitMQ node needs. */
export const canStartRabbitmq = (): Promise<boolean> =>
  access(PROGRAM).then(
    () => new Promise((resolve) => execFile('epmd', ['-help'], (error) => resolve(error?.code !== 'ENOENT'))),
    () => false,
  )

/**
 * Creates a node from the programs installed on this machine. It can run beside other nodes: it has a separate name,
 * folders, ports and port mapper, and listens on loopback only.
 * @param folder all its files are written here
 * @param certificate adds a TLS listener that shows this certificate
 */
export async function createRabbitmq(folder: string, certificate?: ServerCertificate): Promise<OwnRabbitmq> {
  const [port, distribution, mapper] = [await freePort(), await freePort(), await freePort()]
  const tlsPort = certificate && (await freePort())
  const stored = path.join(folder, 'rabbitmq')
  const logs = path.join(folder, 'rabbitmq-log')
  const configuration = path.join(folder, 'rabbitmq.conf')
  await mkdir(stored)
  await mkdir(logs)
  await writeFile(path.join(folder, 'enabled_plugins'), '[].\n')
  const settings = [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    ...(certificate
      ? [
          `listeners.ssl.1 = 127.0.0.1:${tlsPort}`,
          `ssl_options.cacertfile = ${certificate.authority}`,
          `ssl_options.certfile = ${certificate.certificate}`,
          `ssl_options.keyfile = ${certificate.key}`,
          'ssl_options.verify = verify_none',
        ]
      : []),
  ]
  await writeFile(configuration, `${settings.join('\n')}\n`)
  const url = `amqp://guest:guest@127.0.0.1:${port}`
  // started here, because a mapper that the node starts outlives it
  const epmd = spawn('epmd', ['-port', String(mapper), '-address', '127.0.0.1'], { stdio: 'ignore' })
  const endMapper = () => epmd.kill('SIGKILL')
  process.once('exit', endMapper)
  const server = ownServer({
    port,
    command: PROGRAM,
    args: [],
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      LANG: 'C.UTF-8',
      ERL_EPMD_PORT: String(mapper),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      ERL_FLAGS: '-kernel inet_dist_use_interface {127,0,0,1}',
      RABBITMQ_NODENAME: `own-${port}@localhost`,
      RABBITMQ_DIST_PORT: String(distribution),
      RABBITMQ_MNESIA_BASE: stored,
      RABBITMQ_LOG_BASE: logs,
      RABBITMQ_PID_FILE: path.join(folder, 'rabbitmq.pid'),
      RABBITMQ_CONFIG_FILE: configuration,
      RABBITMQ_CONF_ENV_FILE: path.join(folder, 'none'),
      RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'enabled_plugins'),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+sbwt none',
    },
    logFile: path.join(folder, 'rabbitmq.log'),
    stopSignal: 'SIGTERM',
    probe: () => acceptsConnections(url, port),
  })
  return {
    ...server,
    url,
    tlsUrl: tlsPort === undefined ? undefined : `amqps://guest:guest@localhost:${tlsPort}`,
    async wipe() {
      await server.kill()
      await rm(stored, { recursive: true })
      await mkdir(stored)
    },
    async close() {
      await server.kill()
      endMapper()
      process.off('exit', endMapper)
    },
  }
}

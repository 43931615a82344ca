import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from 'amqplib'
import { topology, type ServiceName } from '@appointments/contracts'
import { allQueuesOf, connectRabbitmq, type Broker } from '@appointments/broker'
import { createLog } from '@appointments/runtime'
import {
  createRabbitmq,
  freshDatabaseOn,
  startProxy,
  startSmtpServer,
  startTwilio,
  startWebhookReceiver,
  type OwnRabbitmq,
  type Proxy,
  type SmtpFake,
  type TwilioFake,
  type WebhookReceiver,
} from '@appointments/testing'
import { freeAddresses } from '../../src/addresses.ts'
import { emptyRedis } from '../../src/platforms/redis-entries.ts'
import { sendingTo, TWILIO_ACCOUNT } from '../../src/providers.ts'
import { REPOSITORY } from '../../src/repository.ts'
import type { Environment } from '../../src/platforms/platform.ts'
import { secretFiles } from '../../src/secret-files.ts'
import { withDatabase } from '../servers/with-database.ts'
import { createPostgres, type OwnPostgres } from '../servers/postgres.ts'
import { createRedis, type OwnRedis } from '../servers/redis.ts'
import { owners, services, type Owner } from '../../src/service-names.ts'
import type { LinkName } from './link-names.ts'
import { armedPoints, type ArmedPoints } from './armed-points.ts'
import { supervise, type Supervisor } from './supervisor.ts'

/** A complete system with separate servers, network and providers, all of which can be made to fail. */
export interface Stage {
  gatewayUrl: string
  /** Connection strings that bypass the proxies, for checks only. */
  databases: Record<Owner, string>
  postgres: OwnPostgres
  rabbitmq: OwnRabbitmq
  redis: OwnRedis
  links: Record<LinkName, Proxy>
  services: Supervisor
  points: ArmedPoints
  smtp: SmtpFake
  twilio: TwilioFake
  receiver: WebhookReceiver
  /** The address of the webhook receiver for services. */
  receiverUrl: string
  /** The secret that signs the tokens of callers. */
  tokenSecret: {
    current: () => string
    /** Configures the gateway's secrets while callers keep signing with the previous one. */
    accept: (...secrets: string[]) => void
    /** Configures the gateway's secrets and makes callers sign with the first. */
    rotate: (...secrets: [string, ...string[]]) => void
  }
  /** The secret between gateway and services; each reads it from a separate file. */
  internalSecret: { current: () => string; write: (service: ServiceName, ...secrets: string[]) => void }
  /** A connection to the broker; its caller closes it. */
  connectBroker: () => Promise<Broker>
  /** Recreates everything empty, and runs the services of another tree. */
  beginAnew: (tree: string) => Promise<void>
  close: () => Promise<void>
}

const SETTINGS = {
  RATE_LIMIT_FACTOR: '100000',
  LOG_LEVEL: 'warn',
  TENANCY: 'optional',
  // a machine that runs everything in parallel is sometimes slow, which must not count as down
  SETTLE_LIMIT_MS: '2000',
}
/** The database user of the services. */
const USER = 'service'
const secret = () => randomBytes(32).toString('base64url')

/**
 * Sets up a stage: servers from this machine's programs, a proxy on each link, the services of this tree as
 * processes.
 */
export async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'faults-'))
  chmodSync(folder, 0o711)
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const [postgres, rabbitmq, redis] = await Promise.all([
      createPostgres(folder),
      createRabbitmq(folder),
      createRedis(folder),
    ])
    for (const server of [postgres, redis]) closing.push(() => server.kill())
    closing.push(() => rabbitmq.close())
    await Promise.all([postgres.start(), rabbitmq.start(), redis.start()])
    const smtp = await startSmtpServer()
    const twilio = await startTwilio({ ...TWILIO_ACCOUNT, advanceOnPoll: true })
    const receiver = await startWebhookReceiver()
    closing.push(...[smtp, twilio, receiver].map((fake) => () => fake.stop()))

    const portOf = ({ url }: { url: string }) => Number(new URL(url).port)
    const addresses = await freeAddresses()
    const portOfService = (service: ServiceName) => portOf({ url: addresses.urlOf(service) })
    const targets: Record<LinkName, number> = {
      'appointments→rabbitmq': rabbitmq.port,
      'participants→rabbitmq': rabbitmq.port,
      'notifications→rabbitmq': rabbitmq.port,
      'availability→rabbitmq': rabbitmq.port,
      'gateway→rabbitmq': rabbitmq.port,
      'appointments→postgres': postgres.port,
      'participants→postgres': postgres.port,
      'notifications→postgres': postgres.port,
      'availability→postgres': postgres.port,
      'gateway→redis': redis.port,
      'gateway→appointments': portOfService('appointments'),
      'gateway→participants': portOfService('participants'),
      'participants→appointments': portOfService('appointments'),
      'appointments→participants': portOfService('participants'),
      'appointments→notifications': portOfService('notifications'),
      'gateway→notifications': portOfService('notifications'),
      'gateway→availability': portOfService('availability'),
      'appointments→availability': portOfService('availability'),
      'availability→appointments': portOfService('appointments'),
      'notifications→smtp': portOf(smtp),
      'notifications→twilio': portOf(twilio),
      'notifications→webhooks': portOf(receiver),
    }
    const links = {} as Record<LinkName, Proxy>
    for (const [name, target] of Object.entries(targets) as [LinkName, number][])
      links[name] = await startProxy({ port: target })
    closing.push(() => Promise.all(Object.values(links).map((link) => link.shut())))
    const at = (name: LinkName) => `127.0.0.1:${links[name].port}`

    const databases = {} as Record<Owner, string>
    for (const owner of owners)
      databases[owner] = (await freshDatabaseOn({ postgresUrl: postgres.url, run: 'faults' }, owner)).url
    await withDatabase(postgres.url, (client) => client.query(`CREATE ROLE ${USER} LOGIN`))
    await giveTo(USER, databases, postgres.url)
    const through = (owner: Owner) =>
      databases[owner].replace(/postgres@127\.0\.0\.1:\d+/, `${USER}@${at(`${owner}→postgres`)}`)

    const secrets = secretFiles()
    closing.push(() => secrets.remove())
    let tokenSecret = secret()
    let internalSecret = secret()
    const internalFiles = {} as Record<ServiceName, string>
    for (const service of services)
      internalFiles[service] = secrets.write(`internal-${service}`, internalSecret)
    const environment: Environment = {
      ...SETTINGS,
      JWT_SECRET_FILE: secrets.write('jwt', tokenSecret),
      DATA_SECRET: secret(),
      APPOINTMENTS_DATABASE_URL: through('appointments'),
      PARTICIPANTS_DATABASE_URL: through('participants'),
      NOTIFICATIONS_DATABASE_URL: through('notifications'),
      AVAILABILITY_DATABASE_URL: through('availability'),
      REDIS_URL: `redis://${at('gateway→redis')}`,
      APPLICATIONS: 'open',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      ...sendingTo(
        { url: `smtp://${at('notifications→smtp')}` },
        { url: `http://${at('notifications→twilio')}` },
      ),
      PUBLIC_URL: addresses.urlOf('gateway'),
    }
    const points = armedPoints(folder, services)
    const supervisor = await supervise({
      addresses,
      backends: { environment, databases, drop: () => Promise.resolve() },
      tree: REPOSITORY,
      output: openSync(path.join(folder, 'services.log'), 'a'),
      envOf: (service) => ({
        // each direction between two services is a separate link; not every service has all of them
        ...Object.fromEntries(
          owners
            .map((owner) => [owner, links[`${service}→${owner}` as LinkName] as Proxy | undefined] as const)
            .flatMap(([owner, link]) =>
              link ? [[`${owner.toUpperCase()}_URL`, `http://127.0.0.1:${link.port}`]] : [],
            ),
        ),
        RABBITMQ_URL: `amqp://guest:guest@${at(`${service}→rabbitmq`)}`,
        INTERNAL_SECRET_FILE: internalFiles[service],
        FAIL_POINTS: points.folderOf(service),
      }),
    })
    closing.push(() => supervisor.close())

    return {
      gatewayUrl: addresses.urlOf('gateway'),
      databases,
      postgres,
      rabbitmq,
      redis,
      links,
      services: supervisor,
      points,
      smtp,
      twilio,
      receiver,
      receiverUrl: `http://${at('notifications→webhooks')}`,
      tokenSecret: {
        current: () => tokenSecret,
        accept: (...all) => void secrets.write('jwt', ...all),
        rotate(...all) {
          tokenSecret = all[0]
          secrets.write('jwt', ...all)
        },
      },
      internalSecret: {
        current: () => internalSecret,
        write(service, ...all) {
          secrets.write(`internal-${service}`, ...all)
          if (service === 'gateway') internalSecret = all[0] ?? internalSecret
        },
      },
      connectBroker: () =>
        connectRabbitmq({
          url: rabbitmq.url,
          topology,
          connectionName: 'faults',
          log: createLog('faults', 'silent'),
        }),
      async beginAnew(other) {
        await Promise.all(services.map((service) => supervisor.stop(service, 'SIGKILL')))
        for (const link of Object.values(links)) link.heal()
        points.disarm()
        for (const owner of owners) await makeEmpty(postgres.url, databases[owner])
        await giveTo(USER, databases, postgres.url)
        await deleteQueues(rabbitmq.url)
        await emptyRedis(redis.url)
        for (const fake of [smtp, twilio, receiver]) fake.clear()
        supervisor.useTree(other)
        await Promise.all(services.map((service) => supervisor.start(service)))
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Gives databases to the services' user, which is not a superuser, because connection limits do not apply to
 * superusers.
 */
async function giveTo(user: string, databases: Record<Owner, string>, url: string): Promise<void> {
  await withDatabase(url, async (client) => {
    for (const database of Object.values(databases))
      await client.query(
        `ALTER DATABASE ${client.escapeIdentifier(new URL(database).pathname.slice(1))} OWNER TO ${user}`,
      )
  })
}

async function makeEmpty(url: string, database: string): Promise<void> {
  await withDatabase(url, async (client) => {
    const name = client.escapeIdentifier(new URL(database).pathname.slice(1))
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`)
  })
}

/** Deletes the queues of all services, which declare them again when they start. */
async function deleteQueues(url: string): Promise<void> {
  const connection = await connect(url)
  const channel = await connection.createChannel()
  for (const owner of owners) for (const name of allQueuesOf(owner)) await channel.deleteQueue(name)
  await connection.close()
}

import path from 'node:path'
import { topology } from '@appointments/contracts'
import { DatabaseInUse, startEmbeddedPostgres } from '@appointments/embedded-postgres'
import { connectRabbitmq, createInProcessBroker, type Broker } from '@appointments/broker'
import { StartupFault, type Log, type StopOrder } from '@appointments/runtime'
import { freePort } from '@appointments/testing/free-port'
import { databaseVariables, ensureDatabase } from './databases.ts'
import { dataDirectory } from './local-secrets.ts'

/** Back ends of a local system. Those without a URL in the environment are embedded. */
export interface Backends {
  /** Connection string of each database by its variable. */
  databaseUrls: Record<string, string>
  connectBroker: () => Promise<Broker>
  /** Names of the back ends in use, for the banner. */
  descriptions: string[]
}

/** Starts an embedded back end for each one that has no URL in the environment. */
export async function startBackends(log: Log, order: StopOrder): Promise<Backends> {
  const { databaseUrls, description } = await databases(log, order)
  const { connectBroker, brokerDescription } = await broker(log, order)
  const keyValue = process.env.REDIS_URL ? 'Redis' : 'in-process key-value store'
  return { databaseUrls, connectBroker, descriptions: [description, brokerDescription, keyValue] }
}

async function databases(log: Log, order: StopOrder) {
  const entries = Object.entries(databaseVariables)
  const given = entries.flatMap(([, variable]) =>
    process.env[variable] ? [[variable, process.env[variable]]] : [],
  )
  const databaseUrls = Object.fromEntries(given) as Record<string, string>
  await Promise.all(Object.entries(databaseUrls).map(([variable, url]) => ensureDatabase(variable, url)))
  const missing = entries.filter(([, variable]) => databaseUrls[variable] === undefined)
  if (missing.length === 0) return { databaseUrls, description: 'PostgreSQL' }
  const postgres = await startEmbeddedPostgres({
    freePort,
    directory: path.join(dataDirectory(), 'postgres'),
    log: (line) => log.debug(line),
  }).catch((error: unknown) => {
    if (!(error instanceof DatabaseInUse)) throw error
    const advice = 'stop that process, or set DATA_DIRECTORY to another folder'
    throw new StartupFault(`DATA_DIRECTORY: ${error.message}; ${advice}`, { cause: error })
  })
  order.onStop('embedded PostgreSQL', () => postgres.stop())
  for (const [name, variable] of missing) {
    await postgres.createDatabase(name)
    databaseUrls[variable] = postgres.url(name)
  }
  return { databaseUrls, description: `embedded PostgreSQL in ${path.relative('.', dataDirectory()) || '.'}` }
}

async function broker(log: Log, order: StopOrder) {
  const url = process.env.RABBITMQ_URL
  if (url) {
    const connectBroker = () => connectRabbitmq({ url, topology, connectionName: 'local', log })
    return { connectBroker, brokerDescription: 'RabbitMQ' }
  }
  const inProcess = await createInProcessBroker({
    topology,
    journalDirectory: path.join(dataDirectory(), 'broker'),
  })
  order.onStop('in-process broker', () => inProcess.close())
  // all services share the one broker, so stopping a service must not close it
  const shared: Broker = { ...inProcess, close: () => Promise.resolve() }
  return { connectBroker: () => Promise.resolve(shared), brokerDescription: 'in-process broker' }
}

import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A separate database for one test. */
export interface FreshDatabase {
  url: string
  /** Drops it, even if clients are still connected. */
  drop: () => Promise<void>
}

/** The initial state of databases; the first test of a run that needs it prepares it for all. */
export interface DatabaseTemplate {
  name: string
  /** Puts an empty database into that state and closes its connections. */
  prepare: (url: string) => Promise<void>
}

/** The server that databases are created on. */
export interface DatabaseServer {
  /** a database on the server, with a role that may create databases */
  postgresUrl: string
  /** prefix of the name of every database of this run */
  run: string
}

// PostgreSQL cuts names at 63 bytes; the run and the random part take 23 of them
const LONGEST_LABEL = 40

/**
 * Creates a database with a unique name.
 * @param prefix part of the name that shows which test uses it
 */
export async function freshDatabaseOn(
  server: DatabaseServer,
  prefix: string,
  { template }: { template?: DatabaseTemplate } = {},
): Promise<FreshDatabase> {
  const name = `${nameOf(server.run, prefix)}_${randomBytes(4).toString('hex')}`
  await withConnection(server.postgresUrl, async (client) => {
    const source = template === undefined ? undefined : await preparedTemplate(client, server, template)
    await create(client, name, source)
  })
  return {
    url: urlOf(server, name),
    drop: () => withConnection(server.postgresUrl, (client) => drop(client, name)),
  }
}

/** Drops every database of a run. */
export async function dropDatabasesOf(postgresUrl: string, run: string): Promise<void> {
  await withConnection(postgresUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [`${run}_`],
    )
    for (const { datname } of rows) await drop(client, datname)
  })
}

/** The template's name on the server; the first caller of the run builds it while the other callers wait. */
async function preparedTemplate(
  client: pg.Client,
  server: DatabaseServer,
  { name, prepare }: DatabaseTemplate,
): Promise<string> {
  const template = nameOf(server.run, `template_${name}`)
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [template])
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (rowCount === 0) await build(client, template, () => prepare(urlOf(server, template)))
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [template])
  }
  return template
}

async function build(client: pg.Client, template: string, prepare: () => Promise<void>): Promise<void> {
  await create(client, template)
  try {
    await prepare()
    // PostgreSQL cannot copy a database that has connections
    await client.query(`ALTER DATABASE ${pg.escapeIdentifier(template)} ALLOW_CONNECTIONS false`)
  } catch (error) {
    await drop(client, template)
    throw error
  }
}

const create = (client: pg.Client, name: string, template = 'template0') =>
  client.query(
    `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)} ENCODING 'UTF8'`,
  )

async function drop(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
}

const nameOf = (run: string, label: string) =>
  `${run}_${label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, LONGEST_LABEL)}`

function urlOf({ postgresUrl }: DatabaseServer, name: string): string {
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Runs a task with a connection of its own.
 * @param limits by default, statements may take any time, unlike those of a service's pool
 */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  limits: pg.ClientConfig = { connectionTimeoutMillis: 5000 },
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, ...limits })
  // without a listener, a connection that breaks between two statements ends the process; with one, the next
  // statement fails
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

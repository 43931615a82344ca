import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { events, eventTypes } from '@appointments/contracts'
import { freshDatabase, type FreshDatabase } from '@appointments/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { REPOSITORY } from '../src/repository.ts'
import { owners } from '../src/service-names.ts'

const run = promisify(execFile)
const SECRET = { INTERNAL_SECRET: 'a-secret-of-at-least-thirty-two-bytes' }

let database: FreshDatabase
let connections: pg.Client[]

beforeEach(async () => {
  database = await freshDatabase('migrations')
  connections = []
})
afterEach(async () => {
  await Promise.all(connections.map((one) => one.end()))
  await database.drop()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  connections.push(client)
  await client.connect()
  return client
}

/** Runs the program of a service as its image does. @throws Error with its status and output */
const program = (service: string, args: string[] = [], env: Record<string, string> = {}) =>
  run(process.execPath, [`${REPOSITORY}/services/${service}/dist/main.js`, ...args], {
    env: { [`${service.toUpperCase()}_DATABASE_URL`]: database.url, ...env },
  })

it.each(owners)(
  '%s migrates its database and exits, with its address as the only setting; a second run changes nothing',
  async (service) => {
    const first = await program(service, ['migrate'])
    expect(first.stdout).toContain('"migration":"0001_outbox_and_inbox"')
    expect(first.stdout).toContain(`"migration":"0001_${service}"`)
    expect((await program(service, ['migrate'])).stdout).not.toContain('"migration"')
  },
)

/** A statement that changes nothing in a migration if it was carried out beforehand. */
const REPEATABLE =
  /^(?:CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?|ALTER TABLE \w+ ADD COLUMN )IF NOT EXISTS [^;]+;/gm

it('the page on upgrades has every index, with its column, to create beforehand on a large database', () => {
  const statementsIn = (text: string) =>
    [...text.matchAll(REPEATABLE)].map(([statement]) =>
      statement.replace('CONCURRENTLY ', '').replaceAll(/\s+/g, ' '),
    )
  const page = readFileSync(`${REPOSITORY}/docs/upgrade-and-backup.md`, 'utf8')
  const beforehand = owners.flatMap((service) => {
    const folder = `${REPOSITORY}/services/${service}/migrations`
    return readdirSync(folder)
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
      .filter((text) => text.includes('CONCURRENTLY'))
      .flatMap(statementsIn)
  })
  expect(beforehand.length).toBeGreaterThan(10)
  expect(statementsIn(page).sort()).toEqual(beforehand.sort())
})

it('the page on restores publishes again in the database of every service that publishes events', () => {
  const page = readFileSync(`${REPOSITORY}/docs/upgrade-and-backup.md`, 'utf8')
  const [step] = /\*\*Publish again what was published shortly before T\*\*[^:]*:/.exec(page) ?? []
  for (const owner of new Set(eventTypes.map((type) => events[type].owner))) expect(step).toContain(owner)
})

it('the gateway has nothing to migrate and rejects another command', async () => {
  await program('gateway', ['migrate'])
  await expect(program('gateway', ['migrat'])).rejects.toThrow('unknown command "migrat"')
})

it('a service that must not migrate rejects a database that lacks migrations, and leaves it unchanged', async () => {
  const rejected = program('appointments', [], { ...SECRET, MIGRATE_ON_START: 'false' })
  await expect(rejected).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the database lacks @appointments/outbox 0001_outbox_and_inbox'),
  })
  const client = await connect()
  const { rowCount } = await client.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`)
  expect(rowCount).toBe(0)
})

/** Waits until one lock on a table fulfils a condition. */
const lockOn = (client: pg.Client, table: string, condition: string) =>
  expect
    .poll(
      async () =>
        (await client.query(`SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND ${condition}`))
          .rowCount,
      { timeout: 20_000 },
    )
    .toBe(1)

/** The last migration of a package that all services use; it changes a table in use. */
const LAST = '0003_optional_status'

it('a migration blocked by a lock lets other statements pass, and completes once the lock is released', async () => {
  await program('appointments', ['migrate'])
  const [holder, reader] = [await connect(), await connect()]
  // makes the migration pending again
  await holder.query(`DELETE FROM migrations_idempotency WHERE name = '${LAST}'`)
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE idempotent_requests IN ROW EXCLUSIVE MODE')
  const migrated = program('appointments', ['migrate'])
  await lockOn(reader, 'idempotent_requests', 'NOT granted')
  // the reader queues behind the migration, which cannot get its lock before the holder ends
  await reader.query(`SET lock_timeout = '15s'`)
  await reader.query('DELETE FROM idempotent_requests WHERE false')
  await holder.query('COMMIT')
  expect((await migrated).stdout).toContain(`"migration":"${LAST}"`)
})

it('a migration that ends in a deadlock is tried again', async () => {
  await program('notifications', ['migrate'])
  const [writer, admin] = [await connect(), await connect()]
  // makes a migration and all later ones pending again. It creates an index, which locks the table, and then drops
  // another one, which needs a stronger lock
  await admin.query(`DELETE FROM migrations_notifications_service WHERE name >= '0050_indexes_of_sending'`)
  await admin.query('ALTER TABLE send_budgets DROP COLUMN taken_at')
  await admin.query('ALTER TABLE contacts DROP COLUMN field_versions')
  await admin.query('DROP INDEX notifications_in_flight')
  await admin.query('CREATE INDEX notifications_leased ON notifications (channel)')
  // between the two statements, the first attempt waits until the writer waits for the migration
  await admin.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION wait_for_writer() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('tries') > 1 THEN RETURN; END IF;
        WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'notifications'::regclass AND NOT granted) LOOP
          PERFORM pg_sleep(0.01);
        END LOOP;
      END $$;
    CREATE EVENT TRIGGER wait_for_writer ON ddl_command_start WHEN TAG IN ('DROP INDEX')
      EXECUTE FUNCTION wait_for_writer()`)
  await writer.query('BEGIN')
  await writer.query('SELECT FROM notifications')
  const migrated = program('notifications', ['migrate'])
  await lockOn(admin, 'notifications', `mode = 'ShareLock'`)
  await writer.query('DELETE FROM notifications WHERE false')
  await writer.query('COMMIT')
  const { stdout } = await migrated
  expect(stdout).toContain('a migration could not get a lock')
  expect(stdout).toContain('"migration":"0050_indexes_of_sending"')
})

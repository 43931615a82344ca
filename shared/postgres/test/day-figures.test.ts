import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { silentLog } from '@appointments/runtime'
import { freshDatabase } from '@appointments/testing'
import {
  computeDays,
  createPool,
  dayFigures,
  type DueDay,
  transactionsOn,
  type Pool,
  type Transaction,
} from '../src/index.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: Pool
let transaction: Transaction
beforeAll(async () => {
  database = await freshDatabase('figures')
  pool = createPool(database.url, { size: 4, waitMs: 10_000, log: silentLog, name: 'figures' })
  transaction = transactionsOn(pool)
  await pool.query(`
    CREATE TABLE applications (id text PRIMARY KEY, zone text);
    INSERT INTO applications VALUES ('app', 'Europe/Berlin');
    CREATE TABLE thing_figures (application_id text NOT NULL, day date NOT NULL);
    CREATE TABLE thing_figure_days (application_id text, day date, PRIMARY KEY (application_id, day));
    CREATE TABLE thing_figure_state (only_row boolean PRIMARY KEY DEFAULT true, as_of timestamptz);
    INSERT INTO thing_figure_state DEFAULT VALUES`)
})
beforeEach(() =>
  pool.query(
    'DELETE FROM thing_figures; DELETE FROM thing_figure_days; UPDATE thing_figure_state SET as_of = NULL',
  ),
)
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const now = new Date()
/** The date that is this many days ahead. */
const day = (ahead: number) => new Date(now.getTime() + ahead * 86_400_000).toISOString().slice(0, 10)

const things = dayFigures('thing', 'p.zone')
const noteDay = (noted: string) =>
  pool.query(`INSERT INTO thing_figure_days VALUES ('app', $1) ON CONFLICT DO NOTHING`, [noted])
const dueDays = async () =>
  (await pool.query<{ day: string }>('SELECT day::text FROM thing_figure_days ORDER BY day')).rows.map(
    (due) => due.day,
  )

it('each day is computed once, the newest first, and then the numbers are complete up to a time', async () => {
  const computed: DueDay[] = []
  const compute = computeDays(
    { transaction, clock: { now: () => now } },
    {
      ...things,
      noteDays: () => Promise.resolve(false),
      computeDay(tx, due) {
        computed.push(due)
        tx.write('INSERT INTO thing_figures VALUES ($1, $2)', [due.applicationId, due.day])
      },
    },
    2000,
  )
  await noteDay(day(1))
  await noteDay(day(2))
  await pool.query(`INSERT INTO thing_figures VALUES ('app', $1)`, [day(1)])
  expect(await compute()).toBe(false)
  expect(computed.map((due) => due.day)).toEqual([day(2), day(1)])
  expect(computed.map((due) => due.zone)).toEqual(['Europe/Berlin', 'Europe/Berlin'])
  expect((await pool.query('SELECT FROM thing_figures')).rowCount).toBe(2)
  expect(await things.asOf(pool)).toEqual(new Date(now.getTime() - 2000))
})

it('the time of the numbers never goes back, and does not advance while days are due', async () => {
  const mark = (asOf: Date) => transaction((tx) => things.markComputed(tx, asOf))
  await noteDay(day(1))
  await mark(now)
  expect(await things.asOf(pool)).toBeUndefined()
  await transaction((tx) => things.takeDay(tx))
  await mark(now)
  // a slower replica began earlier
  await mark(new Date(now.getTime() - 60_000))
  expect(await things.asOf(pool)).toEqual(now)
})

it('a change of the time zone marks all days with figures, all due days, and their neighbours', async () => {
  await pool.query(`INSERT INTO thing_figures VALUES ('app', $1), ('other', $2)`, [day(1), day(30)])
  await noteDay(day(10))
  await transaction((tx) => things.noteAllDays(tx, 'app'))
  expect(await dueDays()).toEqual([day(0), day(1), day(2), day(9), day(10), day(11)])
})

it('a change of the time zone waits for days that are being marked at the same time', async () => {
  const noting = await pool.connect()
  try {
    await noting.query('BEGIN')
    await noting.query('SELECT FROM thing_figure_state FOR UPDATE')
    await noting.query(`INSERT INTO thing_figure_days VALUES ('app', $1)`, [day(10)])
    const changed = transaction((tx) => things.noteAllDays(tx, 'app'))
    await expect
      .poll(
        async () => {
          const { rowCount } = await pool.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
          return rowCount
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    await noting.query('COMMIT')
    await changed
  } finally {
    noting.release()
  }
  expect(await dueDays()).toEqual([day(9), day(10), day(11)])
})

it('no due day is taken while the time zone changes', async () => {
  await noteDay(day(10))
  await transaction(async (tx) => {
    things.noteAllDays(tx, 'app')
    // a query is executed after the statements before it
    await tx.query('SELECT 1', [])
    await transaction((other) => things.takeDay(other))
  })
  expect(await dueDays()).toEqual([day(9), day(10), day(11)])
})

import pg from 'pg'
import { atMost, count, median, milliseconds, type Figure } from './report.ts'

/** Exclusive rows in the smaller and in the larger table. */
const [FEW, MANY] = (process.env.BENCH_EXCLUSIVE_SIZES ?? '10000,1000000').split(',').map(Number) as [
  number,
  number,
]
const WRITES = 400
const AGENTS = 5000

/**
 * Measures the constraint against double booking: building its index, which locks the table during an upgrade, and a
 * write to it. Copies of the table are measured, because the services write to the table itself.
 * @param databaseUrl of the appointments service
 */
export async function exclusiveRows(databaseUrl: string): Promise<Figure[]> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    const built: number[] = []
    for (const [table, size] of [
      ['few_rows', FEW],
      ['many_rows', MANY],
    ] as const) {
      await database.query(`CREATE TABLE ${table} (LIKE agent_bookings)`)
      await database.query(fill(table), [0, size, AGENTS])
      await database.query(`CREATE UNIQUE INDEX ON ${table} (agent_id, appointment_id)`)
      await database.query(`VACUUM ANALYZE ${table}`)
      built.push(await msOf(() => database.query(constraint(table))))
    }
    await database.query('CREATE TABLE unproved_rows (LIKE many_rows)')
    await database.query('INSERT INTO unproved_rows SELECT * FROM many_rows')
    await database.query('CREATE UNIQUE INDEX ON unproved_rows (agent_id, appointment_id)')
    const writes = { few_rows: [] as number[], many_rows: [] as number[], unproved_rows: [] as number[] }
    for (let n = 1; n <= WRITES; n += 1)
      for (const table of Object.keys(writes) as (keyof typeof writes)[])
        writes[table].push(await msOf(() => database.query(fill(table), [MANY + n - 1, MANY + n, AGENTS])))
    const of = (table: keyof typeof writes) => median(writes[table])
    const ratio = (what: string, value: number) => ({ ...count(what, value), shown: value.toFixed(2) })
    return [
      milliseconds(
        `building the index of ${MANY} exclusive rows, which locks the table`,
        built[1] ?? Number.NaN,
      ),
      milliseconds(`write to ${MANY} exclusive rows, p50`, of('many_rows')),
      ratio('  to one without the constraint', of('many_rows') / of('unproved_rows')),
      atMost(ratio(`  to one to ${FEW} rows`, of('many_rows') / of('few_rows')), 1.3, '', FALSE_IF),
    ]
  } finally {
    await database.query('DROP TABLE IF EXISTS few_rows, many_rows, unproved_rows')
    await database.end()
  }
}

const FALSE_IF =
  'the rows are of few agents, are not exclusive, or the commit took most of the time of each write'

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** The constraint as the migrations define it. */
const constraint = (table: string) => `
  ALTER TABLE ${table} ADD CONSTRAINT ${table}_once EXCLUDE USING gist (organization_id WITH =, agent_id WITH =,
    tstzrange(coalesce(occupied_from, start_at), coalesce(occupied_to, end_at)) WITH &&) WHERE (exclusive)`

/** Appointments of half an hour, one after the other for each agent. */
const fill = (table: string) => `
  INSERT INTO ${table} (organization_id, agent_id, appointment_id, start_at, end_at, exclusive, kind)
  SELECT 'org', 'agent-' || n % $3::int, 'exclusive-' || n, at, at + interval '30 minutes', true, 'BOOKED'
  FROM generate_series($1::int + 1, $2::int) n,
    LATERAL (SELECT date_trunc('day', now()) + (n / $3::int) * interval '30 minutes' AS at) made`

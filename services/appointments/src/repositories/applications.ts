import {
  unconfigured,
  withDefaults,
  type Actor,
  type Application,
  type AvailabilitySettings,
  type Slice,
} from '@appointments/contracts'
import { completeSettings } from './availability-settings.ts'
import { readTogether, takeLock, type Pool, type Sql, type Tx } from '@appointments/postgres'

interface Row {
  settings: Application
}

/** The parts of an application that every caller may know; null if a part is not set. */
interface Outline {
  id: string
  brandName: string | null
  senderName: string | null
  timezone: string | null
  agentReassignmentEnabled: boolean | null
  notesForCustomers: boolean | null
  overrideRoles: AvailabilitySettings['overrideRoles'] | null
}

const first = (rows: Row[]): Application | undefined => rows[0] && withDefaults(rows[0].settings)

const readSettings = readTogether(async (pool: Pool, ids) => {
  const { rows } = await pool.query<Row & { id: string; availability: AvailabilitySettings | null }>(
    `SELECT p.id, p.settings, s.settings AS availability FROM applications p
     LEFT JOIN availability_settings s ON s.application_id = p.id WHERE p.id = ANY ($1)`,
    [ids],
  )
  return rows
})

/** Applications and all their versions. */
export const applications = {
  async find(sql: Sql, id: string): Promise<Application | undefined> {
    return first((await sql.query<Row>('SELECT settings FROM applications WHERE id = $1', [id])).rows)
  },

  /** Like `find`, outside a transaction. */
  async read(pool: Pool, id: string): Promise<Application | undefined> {
    const row = await readSettings(pool, id)
    return row && withDefaults(row.settings)
  },

  /** An application and how it offers times, read by one statement. */
  async readWithSettings(
    pool: Pool,
    id: string,
  ): Promise<{ application: Application; settings: AvailabilitySettings } | undefined> {
    const row = await readSettings(pool, id)
    return (
      row && {
        application: withDefaults(row.settings),
        settings: completeSettings(id, row.availability),
      }
    )
  },

  /** A page of the applications of one organization, or of all organizations, and the total number. */
  async findAll(
    sql: Sql,
    organizationId: string | undefined,
    { order, limit, offset }: Slice<'id'>,
  ): Promise<{ content: Application[]; total: number }> {
    const own = 'FROM applications WHERE $1::text IS NULL OR organization_id = $1'
    const { rows } = await sql.query<Row | { settings: null; total: number }>(
      `SELECT total, settings FROM (SELECT count(*) AS total ${own}) counted
       LEFT JOIN (SELECT id, settings ${own} ORDER BY id ${order} LIMIT $2 OFFSET $3) page ON true
       ORDER BY id ${order}`,
      [organizationId ?? null, limit, offset],
    )
    const content = rows.flatMap(({ settings }) => (settings ? [withDefaults(settings)] : []))
    return { content, total: (rows[0] as { total?: number } | undefined)?.total ?? 0 }
  },

  /** The first applications of one organization, or of all organizations, sorted by id. */
  async outlines(sql: Sql, organizationId: string | undefined, limit: number): Promise<Outline[]> {
    const { rows } = await sql.query<Outline>(
      `SELECT a.id, p.presentation #>> '{brand,name}' AS "brandName",
         a.settings #>> '{notifications,from,emailName}' AS "senderName", a.settings ->> 'defaultTimezone' AS timezone,
         (a.settings ->> 'agentReassignmentEnabled')::boolean AS "agentReassignmentEnabled",
         (a.settings ->> 'notesForCustomers')::boolean AS "notesForCustomers",
         s.settings -> 'overrideRoles' AS "overrideRoles"
       FROM applications a LEFT JOIN presentations p ON p.application_id = a.id
       LEFT JOIN availability_settings s ON s.application_id = a.id
       WHERE $1::text IS NULL OR a.organization_id = $1 ORDER BY a.id LIMIT $2`,
      [organizationId ?? null, limit],
    )
    return rows
  },

  /** Applications in the order of their ids. @param after the id of the last application on the previous page */
  async following(sql: Sql, after: string | undefined, limit: number): Promise<Application[]> {
    const { rows } = await sql.query<Row>(
      'SELECT settings FROM applications WHERE id > $1 ORDER BY id LIMIT $2',
      [after ?? '', limit],
    )
    return rows.map(({ settings }) => withDefaults(settings))
  },

  /** Reads an application and locks it against changes and creation until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<Application | undefined> {
    await excludeOthers(tx, id)
    return this.find(tx, id)
  },

  /** Creates an application with default settings; undefined if another request has created it first. */
  async insertDefault(tx: Tx, id: string, organizationId: string | undefined, actor: Actor, now: Date) {
    await excludeOthers(tx, id)
    const application = unconfigured(id, organizationId)
    const { rowCount } = await tx.query(
      `INSERT INTO applications (id, organization_id, version, settings, updated_at) VALUES ($1, $2, 1, $3, $4)
       ON CONFLICT DO NOTHING`,
      [id, organizationId ?? null, application, now],
    )
    if (rowCount === 0) return undefined
    await recordVersion(tx, application, actor, now)
    return application
  },

  /** Stores a new version of an application. */
  async put(tx: Tx, application: Application, actor: Actor, now: Date): Promise<void> {
    tx.write(
      `INSERT INTO applications (id, organization_id, version, settings, updated_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET organization_id = $2, version = $3, settings = $4, updated_at = $5`,
      [application.id, application.organizationId ?? null, application.version, application, now],
    )
    await recordVersion(tx, application, actor, now)
  },
}

// a row that does not exist yet cannot be locked, but its id can; kind 1 separates these locks from those of agents
const excludeOthers = (tx: Tx, id: string) => tx.query(`SELECT ${takeLock('$1', 1)}`, [id])

const recordVersion = (tx: Tx, application: Application, actor: Actor, now: Date) =>
  tx.query(
    'INSERT INTO application_versions (application_id, version, settings, actor, made_at) VALUES ($1, $2, $3, $4, $5)',
    [application.id, application.version, application, actor, now],
  )

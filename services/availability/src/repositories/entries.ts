import { problem, type ProblemCode, type Slice } from '@appointments/contracts'
import { takeLock, type Sql, type Tx } from '@appointments/postgres'

/** An entry of the directory: fields of its kind, and those that the system sets. */
export interface Stored {
  id: string
  version: number
  createdAt: string
  updatedAt: string
}

interface Row {
  scope: string
  id: string
  content: object
  version: number
  created_at: Date
  updated_at: Date
}

/** A kind of entries: its table, the owner of an entry, and the maximum number of entries. */
export interface Kind {
  table: 'agents' | 'teams' | 'queues' | 'schedules' | 'holiday_calendars' | 'service_types'
  scope: 'organization_id' | 'application_id'
  /** Maximum number of entries of an organization or application. */
  most: number
  missing: ProblemCode
}

/** The fields that a request sets. */
export interface Content {
  name: string
  content: object
}

/** The condition that a list selects by, with its values. */
export interface Filter {
  text: string
  values: unknown[]
}

/** A search for the beginning of an id or a name, in any case. @param at position of the parameter */
export const beginsWith = (at: number): string =>
  `(starts_with(lower(id), lower($${at})) OR starts_with(lower(name), lower($${at})))`

/** A version that no entry has had. */
export async function nextVersion(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ version: number }>("SELECT nextval('versions') AS version")
  return rows[0]?.version ?? 0
}

/** Entries of one kind, each identified by its scope (an organization or an application) and its id. */
export function entriesIn<Entry extends Stored>({ table, scope: column, most, missing }: Kind) {
  const COLUMNS = `${column} AS scope, id, content, version, created_at, updated_at`

  const entryOf = ({ scope, id, content, version, created_at, updated_at }: Row): Entry =>
    // the content was validated when it was written
    ({
      id,
      ...(column === 'application_id' && { applicationId: scope }),
      ...(column === 'organization_id' && scope !== '' && { organizationId: scope }),
      ...content,
      version,
      createdAt: created_at.toISOString(),
      updatedAt: updated_at.toISOString(),
    }) as unknown as Entry

  const find = async (sql: Sql, scope: string, id: string): Promise<Entry | undefined> => {
    const { rows } = await sql.query<Row>(
      `SELECT ${COLUMNS} FROM ${table} WHERE ${column} = $1 AND id = $2`,
      [scope, id],
    )
    return rows[0] && entryOf(rows[0])
  }

  const lockName = (...key: string[]) => JSON.stringify([table, ...key])
  // an entry that does not exist yet cannot be locked, but its key can
  const exclude = (tx: Tx, ...key: string[]) => tx.query(`SELECT ${takeLock('$1')}`, [lockName(...key)])

  return {
    find,

    /** The name of an entry's lock, for transactions that wait for it. */
    lockName: (scope: string, id: string): string => lockName(scope, id),

    /** @throws the problem for an unknown entry of this kind */
    async get(sql: Sql, scope: string, id: string): Promise<Entry> {
      const entry = await find(sql, scope, id)
      if (!entry) throw problem(missing)
      return entry
    },

    /** Reads an entry and locks it against changes and creation until the transaction ends. */
    async lock(tx: Tx, scope: string, id: string): Promise<Entry | undefined> {
      await exclude(tx, scope, id)
      return find(tx, scope, id)
    },

    /** Creates a locked entry. @throws Problem DIRECTORY_FULL */
    async insert(tx: Tx, scope: string, id: string, { name, content }: Content, now: Date): Promise<Entry> {
      await exclude(tx, scope)
      const { rows: counted } = await tx.query<{ total: number }>(
        `SELECT count(*) AS total FROM ${table} WHERE ${column} = $1`,
        [scope],
      )
      if ((counted[0]?.total ?? 0) >= most) throw problem('DIRECTORY_FULL', { extensions: { limit: most } })
      const { rows } = await tx.query<Row>(
        `INSERT INTO ${table} (${column}, id, name, content, version, created_at, updated_at)
         VALUES ($1, $2, $3, $4, nextval('versions'), $5, $5) RETURNING ${COLUMNS}`,
        [scope, id, name, JSON.stringify(content), now],
      )
      return entryOf(rows[0] as Row)
    },

    /** Replaces a locked entry. */
    async update(tx: Tx, scope: string, id: string, { name, content }: Content, now: Date): Promise<Entry> {
      const { rows } = await tx.query<Row>(
        `UPDATE ${table} SET name = $3, content = $4, version = nextval('versions'), updated_at = $5
         WHERE ${column} = $1 AND id = $2 RETURNING ${COLUMNS}`,
        [scope, id, name, JSON.stringify(content), now],
      )
      return entryOf(rows[0] as Row)
    },

    /** Gives every entry a new version. */
    async renewAll(tx: Tx): Promise<Entry[]> {
      const { rows } = await tx.query<Row>(
        `UPDATE ${table} SET version = nextval('versions') RETURNING ${COLUMNS}`,
      )
      return rows.map(entryOf)
    },

    /** Deletes a locked entry. */
    remove(tx: Tx, scope: string, id: string): void {
      tx.write(`DELETE FROM ${table} WHERE ${column} = $1 AND id = $2`, [scope, id])
    },

    /** Entries of a scope in the order of a page. @param filter refers to its values from $2 on */
    async list(
      sql: Sql,
      scope: string,
      { text, values }: Filter,
      { field, order, limit, offset }: Slice<'id' | 'name'>,
    ): Promise<{ content: Entry[]; total: number }> {
      const selected = `FROM ${table} WHERE ${column} = $1 AND ${text}`
      const { rows: counted } = await sql.query<{ total: number }>(`SELECT count(*) AS total ${selected}`, [
        scope,
        ...values,
      ])
      const { rows } = await sql.query<Row>(
        `SELECT ${COLUMNS} ${selected} ORDER BY ${field} ${order}, id ${order}
         LIMIT $${values.length + 2} OFFSET $${values.length + 3}`,
        [scope, ...values, limit, offset],
      )
      return { content: rows.map(entryOf), total: counted[0]?.total ?? 0 }
    },

    /**
     * The ids that exist. In a transaction, their entries cannot be deleted until it ends.
     * @param ids in any order; locks are taken in a fixed order
     */
    async existing(sql: Sql, scope: string, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const { rows } = await sql.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE ${column} = $1 AND id = ANY($2) ORDER BY id FOR KEY SHARE`,
        [scope, ids],
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** Excludes new references to an entry until the transaction ends. */
    async excludeReferences(tx: Tx, scope: string, id: string): Promise<void> {
      await tx.query(`SELECT FROM ${table} WHERE ${column} = $1 AND id = $2 FOR UPDATE`, [scope, id])
    },
  }
}
export type Entries<Entry extends Stored> = ReturnType<typeof entriesIn<Entry>>

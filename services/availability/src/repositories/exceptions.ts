import {
  instant,
  isLocalDateTime,
  type Exception,
  type ExceptionRequest,
  type Slice,
} from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import type { StoredException } from '../domain/directory.ts'
import { rangeIn } from '../domain/wall-clock.ts'

interface Row {
  id: string
  agent_id: string
  content: ExceptionRequest
  starts_at: Date
  ends_at: Date
  created_at: Date
}

const COLUMNS = 'id, agent_id, content, starts_at, ends_at, created_at'

const exceptionOf = ({ id, agent_id, content, starts_at, ends_at, created_at }: Row): Exception => ({
  id,
  agentId: agent_id,
  ...content,
  // an earlier release stored instants as they were sent
  ...(!isLocalDateTime(content.from) && { from: instant(starts_at), until: instant(ends_at) }),
  createdAt: created_at.toISOString(),
})

const sortColumns = { from: 'starts_at', createdAt: 'created_at' } as const

/** Absences and extra hours of agents. */
export const exceptions = {
  insert(tx: Tx, organization: string, stored: StoredException): void {
    const { id, agentId, type, from, until, reason, startsAt, endsAt, createdAt } = stored
    const content = { type, from, until, reason }
    tx.write(
      `INSERT INTO exceptions (id, organization_id, agent_id, content, type, starts_at, ends_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, organization, agentId, JSON.stringify(content), type, startsAt, endsAt, createdAt],
    )
  },

  async find(sql: Sql, organization: string, agentId: string, id: string): Promise<Exception | undefined> {
    const { rows } = await sql.query<Row>(
      `SELECT ${COLUMNS} FROM exceptions WHERE organization_id = $1 AND agent_id = $2 AND id = $3`,
      [organization, agentId, id],
    )
    return rows[0] && exceptionOf(rows[0])
  },

  /** The agent and the instants of an exception. */
  async range(
    sql: Sql,
    organization: string,
    id: string,
  ): Promise<{ agentId: string; startsAt: Date; endsAt: Date } | undefined> {
    const { rows } = await sql.query<{ agentId: string; startsAt: Date; endsAt: Date }>(
      `SELECT agent_id AS "agentId", starts_at AS "startsAt", ends_at AS "endsAt" FROM exceptions
       WHERE organization_id = $1 AND id = $2`,
      [organization, id],
    )
    return rows[0]
  },

  async list(
    sql: Sql,
    organization: string,
    agentId: string,
    { field, order, limit, offset }: Slice<'from' | 'createdAt'>,
  ): Promise<{ content: Exception[]; total: number }> {
    const selected = 'FROM exceptions WHERE organization_id = $1 AND agent_id = $2'
    const { rows: counted } = await sql.query<{ total: number }>(`SELECT count(*) AS total ${selected}`, [
      organization,
      agentId,
    ])
    const { rows } = await sql.query<Row>(
      `SELECT ${COLUMNS} ${selected} ORDER BY ${sortColumns[field]} ${order}, id ${order} LIMIT $3 OFFSET $4`,
      [organization, agentId, limit, offset],
    )
    return { content: rows.map(exceptionOf), total: counted[0]?.total ?? 0 }
  },

  /** How many exceptions of an agent are not over. */
  async countPending(tx: Tx, organization: string, agentId: string, now: Date): Promise<number> {
    const { rows } = await tx.query<{ total: number }>(
      'SELECT count(*) AS total FROM exceptions WHERE organization_id = $1 AND agent_id = $2 AND ends_at > $3',
      [organization, agentId, now],
    )
    return rows[0]?.total ?? 0
  },

  remove(tx: Tx, id: string): void {
    tx.write('DELETE FROM exceptions WHERE id = $1', [id])
  },

  /** Moves the exceptions that are given in wall-clock time to another zone of their agent. */
  async moveToZone(tx: Tx, organization: string, agentId: string, zone: string): Promise<void> {
    const { rows } = await tx.query<Row>(
      `SELECT ${COLUMNS} FROM exceptions WHERE organization_id = $1 AND agent_id = $2`,
      [organization, agentId],
    )
    for (const { id, content } of rows.filter((row) => isLocalDateTime(row.content.from))) {
      const { startsAt, endsAt } = rangeIn(content, zone)
      tx.write('UPDATE exceptions SET starts_at = $2, ends_at = $3 WHERE id = $1', [id, startsAt, endsAt])
    }
  },
}

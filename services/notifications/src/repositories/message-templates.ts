import { pageOf, type MessageTemplateRequest, type Page, type Paging } from '@appointments/contracts'
import { takeLock, type Sql, type Tx } from '@appointments/postgres'
import type { MessageTemplate } from '../domain/wording/message-template.ts'
import { newestFirst } from '../domain/newest-first.ts'

const COLUMNS = `application_id AS "applicationId", key, version, content_hash AS "contentHash", locales,
  created_at AS "createdAt", updated_at AS "updatedAt"`

/** Custom texts of applications that replace the built-in ones. */
export const messageTemplates = {
  /** Stores a template; the version increases if the content has changed. */
  async save(
    tx: Tx,
    {
      applicationId,
      key,
      contentHash,
      locales,
    }: Pick<MessageTemplate, 'applicationId' | 'key' | 'contentHash'> & MessageTemplateRequest,
    now: Date,
  ): Promise<MessageTemplate> {
    const { rows } = await tx.query<MessageTemplate>(
      `INSERT INTO message_templates (application_id, key, version, content_hash, locales, created_at, updated_at)
       VALUES ($1, $2, 1, $3, $4, $5, $5)
       ON CONFLICT (application_id, key) DO UPDATE SET
         version = message_templates.version + (message_templates.content_hash <> excluded.content_hash)::integer,
         updated_at = CASE WHEN message_templates.content_hash <> excluded.content_hash
                        THEN excluded.updated_at ELSE message_templates.updated_at END,
         content_hash = excluded.content_hash, locales = excluded.locales
       RETURNING ${COLUMNS}`,
      [applicationId, key, contentHash, JSON.stringify(locales), now],
    )
    return rows[0] as MessageTemplate
  },

  async find(sql: Sql, applicationId: string, key: string): Promise<MessageTemplate | undefined> {
    const { rows } = await sql.query<MessageTemplate>(
      `SELECT ${COLUMNS} FROM message_templates WHERE application_id = $1 AND key = $2`,
      [applicationId, key],
    )
    return rows[0]
  },

  /** The name of a template's lock, for transactions that wait for it. */
  lockName: (applicationId: string, key: string): string => JSON.stringify(['template', applicationId, key]),

  /** Reads a template and locks it against changes and creation until the transaction ends. */
  async lock(tx: Tx, applicationId: string, key: string): Promise<MessageTemplate | undefined> {
    await tx.query(`SELECT ${takeLock('$1')}`, [this.lockName(applicationId, key)])
    return this.find(tx, applicationId, key)
  },

  /** The first of the keys that has a template. */
  async findFirst(
    sql: Sql,
    applicationId: string,
    keys: readonly string[],
  ): Promise<MessageTemplate | undefined> {
    const { rows } = await sql.query<MessageTemplate>(
      `SELECT ${COLUMNS} FROM message_templates WHERE application_id = $1 AND key = ANY ($2)
       ORDER BY array_position($2, key) LIMIT 1`,
      [applicationId, keys],
    )
    return rows[0]
  },

  async list(
    sql: Sql,
    applicationId: string,
    query: Paging<'createdAt' | 'key'>,
  ): Promise<Page<MessageTemplate>> {
    const slice = newestFirst(query)
    const { field, order, limit, offset } = slice
    const { rows: counted } = await sql.query<{ total: number }>(
      'SELECT count(*) AS total FROM message_templates WHERE application_id = $1',
      [applicationId],
    )
    const column = field === 'key' ? 'key' : 'created_at'
    const { rows } = await sql.query<MessageTemplate>(
      `SELECT ${COLUMNS} FROM message_templates WHERE application_id = $1
       ORDER BY ${column} ${order}, key ${order} LIMIT $2 OFFSET $3`,
      [applicationId, limit, offset],
    )
    return pageOf({ content: rows, total: counted[0]?.total ?? 0 }, slice)
  },

  /** @returns whether there was one */
  async remove(tx: Tx, applicationId: string, key: string): Promise<boolean> {
    const { rowCount } = await tx.query(
      'DELETE FROM message_templates WHERE application_id = $1 AND key = $2',
      [applicationId, key],
    )
    return rowCount === 1
  },
}

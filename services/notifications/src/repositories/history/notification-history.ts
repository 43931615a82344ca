import { pageOf, type NotificationQuery, type Page } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { Notification, StoryLine } from '../../domain/notification.ts'
import { NOTIFICATION_COLUMNS } from '../notification-row.ts'
import { newestFirst } from '../../domain/newest-first.ts'

const SORT_COLUMNS = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  scheduledFor: 'scheduled_for',
  status: 'status',
  type: 'type',
} as const

const EVENT_SORT_COLUMNS = {
  createdAt: 'e.at',
  updatedAt: 'e.at',
  scheduledFor: 'n.scheduled_for',
  status: 'e.status',
  type: 'e.type',
} as const

const FILTER = (alias: string) => `${alias}.appointment_id = $1
  AND ($2::text[] IS NULL OR ${alias}.type = ANY($2))
  AND ($3::text[] IS NULL OR ${alias}.channel = ANY($3))
  AND ($4::text[] IS NULL OR ${alias}.status = ANY($4))`

const filterValues = (appointmentId: string, { type, channel, status }: NotificationQuery) => [
  appointmentId,
  type ?? null,
  channel ?? null,
  status ?? null,
]

/** The notifications of an appointment and their events. */
export const history = {
  async findNotifications(
    sql: Sql,
    appointmentId: string,
    query: NotificationQuery,
  ): Promise<Page<Notification>> {
    const slice = newestFirst(query)
    const { field, order, limit, offset } = slice
    const column = SORT_COLUMNS[field]
    const values = filterValues(appointmentId, query)
    const { rows: counted } = await sql.query<{ total: number }>(
      `SELECT count(*) AS total FROM notifications n WHERE ${FILTER('n')}`,
      values,
    )
    const { rows } = await sql.query<Notification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n WHERE ${FILTER('n')}
       ORDER BY n.${column} ${order} NULLS LAST, n.id ${order} LIMIT $5 OFFSET $6`,
      [...values, limit, offset],
    )
    return pageOf({ content: rows, total: counted[0]?.total ?? 0 }, slice)
  },

  /** @param notificationId only the events of this notification */
  async findEvents(
    sql: Sql,
    appointmentId: string,
    query: NotificationQuery,
    notificationId?: string,
  ): Promise<Page<StoryLine>> {
    const slice = newestFirst(query)
    const { field, order, limit, offset } = slice
    const column = EVENT_SORT_COLUMNS[field]
    const values = [...filterValues(appointmentId, query), notificationId ?? null]
    const where = `${FILTER('e')} AND ($5::text IS NULL OR e.notification_id = $5)`
    const { rows: counted } = await sql.query<{ total: number }>(
      `SELECT count(*) AS total FROM notification_events e WHERE ${where}`,
      values,
    )
    const { rows } = await sql.query<StoryLine>(
      `SELECT e.id, e.notification_id AS "notificationId", e.appointment_id AS "appointmentId", e.type, e.channel,
              e.event, e.status, e.provider_status AS "providerStatus", e.message, e.reason, e.template, e.attempt, e.at,
              e.classification_version AS "classificationVersion"
       FROM notification_events e JOIN notifications n ON n.id = e.notification_id
       WHERE ${where}
       ORDER BY ${column} ${order} NULLS LAST, e.id ${order} LIMIT $6 OFFSET $7`,
      [...values, limit, offset],
    )
    return pageOf({ content: rows, total: counted[0]?.total ?? 0 }, slice)
  },

  async find(sql: Sql, id: string): Promise<Notification | undefined> {
    const { rows } = await sql.query<Notification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n WHERE n.id = $1`,
      [id],
    )
    return rows[0]
  },

  async exists(sql: Sql, appointmentId: string, notificationId: string): Promise<boolean> {
    const { rowCount } = await sql.query('SELECT FROM notifications WHERE id = $1 AND appointment_id = $2', [
      notificationId,
      appointmentId,
    ])
    return rowCount === 1
  },
}

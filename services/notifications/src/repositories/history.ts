import { limits, type NotificationQuery } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { Notification } from '../domain/notification.ts'
import { NOTIFICATION_COLUMNS } from './notification-row.ts'

export interface NotificationEventRow {
  id: number
  notificationId: string
  appointmentId: string
  type: Notification['type']
  channel: Notification['channel']
  event: string
  status: Notification['status']
  providerStatus: string | null
  message: string | null
  reason: string | null
  attempt: number
  at: Date
}

export interface Page<Element> {
  content: Element[]
  total: number
  pageNumber: number
  pageSize: number
  pageCount: number
  sortField: string
  sortOrder: 'asc' | 'desc'
}

export interface Paging {
  pageNumber?: number | undefined
  pageSize?: number | undefined
  sortField?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}

/** Page and order a caller asked for, newest first unless said otherwise. */
export function pageOf({ pageNumber = 1, pageSize = limits.defaultPageSize, sortField, sortOrder }: Paging) {
  return {
    pageNumber,
    pageSize,
    sortField: sortField ?? 'createdAt',
    sortOrder: sortOrder ?? 'desc',
    offset: (pageNumber - 1) * pageSize,
  } as const
}

/** A page without anything on it. */
export const emptyPage = <Element>(paging: Paging): Page<Element> => pageWith([], 0, paging)

export function pageWith<Element>(content: Element[], total: number, paging: Paging): Page<Element> {
  const { offset: _, ...page } = pageOf(paging)
  return { content, total, pageCount: Math.ceil(total / page.pageSize), ...page }
}

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

/** What was sent about an appointment, and every step of it. */
export const history = {
  async findNotifications(
    sql: Sql,
    appointmentId: string,
    query: NotificationQuery,
  ): Promise<Page<Notification>> {
    const { offset, pageSize, sortOrder } = pageOf(query)
    const column = SORT_COLUMNS[query.sortField ?? 'createdAt']
    const values = filterValues(appointmentId, query)
    const { rows: counted } = await sql.query<{ total: number }>(
      `SELECT count(*) AS total FROM notifications n WHERE ${FILTER('n')}`,
      values,
    )
    const { rows } = await sql.query<Notification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n WHERE ${FILTER('n')}
       ORDER BY n.${column} ${sortOrder} NULLS LAST, n.id ${sortOrder} LIMIT $5 OFFSET $6`,
      [...values, pageSize, offset],
    )
    return pageWith(rows, counted[0]?.total ?? 0, query)
  },

  /** @param notificationId the steps of this one only */
  async findEvents(
    sql: Sql,
    appointmentId: string,
    query: NotificationQuery,
    notificationId?: string,
  ): Promise<Page<NotificationEventRow>> {
    const { offset, pageSize, sortOrder } = pageOf(query)
    const column = EVENT_SORT_COLUMNS[query.sortField ?? 'createdAt']
    const values = [...filterValues(appointmentId, query), notificationId ?? null]
    const where = `${FILTER('e')} AND ($5::text IS NULL OR e.notification_id = $5)`
    const { rows: counted } = await sql.query<{ total: number }>(
      `SELECT count(*) AS total FROM notification_events e WHERE ${where}`,
      values,
    )
    const { rows } = await sql.query<NotificationEventRow>(
      `SELECT e.id, e.notification_id AS "notificationId", e.appointment_id AS "appointmentId", e.type, e.channel,
              e.event, e.status, e.provider_status AS "providerStatus", e.message, e.reason, e.attempt, e.at
       FROM notification_events e JOIN notifications n ON n.id = e.notification_id
       WHERE ${where}
       ORDER BY ${column} ${sortOrder} NULLS LAST, e.id ${sortOrder} LIMIT $6 OFFSET $7`,
      [...values, pageSize, offset],
    )
    return pageWith(rows, counted[0]?.total ?? 0, query)
  },

  async exists(sql: Sql, appointmentId: string, notificationId: string): Promise<boolean> {
    const { rowCount } = await sql.query('SELECT FROM notifications WHERE id = $1 AND appointment_id = $2', [
      notificationId,
      appointmentId,
    ])
    return rowCount === 1
  },
}

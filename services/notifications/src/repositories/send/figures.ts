import type { Sql } from '@appointments/postgres'
import { MOST_COUNTED } from '../../metrics.ts'
import { IS_SLOW } from './deliveries.ts'

const OVERDUE_AFTER_MS = 10_000
const ABANDONED_AFTER_MS = 60_000

/** Figures for operators; the work of each query is bounded. */
export const figures = {
  /**
   * Overdue notifications, and those whose lease expired and was not recovered. Webhooks to endpoints that keep timing out
   * are left out, because they wait for their receiver and not for this service.
   */
  async queue(sql: Sql, now: Date): Promise<{ overdue: number; overdueSeconds: number; abandoned: number }> {
    const { rows } = await sql.query<{ overdue: number; oldest: Date | null; abandoned: number }>(
      `WITH RECURSIVE waiting AS (
        -- one index step per application, however much is planned for it
         (SELECT channel, application_id FROM notifications WHERE due_at IS NOT NULL AND provider_id IS NULL
          ORDER BY channel, application_id LIMIT 1)
         UNION ALL
         SELECT next.channel, next.application_id FROM waiting, LATERAL (
           SELECT channel, application_id FROM notifications
           WHERE due_at IS NOT NULL AND provider_id IS NULL
             AND (channel, application_id) > (waiting.channel, waiting.application_id)
           ORDER BY channel, application_id LIMIT 1) next
       ), overdue AS (
         SELECT due.due_at FROM waiting, LATERAL (
           SELECT due_at FROM notifications
           WHERE channel = waiting.channel AND application_id = waiting.application_id AND due_at <= $1
             AND provider_id IS NULL
           ORDER BY due_at LIMIT ${MOST_COUNTED}) due
         WHERE waiting.channel <> 'WEBHOOKS'
         UNION ALL
         SELECT due.due_at FROM webhook_endpoints endpoint, LATERAL (
           SELECT due_at FROM notifications
           WHERE channel = 'WEBHOOKS' AND recipient_key = endpoint.id AND due_at <= $1 AND provider_id IS NULL
           ORDER BY due_at LIMIT ${MOST_COUNTED}) due
         WHERE NOT ${IS_SLOW}
       )
       SELECT (SELECT count(*) FROM overdue) AS overdue, (SELECT min(due_at) FROM overdue) AS oldest,
              (SELECT count(*) FROM notifications WHERE lease_token IS NOT NULL AND lease_until <= $2) AS abandoned`,
      [new Date(now.getTime() - OVERDUE_AFTER_MS), new Date(now.getTime() - ABANDONED_AFTER_MS)],
    )
    const { overdue = 0, oldest = null, abandoned = 0 } = rows[0] ?? {}
    return { overdue, abandoned, overdueSeconds: oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0 }
  },

  /** Number of parked channels, of all applications or of one. */
  async channels(sql: Sql): Promise<{ parked: number }> {
    const { rows } = await sql.query<{ parked: number }>('SELECT count(*) AS parked FROM parked_channels')
    return { parked: rows[0]?.parked ?? 0 }
  },

  /** Number of webhook endpoints by state. */
  async endpoints(sql: Sql): Promise<{ active: number; failing: number; disabled: number }> {
    const { rows } = await sql.query<{ state: string; count: number }>(
      `SELECT CASE WHEN enabled THEN state ELSE 'DISABLED' END AS state, count(*) AS count
       FROM webhook_endpoints GROUP BY 1`,
    )
    const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
    return { active: of('ACTIVE'), failing: of('FAILING'), disabled: of('DISABLED') }
  },
}

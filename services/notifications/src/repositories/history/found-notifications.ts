import { suppressedReasons, type NotificationSearch, type RosterSnapshot } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import { NOTIFICATION_COLUMNS } from '../notification-row.ts'
import { agentsOf, timeIn } from './searched-columns.ts'

/** A notification with the start and the participants of its appointment. */
export type FoundNotification = Notification & { appointmentStart: string; roster: RosterSnapshot }

/** Selects the notifications to find. */
export interface Search extends Pick<
  NotificationSearch,
  'applicationId' | 'from' | 'to' | 'status' | 'type' | 'channel' | 'reason' | 'appointmentId' | 'view'
> {
  /** For each of these lists, one of its agents must take part in the appointment. */
  agents: readonly (readonly string[])[]
  contact?: { email: string } | { phone: string } | undefined
  /** Only notifications after this position. */
  after?: { at: Date; id: string } | undefined
  limit: number
}

/** Whether a notification did not reach its recipient; the index of migration 0041 covers both statuses. */
const MISSED = (alias: string) =>
  `${alias}.status IN ('FAILED', 'CANCELLED') AND (${alias}.status = 'FAILED' OR ${alias}.reason IN (${suppressedReasons
    .map((reason) => `'${reason}'`)
    .join(', ')}))`

const SAME = (alias: string) =>
  `${alias}.appointment_id = n.appointment_id AND ${alias}.recipient_key = n.recipient_key AND ${alias}.type = n.type`

/** The planned time of a notification, or its creation if it has none. */
export const timeOf = ({ scheduledFor, createdAt }: Pick<Notification, 'scheduledFor' | 'createdAt'>): Date =>
  scheduledFor ?? createdAt

/** The messages of an application. */
export const foundNotifications = {
  /** Finds messages, newest first. Messages of erased appointments are not found, even while they are in flight. */
  async search(sql: Sql, search: Search): Promise<FoundNotification[]> {
    const values: unknown[] = []
    const bound = (value: unknown) => `$${values.push(value)}`
    const { contact, after } = search
    const filters = filtersOf(search, bound)
    const on = (alias: string) => filters.map((filter) => filter(alias)).join(' AND ')
    const wanted = [
      on('n'),
      ...search.agents.map((ids) => `${agentsOf('a')} ?| ${bound(ids)}`),
      ...(after ? [`(${timeIn('n')}, n.id) < (${bound(after.at)}::timestamptz, ${bound(after.id)})`] : []),
      ...(search.view === 'UNREACHED' ? unreached(on('later')) : []),
    ]
    const address =
      contact &&
      `JOIN contacts c ON c.appointment_id = n.appointment_id AND c.participant_id = n.recipient_key AND ${
        'email' in contact
          ? `lower(c.customer ->> 'email') = lower(${bound(contact.email)})`
          : `c.customer ->> 'phone' = ${bound(contact.phone)}`
      }`
    const { rows } = await sql.query<FoundNotification>(
      `SELECT ${NOTIFICATION_COLUMNS}, a.appointment ->> 'start' AS "appointmentStart", a.roster
       FROM notifications n JOIN appointments a ON a.id = n.appointment_id ${address ?? ''}
       WHERE ${wanted.join(' AND ')}
       ORDER BY ${timeIn('n')} DESC, n.id DESC LIMIT ${bound(search.limit)}`,
      values,
    )
    return rows
  },
}

/** The filters of a search as conditions on any row of notifications. */
function filtersOf(
  { applicationId, from, to, status, type, channel, reason, appointmentId }: Search,
  bound: (value: unknown) => string,
): ((alias: string) => string)[] {
  const compared = (column: (alias: string) => string, comparison: string, value: unknown) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
    const condition = comparison.replace('?', bound(value))
    return [(alias: string) => `${column(alias)} ${condition}`]
  }
  const field = (name: string) => (alias: string) => `${alias}.${name}`
  return [
    ...compared(field('application_id'), '= ?', applicationId),
    ...compared(timeIn, '>= ?', from),
    ...compared(timeIn, '< ?', to),
    ...compared(field('status'), '= ANY (?)', status),
    ...compared(field('type'), '= ANY (?)', type),
    ...compared(field('channel'), '= ANY (?)', channel),
    ...compared(field('reason'), '= ANY (?)', reason),
    ...compared(field('appointment_id'), '= ?', appointmentId),
  ]
}

/**
 * Finds one record for each customer, appointment and type if no message arrived and none may still arrive: the newest
 * one that matches the filters.
 * @param filters the filters on the row `later`
 */
const unreached = (filters: string): string[] => [
  `n.recipient_type = 'CUSTOMER'`,
  MISSED('n'),
  `NOT EXISTS (SELECT FROM notifications other
     WHERE ${SAME('other')} AND other.status IN ('INITIALIZED', 'PENDING', 'DELIVERED'))`,
  `NOT EXISTS (SELECT FROM notifications later
     WHERE ${SAME('later')} AND ${MISSED('later')} AND ${filters}
       AND (${timeIn('later')}, later.id) > (${timeIn('n')}, n.id))`,
]

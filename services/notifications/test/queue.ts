import type { Sql } from '@appointments/postgres'

interface Filling {
  application: string
  /** Number of records. */
  due: number
  dueAt: Date
  /** Interval between the due times, in milliseconds. */
  everyMs?: number
  /** Prefix of the appointment ids. */
  name?: string
  priority?: number
  channel?: 'EMAIL' | 'SMS' | 'WEBHOOKS'
  /** JSON of the context; most tests do not need one. */
  context?: object
  type?: 'CREATE' | 'REMINDER'
}

/** Inserts records as if events had created them, each for its own appointment and customer. */
export async function fillQueue(
  sql: Sql,
  {
    application,
    due,
    dueAt,
    everyMs = 0,
    name = application,
    priority = 1,
    channel = 'EMAIL',
    context = {},
    type = 'CREATE',
  }: Filling,
): Promise<void> {
  await sql.query(
    `INSERT INTO notifications (id, application_id, appointment_id, source_event_id, type, channel, recipient_key,
       recipient_type, recipient_name, status, due_at, scheduled_for, relevant_until, appointment_revision,
       invite_sequence, priority, context, created_at, updated_at)
     SELECT 'ntf_' || $2 || '-' || n, $1, $2 || '-' || n, 'evt-' || $2 || '-' || n, $8, $7, 'customer-' || $2 || '-' || n,
       'CUSTOMER', 'Ada Lovelace', 'INITIALIZED', due, CASE WHEN $8 = 'REMINDER' THEN due END,
       due + interval '1 day', 1, 0, $6, $9::jsonb, $4, $4
     FROM generate_series(1, $3::int) n,
       LATERAL (SELECT $4::timestamptz + n * $5::float8 * interval '1 millisecond' AS due) made`,
    [application, name, due, dueAt, everyMs, priority, channel, type, JSON.stringify(context)],
  )
}

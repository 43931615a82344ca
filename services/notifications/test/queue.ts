import type { Sql } from '@appointments/postgres'

interface Filling {
  application: string
  /** How many. */
  due: number
  dueAt: Date
  /** Records follow each other in this distance. */
  everyMs?: number
  /** Begins the ids of appointments. */
  name?: string
  priority?: number
  channel?: 'EMAIL' | 'SMS' | 'WEBHOOKS'
  /** JSON of the context; most readers do not look at it. */
  context?: object
  type?: 'CREATE' | 'REMINDER'
}

/** Puts records into the queue as if events had brought them, each about an appointment and a customer of its own. */
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

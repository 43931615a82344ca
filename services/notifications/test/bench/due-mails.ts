import type pg from 'pg'

/** Inserts due mails of one application, each for its own appointment and customer. */
export async function seedDue(
  client: pg.Client,
  { application, count, dueAt }: { application: string; count: number; dueAt: Date },
): Promise<void> {
  // only the server's limit is measured
  const limits = { emailPerMinute: 100_000, smsPerSecond: 1, perRecipientPerDay: 10 }
  const active = { active: true, schedules: [], limits }
  await client.query(`INSERT INTO applications (id, version, application) VALUES ($1, 2, $2)`, [
    application,
    JSON.stringify({ id: application, version: 2, notifications: active }),
  ])
  await client.query(
    `INSERT INTO appointments (id, application_id, appointment, appointment_version, roster, roster_version, schedule_version)
     SELECT id, $1, jsonb_build_object('id', id, 'applicationId', $1::text, 'applicationVersion', 2, 'version', 1,
         'state', 'SCHEDULED', 'title', 'Contract review', 'start', '2099-01-09T09:00:00Z', 'end', '2099-01-09T09:30:00Z',
         'duration', 'PT30M', 'timezone', 'Europe/Berlin', 'locale', 'en', 'metadata', '{}'::jsonb,
         'notificationHeaders', '{}'::jsonb, 'notificationsActive', true, 'epoch', 1, 'manageVersions', '{}'::jsonb,
         'createdAt', now(), 'updatedAt', now()), 1,
       jsonb_build_object('version', 1, 'participants', jsonb_build_array(jsonb_build_object('id', 'c-' || id, 'type', 'CUSTOMER')),
         'interaction', jsonb_build_object('customFields', '{}'::jsonb, 'properties', '{}'::jsonb, 'state', 'PENDING'), 'epoch', 0), 1, 1
     FROM generate_series(1, $2::int) n, LATERAL (SELECT $1 || '-' || n AS id) made`,
    [application, count],
  )
  await client.query(
    `INSERT INTO contacts (appointment_id, participant_id, roster_version, customer)
     SELECT $1 || '-' || n, 'c-' || $1 || '-' || n, 1,
       jsonb_build_object('id', 'c-' || $1 || '-' || n, 'email', 'c-' || n || '@' || $1 || '.example', 'firstName', 'Ada')
     FROM generate_series(1, $2::int) n`,
    [application, count],
  )
  await client.query(
    `INSERT INTO notifications (id, application_id, appointment_id, source_event_id, type, channel, recipient_key,
       recipient_type, recipient_name, status, due_at, relevant_until, appointment_revision, invite_sequence, priority,
       context, created_at, updated_at)
     SELECT 'ntf_' || $1 || '-' || n, $1, $1 || '-' || n, 'evt-' || $1 || '-' || n, 'CREATE', 'EMAIL', 'c-' || $1 || '-' || n,
       'CUSTOMER', 'Ada', 'INITIALIZED', $3, '2099-01-09T09:00:00Z', 1, 0, 1,
       '{"trigger": {"operation": "schedule", "actor": {}}, "eventId": "evt", "at": "2027-01-01T00:00:00Z", "revision": 2}',
       now(), now()
     FROM generate_series(1, $2::int) n`,
    [application, count, dueAt],
  )
}

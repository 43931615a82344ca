import type { Pool } from '@appointments/postgres'

/**
 * Adds triggers that check every change of a record for states no interleaving may cause. Breaches are
 * recorded rather than raised, since raising would undo the change.
 */
export async function watchRecords(pool: Pool): Promise<void> {
  await pool.query(`
    CREATE TABLE breaches (place bigint GENERATED ALWAYS AS IDENTITY, breach text NOT NULL, id text NOT NULL);
    CREATE INDEX simulated_due ON notifications (due_at) WHERE due_at IS NOT NULL;
    CREATE FUNCTION place_of(status text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN status IN ('delivered', 'undelivered', 'failed', 'canceled') THEN 4
        ELSE array_position(ARRAY['queued', 'accepted', 'sending', 'sent'], status) END $$;
    CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      is_over constant boolean := OLD.status IN ('DELIVERED', 'FAILED', 'CANCELLED');
      breach text := CASE
        WHEN NEW.scheduled_for IS DISTINCT FROM OLD.scheduled_for THEN 'scheduledFor moved'
        WHEN NEW.planned_offset IS DISTINCT FROM OLD.planned_offset THEN 'the offset changed'
        WHEN is_over AND NEW.status <> OLD.status AND NOT (OLD.status = 'FAILED' AND NEW.status = 'PENDING')
          THEN 'what was ' || OLD.status || ' became ' || NEW.status
        WHEN NEW.attempt_no NOT IN (OLD.attempt_no, OLD.attempt_no + 1) THEN 'attempts jumped'
        WHEN NEW.attempt_no > OLD.attempt_no AND OLD.lease_token IS NULL THEN 'an outcome was written without a lease'
        WHEN NEW.retry_count NOT IN (OLD.retry_count, OLD.retry_count + 1) THEN 'retries jumped'
        WHEN NEW.retry_count > NEW.attempt_no + NEW.resubmission_count THEN 'more retries than attempts'
        WHEN NEW.next_retry_at IS NOT NULL AND NEW.next_poll_at IS NOT NULL THEN 'two timers'
        WHEN NEW.provider_id = OLD.provider_id AND place_of(NEW.provider_status) < place_of(OLD.provider_status)
          THEN 'the provider''s status went back from ' || OLD.provider_status || ' to ' || NEW.provider_status
        WHEN NEW.provider_id = ANY(OLD.spent_provider_ids) THEN 'an earlier submission was taken for the newest'
        WHEN NEW.status IN ('DELIVERED', 'FAILED', 'CANCELLED')
          AND (NEW.next_retry_at IS NOT NULL OR NEW.next_poll_at IS NOT NULL OR NEW.due_at IS NOT NULL)
          THEN 'over, with a timer'
        WHEN NEW.status NOT IN ('DELIVERED', 'FAILED', 'CANCELLED') AND NEW.due_at IS NULL AND NEW.lease_token IS NULL
          THEN 'neither timer nor lease'
        -- the sweeper leases for 10 s, and only records whose lease has expired
        WHEN OLD.lease_token <> NEW.lease_token AND NEW.lease_until < OLD.lease_until + interval '10 seconds'
          THEN 'a lease was taken away'
      END;
    BEGIN
      IF breach IS NOT NULL THEN INSERT INTO breaches (breach, id) VALUES (breach, NEW.id); END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER watch AFTER UPDATE ON notifications FOR EACH ROW EXECUTE FUNCTION watch();
  `)
}

export interface StoredRecord {
  id: string
  applicationId: string
  appointmentId: string
  eventId: string
  type: string
  channel: string
  recipient: string
  offset: string | null
  status: string
  scheduledFor: Date | null
  dueAt: Date | null
  attempts: number
  retries: number
  failureClass: string | null
  story: { event: string; reason: string | null; providerStatus: string | null; at: string }[]
}

const STORED = `SELECT n.id, application_id AS "applicationId", appointment_id AS "appointmentId",
  source_event_id AS "eventId", n.type, n.channel, recipient_key AS recipient, planned_offset AS offset, n.status,
  scheduled_for AS "scheduledFor", due_at AS "dueAt", attempt_no AS attempts, retry_count AS retries,
  failure_class AS "failureClass",
  (SELECT json_agg(json_build_object('event', event, 'reason', reason, 'providerStatus', provider_status, 'at', at)
     ORDER BY e.id) FROM notification_events e WHERE e.notification_id = n.id) AS story
  FROM notifications n`

/** The queries of the simulation on the service's database. */
export const reading = (pool: Pool) => ({
  async ofEvents(applicationId: string, eventIds: readonly string[]): Promise<StoredRecord[]> {
    const { rows } = await pool.query<StoredRecord>(
      `${STORED} WHERE application_id = $1 AND source_event_id = ANY($2)`,
      [applicationId, eventIds],
    )
    return rows
  },
  async everything(): Promise<StoredRecord[]> {
    return (await pool.query<StoredRecord>(`${STORED} ORDER BY n.id`)).rows
  },
  /** Number of records that were sent or may still be sent. */
  async news(): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) FROM notifications WHERE attempt_no > 0 OR status <> 'CANCELLED'`,
    )
    return rows[0]?.count ?? 0
  },
  /** The next due time and the next end of a lease. */
  async nextMoment(after: Date): Promise<{ due: Date | null; lease: Date | null }> {
    const { rows } = await pool.query<{ due: Date | null; lease: Date | null }>(
      `SELECT least(
                (SELECT min(due_at) FROM notifications WHERE due_at > $1),
                (SELECT min(next_at) FROM provider_sweeps WHERE next_at > $1 AND EXISTS (
                   SELECT FROM notifications WHERE due_at <= $1 AND provider_id IS NOT NULL))) AS due,
              (SELECT min(lease_until) FROM notifications WHERE lease_token IS NOT NULL) AS lease`,
      [after],
    )
    return rows[0] as { due: Date | null; lease: Date | null }
  },
  async dueChannels(now: Date): Promise<string[]> {
    const { rows } = await pool.query<{ channel: string }>(
      'SELECT DISTINCT channel FROM notifications WHERE due_at <= $1 AND provider_id IS NULL ORDER BY channel',
      [now],
    )
    return rows.map(({ channel }) => channel)
  },
  async breaches(): Promise<string[]> {
    const { rows } = await pool.query<{ breach: string; id: string }>(
      'SELECT breach, id FROM breaches ORDER BY place',
    )
    return rows.map(({ breach, id }) => `${breach}: ${id}`)
  },
  /** Planned messages of an appointment that are pending or were sent. */
  async plans(appointmentId: string) {
    const { rows } = await pool.query<{
      type: 'REMINDER'
      channel: 'EMAIL'
      recipient: string
      offset: string
      scheduledFor: Date
      status: string
    }>(
      `SELECT type, channel, recipient_key AS recipient, planned_offset AS offset, scheduled_for AS "scheduledFor", status
       FROM notifications WHERE appointment_id = $1 AND planned_offset IS NOT NULL
         AND status IN ('INITIALIZED', 'PENDING', 'DELIVERED')`,
      [appointmentId],
    )
    return rows
  },
  /** Deletes an event from the inbox, as its cleaner does after two weeks. */
  async forgetInbox(eventId: string): Promise<void> {
    await pool.query('DELETE FROM inbox WHERE event_id = $1', [eventId])
  },
  async retryable(): Promise<{ id: string; appointmentId: string }[]> {
    const { rows } = await pool.query<{ id: string; appointmentId: string }>(
      `SELECT id, appointment_id AS "appointmentId" FROM notifications
       WHERE status = 'FAILED' AND failure_class = 'TRANSIENT' ORDER BY updated_at DESC, id LIMIT 3`,
    )
    return rows
  },
})

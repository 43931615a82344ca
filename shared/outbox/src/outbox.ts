import { events, type AppointmentsEvent } from '@appointments/contracts'
import { transactionsOn, type Pool, type Sql, type Tx } from '@appointments/postgres'
import {
  currentTraceparent,
  failPoint,
  inSpan,
  repeat,
  type Clock,
  type Log,
  type Repeat,
  type Stoppable,
} from '@appointments/runtime'
import { silentTelemetry, type Telemetry } from '@appointments/telemetry'
import type { Broker } from '@appointments/broker'
import { messageOf, type NewEvent } from './event.ts'
import { MOST_COUNTED, outboxMetrics } from './metrics.ts'
import { createOutboxMarks } from './outbox-marks.ts'
import { RESEND_AFTER_MS, startResending } from './outbox-resending.ts'
import { BATCH, publishLate, type Unpublished } from './publish-late.ts'
import type { Settlements } from './settlements.ts'

/** Time that the process that wrote a row has to publish it before a sweeper takes over. */
const LEASE_MS = 5000
/** A lease ending further ahead than we ever grant comes from a fast clock; treat it as expired. */
const IMPLAUSIBLE_LEASE = '1 minute'
/** Time that marks are collected; no response waits for them. */
const MARK_EVERY_MS = 250
const KEEP_PUBLISHED_MS = 86_400_000

export interface Outbox extends Stoppable {
  /** Stores events in the transaction of their change. */
  append: (tx: Tx, ...added: NewEvent[]) => void
  /** Subject of the events of a transaction; undefined if it has appended none. */
  subjectOf: (tx: Tx) => string | undefined
  /** Removes and returns the events that a committed transaction appended. */
  takeAppended: (tx: Tx) => AppointmentsEvent[]
  /** Removes the events about an erased aggregate: published ones immediately, others once they are published. */
  erase: (tx: Tx, aggregateId: string) => void
  /** Publishes committed events and resolves when they are settled. Never rejects, because the sweeper retries. */
  settle: (committed: AppointmentsEvent[]) => Promise<void>
  /** Settles the events about an aggregate that may not have been published yet. */
  settleAgain: (aggregateId: string) => Promise<void>
}

interface OutboxDeps {
  pool: Pool
  broker: Broker
  settlements: Settlements
  /** Address for the replies of subscribers. */
  replyTo: string
  telemetry?: Telemetry
  clock: Clock
  /** Starts the loops; a test supplies one with shorter pauses. */
  repeat?: Repeat
  /** Time that replies about one event are gathered before they are recorded. */
  gatherMs?: number
  log: Log
}

/**
 * The transactional outbox of a service: an event is stored with its change and published right after the commit. If a
 * crash or an unavailable broker prevents that, a sweeper publishes it. It is kept until every subscriber has applied
 * it, and sent again if the broker loses it.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { pool, broker, settlements, replyTo, telemetry = silentTelemetry, clock, gatherMs, log } = deps
  const { repeat: loop = repeat } = deps
  const appended = new WeakMap<Sql, AppointmentsEvent[]>()
  const marks = createOutboxMarks(transactionsOn(pool), gatherMs)
  settlements.listen((reply) => marks.applied(reply))

  const publish = async (event: AppointmentsEvent): Promise<boolean> => {
    try {
      await failPoint('publish.before')
      await inSpan(`publish ${event.type}`, { kind: 'producer' }, () =>
        broker.publish(messageOf(event, replyTo, currentTraceparent())),
      )
      await failPoint('publish.after')
      marks.published(event)
      return true
    } catch (error) {
      log.debug(
        { err: error, event: event.id },
        'an event could not be published immediately; the sweeper will publish it',
      )
      return false
    }
  }

  const settle: Outbox['settle'] = async (committed) => {
    await Promise.all(
      committed.map(async (event) => {
        // a repeat of the request may have come first
        const waiting = settlements.waitingFor(event.id)
        if (waiting || marks.isPublished(event.id)) return waiting
        const { settled, giveUp } = settlements.expect(event)
        // not awaited, because a silent broker would delay the response beyond the time limit for subscribers
        void publish(event).then((isPublished) => {
          if (!isPublished) giveUp()
        })
        return settled
      }),
    )
  }

  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const writeMarks = (all: boolean) => marks.write(clock.now(), after(RESEND_AFTER_MS), all)
  const marking = loop('outbox marking', MARK_EVERY_MS, () => writeMarks(false), log)

  const publishAll = publishLate(publish, telemetry)

  const sweeper = loop(
    'outbox sweeper',
    1000,
    async () => {
      if (!broker.isUp()) return false
      const now = clock.now()
      const { rows } = await pool.query<Unpublished>(
        `UPDATE outbox SET lease_until = $2, attempts = attempts + 1
         WHERE event_id IN (
           SELECT event_id FROM outbox
           WHERE published_at IS NULL AND (lease_until < $1 OR lease_until > $1::timestamptz + interval '${IMPLAUSIBLE_LEASE}')
           ORDER BY created_at, aggregate_version LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING event, traceparent`,
        [now, new Date(now.getTime() + LEASE_MS), BATCH],
      )
      return publishAll(rows)
    },
    log,
  )

  const resending = startResending({
    pool,
    broker,
    publish,
    telemetry,
    onApplied: (reply) => marks.applied(reply),
    writeMarks: () => writeMarks(true),
    clock,
    repeat: loop,
    log,
  })

  const cleaner = loop(
    'outbox cleaner',
    600_000,
    async () => {
      const { rowCount } = await pool.query(
        `DELETE FROM outbox WHERE event_id IN (SELECT event_id FROM outbox WHERE published_at < $1 LIMIT 1000)`,
        [new Date(clock.now().getTime() - KEEP_PUBLISHED_MS)],
      )
      return rowCount === 1000
    },
    log,
  )

  telemetry.metrics.read(outboxMetrics, async () => {
    const { rows } = await pool.query<{ unpublished: number; oldest: Date | null }>(
      `SELECT count(*) AS unpublished, min(created_at) AS oldest FROM (
         SELECT created_at FROM outbox WHERE published_at IS NULL ORDER BY lease_until LIMIT ${MOST_COUNTED}) AS waiting`,
    )
    const { unpublished = 0, oldest = null } = rows[0] ?? {}
    const oldestSeconds = oldest ? Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000) : 0
    return { unpublished, oldestSeconds }
  })

  return {
    append(tx, ...added) {
      if (added.length === 0) return
      tx.write(
        `INSERT INTO outbox (event_id, aggregate_id, aggregate_version, type, event, personal, created_at, awaiting,
                             lease_until, traceparent)
         SELECT added.*, $2, $3 FROM json_to_recordset($1) AS added (
           id text, aggregate_id text, version integer, type text, event json, personal boolean, at timestamptz,
           awaiting text[])`,
        [
          JSON.stringify(
            added.map(({ event, aggregateVersion }) => ({
              id: event.id,
              aggregate_id: event.subject,
              version: aggregateVersion,
              type: event.type,
              event,
              personal: events[event.type].personal,
              at: event.time,
              awaiting: events[event.type].subscribers,
            })),
          ),
          after(LEASE_MS),
          currentTraceparent() ?? null,
        ],
      )
      appended.set(tx, [...(appended.get(tx) ?? []), ...added.map(({ event }) => event)])
    },

    subjectOf: (tx) => appended.get(tx)?.at(-1)?.subject,

    takeAppended(tx) {
      const taken = appended.get(tx) ?? []
      appended.delete(tx)
      return taken
    },

    erase(tx, aggregateId) {
      // first, because it waits for marks that are being written, and then the deletion sees them
      tx.write('UPDATE outbox SET personal = true WHERE aggregate_id = $1', [aggregateId])
      tx.write('DELETE FROM outbox WHERE aggregate_id = $1 AND published_at IS NOT NULL', [aggregateId])
    },

    settle,

    async settleAgain(aggregateId) {
      const { rows } = await pool.query<Pick<Unpublished, 'event'>>(
        'SELECT event FROM outbox WHERE aggregate_id = $1 AND published_at IS NULL ORDER BY aggregate_version',
        [aggregateId],
      )
      await settle(rows.map(({ event }) => event))
    },

    async stop() {
      await Promise.all([sweeper.stop(), resending.stop(), cleaner.stop()])
      await marking.stop()
      while (await writeMarks(true));
    },
  }
}

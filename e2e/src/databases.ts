import pg from 'pg'
import { vi } from 'vitest'
import { areApplied } from './applied-events.ts'
import { RECORD_EVENTS, type RecordedEvent } from './recorded-events.ts'
import { owners, type Owner } from './service-names.ts'
import type { Services } from './start-services.ts'

/** The services' stored data, read directly from their databases. */
export interface Databases {
  /**
   * Rows of every table as text, by `service.table`, without tables of the migrations and of this recording.
   */
  dump: () => Promise<Record<string, string[]>>
  /**
   * Number of rows of every table, except tables that a service computes later from others. For events, all recorded
   * ones count, because an outbox deletes them after they are published.
   */
  counts: () => Promise<Record<string, number>>
  /**
   * Waits until every event is published and applied by its subscribers, and every message due immediately is sent.
   * Rejects after 30 s.
   */
  untilQuiet: () => Promise<unknown>
  /** Every event since the recording began; outboxes delete published events. */
  events: () => Promise<RecordedEvent[]>
  close: () => Promise<void>
}

const QUIET_WITHIN_MS = 30_000

const isHousekeeping = (table: string) => table.startsWith('migrations_') || table === 'recorded_events'

/** Tables that background loops fill some time after the requests. */
const COMPUTED = [
  'appointment_change_marks',
  'appointment_figure_days',
  'appointment_figure_state',
  'appointment_figures',
  'notification_figure_changes',
  'notification_figure_days',
  'notification_figure_state',
  'notification_figures',
  'search_pending',
]

/** Messages that are due or being sent. A message that waits for a receipt or a later time does not count. */
const DUE_MESSAGES = `SELECT FROM notifications WHERE status IN ('INITIALIZED', 'PENDING')
  AND (lease_token IS NOT NULL OR (due_at <= now() AND provider_id IS NULL))`

/** Connects to the databases of a system and records the events that are written from now on. */
export async function watchDatabases({ databases }: Pick<Services, 'databases'>): Promise<Databases> {
  const watched = await Promise.all(
    Object.entries(databases).map(async ([service, connectionString]) => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      const { rows } = await client.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
      )
      const tables = rows.map(({ name }) => name).filter((name) => !isHousekeeping(name))
      const hasOutbox = tables.includes('outbox')
      if (hasOutbox) await client.query(RECORD_EVENTS)
      return { service, client, tables, hasOutbox }
    }),
  )

  /** The result of a query of each table, by `service.table`, with one statement for each database. */
  const perTable = async <Result>(
    resultOf: (table: string) => string,
    leftOut: readonly string[] = [],
  ): Promise<Record<string, Result>> => {
    const found = await Promise.all(
      watched.map(async ({ service, client, tables }) => {
        const each = tables
          .filter((name) => !leftOut.includes(name))
          .map((name) => `SELECT ${pg.escapeLiteral(name)} AS name, (${resultOf(name)}) AS result`)
        const { rows } = await client.query<{ name: string; result: Result }>(each.join(' UNION ALL '))
        return rows.map(({ name, result }) => [`${service}.${name}`, result] as const)
      }),
    )
    return Object.fromEntries(found.flat())
  }

  const recordedEvents = async (): Promise<RecordedEvent[]> =>
    (
      await Promise.all(
        watched
          .filter(({ hasOutbox }) => hasOutbox)
          .map(async ({ service, client }) => {
            const { rows } = await client.query<Omit<RecordedEvent, 'service'>>(
              'SELECT type, aggregate_id AS "aggregateId", event_id AS id FROM recorded_events ORDER BY position',
            )
            return rows.map((row) => ({ service, ...row }))
          }),
      )
    ).flat()

  const appliedBy = async (service: Owner): Promise<[Owner, Set<string>]> => {
    const client = watched.find((one) => one.service === service)?.client
    const { rows } = (await client?.query<{ id: string }>('SELECT event_id AS id FROM inbox')) ?? { rows: [] }
    return [service, new Set(rows.map(({ id }) => id))]
  }

  const isWaiting = async (): Promise<boolean> => {
    const found = await Promise.all(
      watched.map(async ({ client, tables, hasOutbox }) => {
        const waiting = [
          ...(hasOutbox ? ['SELECT FROM outbox WHERE published_at IS NULL OR personal'] : []),
          ...(tables.includes('notifications') ? [DUE_MESSAGES] : []),
        ]
        return (await client.query(waiting.join(' UNION ALL '))).rowCount ?? 0
      }),
    )
    return found.some((count) => count > 0)
  }

  const isQuiet = async (): Promise<boolean> => {
    const published = await recordedEvents()
    const applied = await Promise.all(owners.map(appliedBy))
    if (!areApplied(published, Object.fromEntries(applied) as Record<Owner, Set<string>>)) return false
    // an event may be applied, and its message sent, between two of these reads
    return !(await isWaiting()) && (await recordedEvents()).length === published.length
  }

  return {
    dump: () =>
      perTable(
        (table) =>
          `SELECT coalesce(array_agg(t::text), ARRAY[]::text[]) FROM ${pg.escapeIdentifier(table)} t`,
      ),
    counts: () =>
      perTable(
        (table) =>
          `SELECT count(*)::integer FROM ${pg.escapeIdentifier(table === 'outbox' ? 'recorded_events' : table)}`,
        COMPUTED,
      ),
    untilQuiet: () => vi.waitUntil(isQuiet, { timeout: QUIET_WITHIN_MS, interval: 100 }),
    events: recordedEvents,
    close: async () => {
      await Promise.all(watched.map(({ client }) => client.end()))
    },
  }
}

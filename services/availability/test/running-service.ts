import { Readable } from 'node:stream'
import {
  defaultAvailabilitySettings,
  topology,
  unconfigured,
  type Application,
  type AppointmentsEvent,
  type AvailabilitySettings,
  type Caller,
  type ClaimsOfHolder,
  type Decision,
  type DecisionRequest,
} from '@appointments/contracts'
import { createInProcessBroker } from '@appointments/broker'
import { CALLER_HEADER, internalTokens } from '@appointments/credentials'
import { openapi } from '@appointments/documents'
import { messageOf, newEvent, type NewEvent } from '@appointments/outbox'
import { createPool, transactionsOn } from '@appointments/postgres'
import { asSecret, silentLog, type Keyring } from '@appointments/runtime'
import { migratedTemplate } from '@appointments/foundation/migrated-template'
import { everythingStored, freshDatabase, type FreshDatabase } from '@appointments/testing'
import { createServiceCheck } from '@appointments/testing/response-check'
import { vi } from 'vitest'
import { createAvailability } from '../src/index.ts'
import type { AppointmentsReader } from '../src/use-cases/deps.ts'

// an undocumented response is a fault in any test
const requireDocumented = createServiceCheck(openapi('v2', 'http://localhost'))

const INTERNAL_SECRET = 'a secret of the tests that is long enough'

/** The time at which a test starts; tests derive all dates from it. */
export const NOW = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000)

/** A caller of the organization `org-1`. */
export const aCaller = (more: Partial<Caller> = {}): Caller => ({
  roles: ['ROLE_SUPERVISOR'],
  userId: 'supervisor-1',
  organizationId: 'org-1',
  ...more,
})
export const anAgent = (userId: string): Caller => aCaller({ roles: ['ROLE_AGENT'], userId })

interface Call {
  caller?: Caller
  body?: unknown
  ifMatch?: number | '*'
  ifNoneMatch?: '*'
  key?: string
}

/** A response; each test reads the fields of its operation. */
export interface ApiResponse {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of all operations
  body: any
  etag: string | null
  cacheControl: string | null
  isReplayed: boolean
}

const noAppointments: AppointmentsReader = {
  claims: () => Readable.from([]),
  applications: () => Readable.from([]),
  unapplied: () => Promise.resolve([]),
}

/** The event of the claims of an appointment. */
export const claimsEvent = (data: ClaimsOfHolder): NewEvent =>
  newEvent('APClaimsChangedEvent', {
    subject: data.holder.id,
    aggregateVersion: data.version,
    at: NOW,
    data,
  })

/** A migrated database for one test. */
export const migratedDatabase = (): Promise<FreshDatabase> =>
  freshDatabase('availability', { template: migratedTemplate('availability') })

/** The whole service on its own database; the test plays the other services. */
export async function runAvailability({
  appointments = noAppointments,
  waitsUntilReady = true,
  sharesNames = true,
  database: given,
}: {
  appointments?: AppointmentsReader
  waitsUntilReady?: boolean
  sharesNames?: boolean
  /** The database of an earlier service. The caller drops it. */
  database?: FreshDatabase
} = {}) {
  const database = given ?? (await migratedDatabase())
  const pool = createPool(database.url, {
    size: 2,
    waitMs: 10_000,
    log: silentLog,
    name: 'availability tests',
  })
  const broker = await createInProcessBroker({ topology, retryDelaysMs: Array<number>(300).fill(5) })
  const clock = { current: NOW, now: () => clock.current }
  const waiting = new Map<string, () => void>()
  const replyTo = await broker.openReplies(({ messageId, subscriber }) => {
    if (subscriber === 'availability') waiting.get(messageId)?.()
  })
  const published: AppointmentsEvent[] = []
  for (const subscriber of ['appointments', 'participants', 'notifications'])
    await broker.subscribe({
      queue: subscriber,
      concurrency: 10,
      handle: ({ message }) => {
        if (published.every(({ id }) => id !== message.id)) published.push(message.body as AppointmentsEvent)
        if (message.replyTo !== undefined)
          broker.reply(message.replyTo, { messageId: message.id, subscriber })
        return Promise.resolve()
      },
    })
  const service = await createAvailability(
    {
      PORT: 0,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent' as const,
      DRAIN_DELAY_MS: 0,
      AVAILABILITY_DATABASE_URL: asSecret(database.url),
      DATABASE_POOL_SIZE: 8,
      // a machine that runs all tests in parallel may be slow
      DATABASE_WAIT_MS: 10_000,
      MIGRATE_ON_START: true,
      RABBITMQ_URL: asSecret(''),
      INTERNAL_SECRET: asSecret<Keyring>([INTERNAL_SECRET]),
      SETTLE_LIMIT_MS: 5000,
      SHARE_AGENT_NAMES: sharesNames,
      APPOINTMENTS_URL: 'http://127.0.0.1:1',
    },
    {
      connectBroker: () => Promise.resolve({ ...broker, close: () => Promise.resolve() }),
      clock,
      log: silentLog,
      appointments,
    },
  )
  const isReady = async () => (await fetch(`${service.url}/health/ready`)).status === 200
  if (waitsUntilReady) await vi.waitUntil(isReady, { timeout: 20_000 })

  /** The decisions that the service returns to another service. */
  const decide = async (...requests: DecisionRequest[]): Promise<Decision[]> => {
    const response = await fetch(`${service.url}/internal/availability/decide`, {
      method: 'POST',
      headers: {
        [CALLER_HEADER]: internalTokens(INTERNAL_SECRET).sign({ roles: [] }),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ requests }),
    })
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${response.status} ${body}`)
    return (JSON.parse(body) as { decisions: Decision[] }).decisions
  }

  const call = async (
    method: string,
    path: string,
    { caller = aCaller(), body, ifMatch, ifNoneMatch, key }: Call = {},
  ): Promise<ApiResponse> => {
    const response = await fetch(`${service.url}/api/v2${path}`, {
      method,
      headers: {
        [CALLER_HEADER]: internalTokens(INTERNAL_SECRET).sign(caller),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch === '*' ? '*' : `"${ifMatch}"` }),
        ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { status, headers } = response
    const parsed = text === '' ? undefined : (JSON.parse(text) as unknown)
    requireDocumented({ method, path: `/api/v2${path}`, status, headers, body: parsed })
    return {
      status,
      body: parsed,
      etag: headers.get('etag'),
      cacheControl: headers.get('cache-control'),
      isReplayed: headers.get('idempotency-replayed') === 'true',
    }
  }

  /** Publishes an event and resolves once the service has applied it. */
  const publish = async ({ event }: NewEvent): Promise<void> => {
    const applied = new Promise<void>((resolve) => waiting.set(event.id, resolve))
    await broker.publish(messageOf(event, replyTo))
    await applied
  }

  return {
    pool,
    transaction: transactionsOn(pool),
    clock,
    isReady,
    untilReady: () => vi.waitUntil(isReady, { timeout: 20_000 }),
    /** The events that the other services have received. */
    published,
    /** The unparsed response to a supervisor's request with further headers. */
    fetch: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${service.url}/api/v2${path}`, {
        headers: { [CALLER_HEADER]: internalTokens(INTERNAL_SECRET).sign(aCaller()), ...headers },
      }),
    /** The unparsed response to a request without a token. */
    fetchAsAnyone: (path: string) =>
      fetch(`${service.url}/api/v2${path}`, {
        headers: { [CALLER_HEADER]: internalTokens(INTERNAL_SECRET).sign({ roles: [] }) },
      }),
    get: (path: string, caller?: Caller) => call('GET', path, caller && { caller }),
    put: (path: string, body: unknown, more: Omit<Call, 'body'> = {}) => call('PUT', path, { body, ...more }),
    post: (path: string, body: unknown, more: Omit<Call, 'body'> = {}) =>
      call('POST', path, { body, ...more }),
    remove: (path: string, caller?: Caller) => call('DELETE', path, caller && { caller }),

    /** Publishes an application and resolves once the service has applied it. */
    async configured(settings: Pick<Application, 'id'> & Partial<Application>): Promise<void> {
      const application = { ...unconfigured(settings.id), ...settings }
      await publish(
        newEvent('APApplicationChangedEvent', {
          subject: application.id,
          aggregateVersion: application.version,
          at: clock.now(),
          data: { application, actor: {} },
        }),
      )
    },

    decide,

    /** Publishes how an application offers times and resolves once the service has applied it. */
    async offering(
      settings: Pick<AvailabilitySettings, 'applicationId' | 'version'> & Partial<AvailabilitySettings>,
    ): Promise<void> {
      await publish(
        newEvent('APAvailabilitySettingsChangedEvent', {
          subject: settings.applicationId,
          aggregateVersion: settings.version,
          at: clock.now(),
          data: { settings: { ...defaultAvailabilitySettings, ...settings } },
        }),
      )
    },

    publish,

    /** Publishes the claims of an appointment and resolves once the service has applied them. */
    claimed: (data: ClaimsOfHolder): Promise<void> => publish(claimsEvent(data)),

    /** Whether the copy of the claims was read completely. */
    async isComplete(): Promise<boolean> {
      return (await pool.query('SELECT FROM completed_projections')).rowCount === 1
    },

    /** The number of rows of every table with contents of the directory. */
    async counts(): Promise<Record<string, number>> {
      const tables = [
        'agents',
        'teams',
        'queues',
        'schedules',
        'holiday_calendars',
        'exceptions',
        'service_types',
        'team_members',
        'queue_members',
      ]
      const { rows } = await pool.query<Record<string, number>>(
        `SELECT ${tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(', ')}`,
      )
      return rows[0] ?? {}
    },

    /** Everything in the database, as text. */
    everythingStored: () => everythingStored(pool),

    async calendarVersion(agentId: string, organization = 'org-1'): Promise<number> {
      const { rows } = await pool.query<{ version: number }>(
        'SELECT calendar_version AS version FROM agents WHERE organization_id = $1 AND id = $2',
        [organization, agentId],
      )
      return rows[0]?.version ?? 0
    },

    async membersVersion(queueId: string, organization = 'org-1'): Promise<number> {
      const { rows } = await pool.query<{ version: number }>(
        'SELECT members_version AS version FROM queues WHERE organization_id = $1 AND id = $2',
        [organization, queueId],
      )
      return rows[0]?.version ?? 0
    },

    async stop() {
      await service.stop()
      await broker.close()
      await pool.end()
      if (!given) await database.drop()
    },
  }
}
export type RunningAvailability = Awaited<ReturnType<typeof runAvailability>>

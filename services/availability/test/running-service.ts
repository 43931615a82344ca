import { Readable } from 'node:stream'
import {
  defaultAvailabilitySettings,
  unconfigured,
  type Application,
  type AppointmentsEvent,
  type AvailabilitySettings,
  type Caller,
  type ClaimsOfHolder,
  type Decision,
  type DecisionRequest,
} from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import { openHarness, tokenOf, type Call } from '@appointments/foundation/test-harness'
import { newEvent, type NewEvent } from '@appointments/outbox'
import { transactionsOn } from '@appointments/postgres'
import { everythingStored, type FreshDatabase } from '@appointments/testing'
import { vi } from 'vitest'
import { config, createAvailability } from '../src/index.ts'
import { projections } from '../src/repositories/projections.ts'
import type { AppointmentsReader } from '../src/use-cases/deps.ts'

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

/** The whole service on its own database; the test plays the other services. */
export async function runAvailability({
  appointments = noAppointments,
  waitsUntilReady = true,
  sharesNames = true,
  database,
}: {
  appointments?: AppointmentsReader
  waitsUntilReady?: boolean
  sharesNames?: boolean
  /** The database of an earlier service. The caller drops it. */
  database?: FreshDatabase
} = {}) {
  const harness = await openHarness('availability', NOW, database)
  const { pool, clock } = harness
  const published: AppointmentsEvent[] = []
  for (const other of ['appointments', 'participants', 'notifications'] as const)
    await harness.play(other, (event, confirm) => {
      if (published.every(({ id }) => id !== event.id)) published.push(event)
      confirm()
    })
  const settings = config.parse({
    ...harness.env,
    SHARE_AGENT_NAMES: String(sharesNames),
    APPOINTMENTS_URL: 'http://127.0.0.1:1',
  })
  const service = await createAvailability(settings, { ...harness.options, appointments })
  const isReady = async () => (await fetch(`${service.url}/health/ready`)).status === 200
  if (waitsUntilReady) await vi.waitUntil(isReady, { timeout: 20_000 })

  /** The decisions that the service returns to another service. */
  const decide = async (...requests: DecisionRequest[]): Promise<Decision[]> => {
    const { status, text, body } = await harness.call(service.url, 'POST', '/internal/availability/decide', {
      caller: { roles: [] },
      body: { requests },
    })
    if (status !== 200) throw new Error(`${status} ${text}`)
    return (body as { decisions: Decision[] }).decisions
  }

  const call = async (
    method: string,
    path: string,
    { caller = aCaller(), ...more }: Partial<Call> = {},
  ): Promise<ApiResponse> => {
    const { status, headers, body } = await harness.call(service.url, method, `/api/v2${path}`, {
      caller,
      ...more,
    })
    return {
      status,
      body,
      etag: headers.get('etag'),
      cacheControl: headers.get('cache-control'),
      isReplayed: headers.get('idempotency-replayed') === 'true',
    }
  }

  /** Publishes an event and resolves once the service has applied it. */
  const publish = ({ event }: NewEvent): Promise<void> => harness.publish(event)

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
        headers: { [CALLER_HEADER]: tokenOf(aCaller()), ...headers },
      }),
    /** The unparsed response to a request without a token. */
    fetchAsAnyone: (path: string) =>
      fetch(`${service.url}/api/v2${path}`, {
        headers: { [CALLER_HEADER]: tokenOf({ roles: [] }) },
      }),
    get: (path: string, caller?: Caller) => call('GET', path, caller && { caller }),
    put: (path: string, body: unknown, more: Partial<Call> = {}) => call('PUT', path, { body, ...more }),
    post: (path: string, body: unknown, more: Partial<Call> = {}) => call('POST', path, { body, ...more }),
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
    isComplete: (): Promise<boolean> => projections.isComplete(pool, 'appointments'),

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
      await harness.stop()
    },
  }
}
export type RunningAvailability = Awaited<ReturnType<typeof runAvailability>>

import { wholeVersion } from '@appointments/appointment'
import {
  topology,
  type Application,
  type AppointmentsEvent,
  type AppointmentSnapshot,
  type Caller,
  type CustomerActions,
  type CustomerRecord,
  type EventType,
  type Interaction,
  type ParticipantDetails,
  type ProblemCode,
  type RosterSnapshot,
} from '@appointments/contracts'
import { CALLER_HEADER, internalTokens, secureTokens, tickets } from '@appointments/credentials'
import { createInProcessBroker } from '@appointments/broker'
import { openapi } from '@appointments/documents'
import { messageOf } from '@appointments/outbox'
import { createPool } from '@appointments/postgres'
import { asSecret, silentLog, type Keyring } from '@appointments/runtime'
import { migratedTemplate } from '@appointments/foundation/migrated-template'
import { everythingStored, freshDatabase } from '@appointments/testing'
import { createServiceCheck } from '@appointments/testing/response-check'
import { createParticipants, type Overrides } from '../src/index.ts'
import {
  aCaller,
  anAppointment,
  anApplication,
  aCustomerRecord,
  aRoster,
  NOW,
  eventOf,
  applicationEvent,
} from './builders.ts'

// an undocumented response is a fault in any test
const requireDocumented = createServiceCheck(
  openapi('v1', 'http://localhost'),
  openapi('v2', 'http://localhost'),
)

const INTERNAL_SECRET = 'a secret of the tests that is long enough'
const DATA_SECRET = 'another secret of the tests, for what is stored'
export const PUBLIC_URL = 'https://appointments.example'

interface Call {
  caller?: Caller
  body?: unknown
  ifMatch?: number
  key?: string
}

/** All fields a response body may have; each test reads those of its operation. */
interface Body extends ParticipantDetails {
  code: ProblemCode
  interaction: Interaction
  organizer: unknown
  participants: unknown[]
  participantIds: unknown[]
  secureToken: string
  version: number
  customerActions?: CustomerActions
}

interface ApiResponse {
  status: number
  body: Body
  etag: string | null
  isReplayed: boolean
}

/** Everything this service may have stored about one appointment. */
export interface Rows {
  appointment: AppointmentSnapshot | null
  roster: RosterSnapshot | null
  removed: boolean
  customers: { record: CustomerRecord; field_versions: Record<string, number> }[]
  tickets: { participant_id: string; kind: string; version: number; hash: string }[]
}

/** The whole service on its own database; the test plays the other services. */
export async function runParticipants(overrides: Pick<Overrides, 'claimSlot' | 'claimMember'> = {}) {
  const database = await freshDatabase('participants', { template: migratedTemplate('participants') })
  const pool = createPool(database.url, {
    size: 2,
    waitMs: 10_000,
    log: silentLog,
    name: 'participants tests',
  })
  const broker = await createInProcessBroker({ topology, retryDelaysMs: Array<number>(300).fill(5) })
  const clock = { current: NOW, now: () => clock.current }
  const published: AppointmentsEvent[] = []
  const waiting = new Map<string, (() => void)[]>()
  let follow = (_event: AppointmentsEvent): Promise<void> => Promise.resolve()

  const replyTo = await broker.openReplies(({ messageId, subscriber }) => {
    if (subscriber === 'participants') waiting.get(messageId)?.shift()?.()
  })
  /** Publishes events in this order and resolves once the service has applied every one of them. */
  const publish = async (...events: AppointmentsEvent[]): Promise<void> => {
    const all = events.map(
      ({ id }) => new Promise<void>((resolve) => waiting.set(id, [...(waiting.get(id) ?? []), resolve])),
    )
    for (const event of events) await broker.publish(messageOf(event, replyTo))
    await Promise.all(all)
  }
  for (const queue of ['appointments', 'notifications'] as const) {
    await broker.subscribe({
      queue,
      concurrency: 10,
      async handle({ message }) {
        const event = message.body as AppointmentsEvent
        if (queue === 'appointments') {
          published.push(event)
          await follow(event)
        }
        if (message.replyTo !== undefined)
          broker.reply(message.replyTo, { messageId: message.id, subscriber: queue })
      },
    })
  }

  const config = {
    PORT: 0,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent' as const,
    DRAIN_DELAY_MS: 0,
    PARTICIPANTS_DATABASE_URL: asSecret(database.url),
    DATABASE_POOL_SIZE: 8,
    // a machine that runs all tests in parallel may be slow
    DATABASE_WAIT_MS: 10_000,
    MIGRATE_ON_START: true,
    RABBITMQ_URL: asSecret(''),
    INTERNAL_SECRET: asSecret<Keyring>([INTERNAL_SECRET]),
    DATA_SECRET,
    PUBLIC_URL,
    SETTLE_LIMIT_MS: 5000,
    APPOINTMENTS_URL: 'http://127.0.0.1:9',
  }
  const start = () =>
    createParticipants(config, {
      connectBroker: () => Promise.resolve({ ...broker, close: () => Promise.resolve() }),
      clock,
      ...overrides,
    })
  const service = await start()

  const callAt = async (
    url: string,
    method: string,
    path: string,
    { caller = aCaller(), body, ifMatch, key }: Call = {},
  ): Promise<ApiResponse> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        [CALLER_HEADER]: internalTokens(INTERNAL_SECRET).sign(caller),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { status, headers } = response
    const parsed = (await response.json()) as Body
    requireDocumented({ method, path, status, headers, body: parsed })
    return {
      status,
      body: parsed,
      etag: headers.get('etag'),
      isReplayed: headers.get('idempotency-replayed') === 'true',
    }
  }

  const rowsOf = async (id: string): Promise<Rows> => {
    const [own] = (await pool.query('SELECT * FROM appointments WHERE id = $1', [id])).rows as {
      appointment: AppointmentSnapshot | null
      roster: RosterSnapshot | null
      removed_at: Date | null
    }[]
    const customers = await pool.query('SELECT * FROM customers WHERE appointment_id = $1 ORDER BY id', [id])
    const current = await pool.query(
      'SELECT * FROM tickets WHERE appointment_id = $1 ORDER BY participant_id, kind',
      [id],
    )
    return {
      appointment: own?.appointment ?? null,
      roster: own?.roster ?? null,
      removed: own?.removed_at != null,
      customers: (customers.rows as Rows['customers']).map(({ record, field_versions }) => ({
        record,
        field_versions,
      })),
      tickets: (current.rows as Rows['tickets']).map(({ participant_id, kind, version, hash }) => ({
        participant_id,
        kind,
        version,
        hash,
      })),
    }
  }

  return {
    url: service.url,
    config,
    callAt,
    /** Starts another replica on the same database and broker. */
    replica: start,
    broker,
    pool,
    clock,
    publish,
    rowsOf,
    tickets: tickets(DATA_SECRET, PUBLIC_URL),
    secureTokens: secureTokens(INTERNAL_SECRET),

    v1: (method: string, path: string, call?: Call) =>
      callAt(service.url, method, `/api/appointments${path}`, call),
    v2: (method: string, path: string, call?: Call) =>
      callAt(service.url, method, `/api/v2/appointments${path}`, call),
    administration: (method: string, path: string, call?: Call) =>
      callAt(service.url, method, `/api/v2${path}`, call),
    internal: (path: string, body: unknown) => callAt(service.url, 'POST', `/internal${path}`, { body }),

    /** Everything in the database, as text. */
    everythingStored: () => everythingStored(pool),

    /** Events published about an appointment, oldest first. */
    eventsAbout: (id: string): AppointmentsEvent[] => published.filter(({ subject }) => subject === id),
    typesOf: (id: string): EventType[] =>
      published.filter(({ subject }) => subject === id).map(({ type }) => type),

    /** Makes the appointments service react to every event before it confirms it. */
    followWith(next: (event: AppointmentsEvent) => Promise<void>) {
      follow = next
    },

    /** Publishes an application with these settings. */
    async configured(settings: Partial<Application>): Promise<Application> {
      const application = anApplication(settings)
      await publish(applicationEvent(application))
      return application
    },

    /** Publishes an appointment, by default with one agent and one customer. */
    async scheduled({
      appointment = {},
      customers = [aCustomerRecord()],
      ...roster
    }: {
      appointment?: Partial<AppointmentSnapshot>
      customers?: CustomerRecord[]
      agents?: string[]
    } & Partial<RosterSnapshot> = {}) {
      const snapshot = anAppointment(appointment)
      const whole = { appointment: snapshot, roster: aRoster({ ...roster, customers }) }
      await publish(eventOf('APScheduledEvent', snapshot, { roster: whole.roster, customers }))
      return { ...whole, id: snapshot.id, version: wholeVersion(whole), customers, customer: customers[0]! }
    },

    async stop() {
      await service.stop()
      await broker.close()
      await pool.end()
      await database.drop()
    },
  }
}
export type RunningParticipants = Awaited<ReturnType<typeof runParticipants>>

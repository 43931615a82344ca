import { wholeVersion } from '@appointments/appointment'
import {
  type Application,
  type AppointmentsEvent,
  type AppointmentSnapshot,
  type CustomerActions,
  type CustomerRecord,
  type EventType,
  type Interaction,
  type ParticipantDetails,
  type ProblemCode,
  type RosterSnapshot,
} from '@appointments/contracts'
import { secureTokens, tickets } from '@appointments/credentials'
import { openHarness, type Call } from '@appointments/foundation/test-harness'
import { everythingStored } from '@appointments/testing'
import { config, createParticipants, type Overrides } from '../src/index.ts'
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

const DATA_SECRET = 'another secret of the tests, for what is stored'
export const PUBLIC_URL = 'https://appointments.example'

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
  const harness = await openHarness('participants', NOW)
  const { pool, broker, clock, publish } = harness
  const published: AppointmentsEvent[] = []
  let follow = (_event: AppointmentsEvent): Promise<void> => Promise.resolve()
  await harness.play('appointments', async (event, confirm) => {
    published.push(event)
    await follow(event)
    confirm()
  })
  await harness.play('notifications', (_, confirm) => confirm())

  const settings = config.parse({
    ...harness.env,
    DATA_SECRET,
    PUBLIC_URL,
    APPOINTMENTS_URL: 'http://127.0.0.1:9',
  })
  const start = () => createParticipants(settings, { ...harness.options, ...overrides })
  const service = await start()

  const callAt = async (
    url: string,
    method: string,
    path: string,
    { caller = aCaller(), ...call }: Partial<Call> = {},
  ): Promise<ApiResponse> => {
    const { status, headers, body } = await harness.call(url, method, path, { caller, ...call })
    return {
      status,
      body: body as Body,
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
    settings,
    callAt,
    /** Starts another replica on the same database and broker. */
    replica: start,
    broker,
    pool,
    clock,
    publish,
    rowsOf,
    tickets: tickets(DATA_SECRET, PUBLIC_URL),
    secureTokens: secureTokens(harness.env.INTERNAL_SECRET),

    v1: (method: string, path: string, call?: Partial<Call>) =>
      callAt(service.url, method, `/api/appointments${path}`, call),
    v2: (method: string, path: string, call?: Partial<Call>) =>
      callAt(service.url, method, `/api/v2/appointments${path}`, call),
    administration: (method: string, path: string, call?: Partial<Call>) =>
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
      await harness.stop()
    },
  }
}
export type RunningParticipants = Awaited<ReturnType<typeof runParticipants>>

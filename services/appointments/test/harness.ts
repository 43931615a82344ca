import { afterAll, beforeAll, expect, vi } from 'vitest'
import {
  subscribedBy,
  type AppointmentsEvent,
  type Caller,
  type Decision,
  type DecisionRequest,
  type EventData,
  type EventType,
  type PresenceState,
  type RosterSnapshot,
} from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import { openHarness, tokenOf, type Harness } from '@appointments/foundation/test-harness'
import { newEvent } from '@appointments/outbox'
import { config, type Config } from '../src/config.ts'
import { appointments } from '../src/repositories/appointments.ts'
import { changes } from '../src/repositories/changes.ts'
import { holds } from '../src/repositories/holds.ts'
import { usedPasswords } from '../src/repositories/used-passwords.ts'
import { createAppointments } from '../src/service.ts'
import type { AppliedThere, EndedDecision, Reply } from '../src/use-cases/settle-slots.ts'

export const V1 = '/api/appointments'
export const V2 = '/api/v2/appointments'

export const agent: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-7' }
export const supervisor: Caller = { roles: ['ROLE_SUPERVISOR'], userId: 'supervisor-1' }
export const machine: Caller = { roles: ['ROLE_CLIENT_SERVICE'] }
export const anonymous: Caller = { roles: [] }
export const of = (organizationId: string, caller: Caller): Caller => ({ ...caller, organizationId })

/** A customer with a room link. */
export const inRoom = (appointmentId: string, participantId: string): Caller => ({
  roles: ['ROLE_CUSTOMER'],
  customer: { via: 'room', appointmentId, participantId },
})

type ManageGrant = Extract<NonNullable<Caller['customer']>, { via: 'manage' }>

/** A customer with a manage link, with the first ticket by default. */
export const managing = (
  appointmentId: string,
  participantId: string,
  change: Partial<ManageGrant> = {},
): Caller => ({
  roles: ['ROLE_CUSTOMER'],
  customer: {
    via: 'manage',
    appointmentId,
    participantId,
    ticketVersion: 1,
    actions: ['READ', 'RESCHEDULE', 'CANCEL'],
    epoch: 2,
    manageEpoch: 2,
    ...change,
  },
})

interface Participant {
  id: string
  type: 'CUSTOMER' | 'AGENT'
  state?: string
}

/** The fields of all response bodies; each operation returns some of them. */
export interface Body {
  id: string
  applicationId: string
  title?: string
  start: string
  end: string
  duration: string
  state: string
  version: number
  outcome?: string
  cancellation?: { at: string; by?: string; byRole?: string; reason?: string }
  organizer?: Participant
  participants: Participant[]
  participantIds: Participant[]
  interaction: Record<string, unknown>
  metadata: Record<string, unknown>
  roomAccess?: { url: string; expires: string }
  url: string
  expires: string
  secureToken?: string
  content: Body[]
  total: number
  pageCount: number
  code: string
  errors: { pointer?: string; parameter?: string; code: string; message: string }[]
  blocking: unknown
  expiresAt: string
  extendableUntil: string
  agentId?: string
  reasons: string[]
  warnings?: { code: string; detail: string }[]
  assignment?: { state: string; queueId: string; dueAt?: string; reason?: string }
  customerActions?: Record<'move' | 'cancel', { allowed: boolean; until?: string }>
  joinFrom?: string
  links?: { manage: string; join: string }
}

export interface ClientResponse {
  status: number
  body: Body
  text: string
  headers: Headers
}

/** Status and code of a rejection, to compare together. */
export const rejection = ({ status, body }: ClientResponse) => ({ status, code: body.code })

const TABLES = [
  'appointments',
  'applications',
  'application_versions',
  'availability_settings',
  'presentations',
  'logos',
  'holds',
  'service_types',
  'agent_bookings',
  'unsettled_slots',
  'held_slots',
  'removed_appointments',
  'appointment_changes',
  'inbox',
  'appended',
]

// outbox rows are deleted once published; this table keeps all that were ever appended
const KEEP_APPENDED = `
  CREATE TABLE appended (seq serial, event_id text, subject text, type text);
  CREATE FUNCTION keep_appended() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO appended (event_id, subject, type) VALUES (NEW.event_id, NEW.aggregate_id, NEW.type); RETURN NEW; END';
  CREATE TRIGGER keep_appended AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION keep_appended()`

/**
 * The whole appointments service over HTTP with a separate database. Two subscribers stand in for the other services
 * and apply events immediately, so that responses are not delayed; `published` holds the events they received.
 */
export function appointmentsService(overrides: Partial<Record<keyof Config, string>> = {}) {
  let service: Awaited<ReturnType<typeof createAppointments>>
  let start: () => ReturnType<typeof createAppointments>
  let harness: Harness
  const published: AppointmentsEvent[] = []
  /** The replies of the other services about appointments: by default they have applied every version. */
  const everything = (id: string): AppliedThere => ({
    id,
    isRemoved: false,
    appointmentVersion: 1_000_000,
    rosterVersion: 1_000_000,
  })
  const asked: {
    ids: readonly string[]
    endClaimsOf: readonly string[]
    endDecisions?: readonly EndedDecision[]
  }[] = []
  /** The decisions of availability: by default every agent is offered, and a queue has the members of `queues`. */
  const availability = {
    queues: {} as Record<string, string[]>,
    asked: [] as DecisionRequest[],
    decide: (request: DecisionRequest): Decision | undefined => free(request, availability.queues),
    /** Runs between a decision and its response; tests may change the appointment that it is about. */
    meanwhile: (_request: DecisionRequest): Promise<unknown> => Promise.resolve(),
    /** The holiday calendars of every organization; undefined stands for a service that is down. */
    calendars: ['berlin'] as string[] | undefined,
    /** Sends the reply to an event; tests may withhold it for a while. */
    reply: (send: () => void, _event: AppointmentsEvent): void => {
      send()
    },
  }
  const others = {
    participants: (ids: readonly string[]): Reply => ids.map(everything),
    notifications: (ids: readonly string[]): Reply => ids.map(everything),
  }

  beforeAll(async () => {
    harness = await openHarness('appointments', new Date('2026-12-01T12:00:00Z'))
    for (const other of ['participants', 'notifications', 'availability'] as const)
      await harness.play(other, (event, confirm) => {
        const isNew = published.every(({ id }) => id !== event.id)
        if (other !== 'participants' && isNew) published.push(event)
        if (other === 'availability') availability.reply(confirm, event)
        else confirm()
      })
    const settings = config.parse({ ...harness.env, ...overrides })
    start = () =>
      createAppointments(settings, {
        ...harness.options,
        others: {
          readAssignments(ids, endClaimsOf, endDecisions) {
            asked.push({ ids, endClaimsOf, ...(endDecisions.length > 0 && { endDecisions }) })
            return Promise.resolve(others.participants(ids))
          },
          readAppliedVersions: (ids) => Promise.resolve(others.notifications(ids)),
        },
        async decide(request) {
          availability.asked.push(request)
          const decision = availability.decide(request)
          await availability.meanwhile(request)
          return decision
        },
        findUnknownCalendars: (_, ids) =>
          Promise.resolve(
            availability.calendars && ids.filter((id) => !availability.calendars?.includes(id)),
          ),
      })
    service = await start()
    await harness.pool.query(KEEP_APPENDED)
  })
  afterAll(async () => {
    await service.stop()
    await harness.stop()
  })

  type Request = [
    caller: Caller,
    method: string,
    path: string,
    /** Text is sent as it is. */
    body?: unknown,
    headers?: Record<string, string>,
  ]

  const callAt = (
    { url }: { url: string },
    ...[caller, method, path, body, headers = {}]: Request
  ): Promise<ClientResponse> =>
    harness.call(url, method, path, {
      caller,
      body: typeof body === 'string' ? Buffer.from(body) : body,
      headers,
    }) as Promise<ClientResponse>

  const call = (...request: Request): Promise<ClientResponse> => callAt(service, ...request)

  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await harness.pool.query<Row>(text, values)).rows

  /** Publishes an event of the participants service and resolves when it is applied. */
  const publish = async <Type extends EventType>(
    type: Type,
    subject: string,
    aggregateVersion: number,
    data: EventData<Type>,
  ) => {
    if (!subscribedBy('appointments').includes(type))
      throw new Error(`appointments does not subscribe to ${type}`)
    const { event } = newEvent(type, { subject, aggregateVersion, at: harness.clock.current, data })
    await harness.publish(event)
    return event
  }

  const rosterOf = async (id: string): Promise<RosterSnapshot> => {
    const [row] = await query<{ roster: RosterSnapshot }>('SELECT roster FROM appointments WHERE id = $1', [
      id,
    ])
    return row!.roster
  }

  /** Publishes a roster in this version: the stored one with changes. */
  const publishRoster = async (id: string, version: number, change: Partial<RosterSnapshot>) => {
    const roster = { ...(await rosterOf(id)), ...change, version }
    const actor = { id: 'agent-7', role: 'ROLE_AGENT' }
    return publish('APInteractionUpdatedEvent', id, version, {
      appointmentId: id,
      roster,
      actor,
      requested: true,
    })
  }

  /** Runs the check of due appointments and the search for members of queues, until nothing is due. */
  const checkDue = () => service.checkDue()

  return {
    published,
    /** Replies of the other services, which tests may replace. */
    others,
    /** What availability decides, which tests may replace. */
    availability,
    /** The requests to the participants service. */
    asked,
    everything,
    call,
    /** Calls another instance. */
    callAt,
    /** Starts another instance on the same database and broker; the test stops it. */
    startAnother: () => start(),
    followers: () => service.followers(),
    /** Computes the figures of days with changes. */
    computeFigures: () => service.computeFigures(),
    /** Address of the service. */
    url: () => service.url,
    now: () => harness.clock.current,
    /** Sends bytes by PUT. */
    async upload(caller: Caller, path: string, bytes: Buffer, headers: Record<string, string>) {
      const response = await fetch(service.url + path, {
        method: 'PUT',
        headers: { [CALLER_HEADER]: tokenOf(caller), ...headers },
        body: bytes,
      })
      return { response, text: await response.text() }
    },
    /** Opens a path without a caller. */
    open: (path: string): Promise<Response> => fetch(service.url + path),
    query,
    broker: () => harness.broker,
    /**
     * Executes a statement and keeps its transaction open until the returned function ends it, by default with a
     * rollback.
     */
    async hold(text: string, values: unknown[]): Promise<(end?: 'COMMIT' | 'ROLLBACK') => Promise<void>> {
      const client = await harness.pool.connect()
      await client.query('BEGIN')
      await client.query(text, values)
      return async (end = 'ROLLBACK') => {
        await client.query(end)
        client.release()
      }
    },
    /** Publishes an event and resolves when it is applied. */
    deliver: (event: AppointmentsEvent) => harness.publish(event),
    publish,
    publishRoster,
    rosterOf,
    setNow: (at: string) => (harness.clock.current = new Date(at)),

    /** Publishes a roster in which only these participants have a state. */
    async presence(id: string, version: number, states: Record<string, PresenceState>) {
      const { participants } = await rosterOf(id)
      return publishRoster(id, version, {
        participants: participants.map(({ state: _, ...one }) => ({
          ...one,
          ...(states[one.id] && { state: states[one.id] }),
        })),
      })
    },

    /** Schedules an appointment on v2. */
    async scheduled(change: Record<string, unknown> = {}, caller: Caller = agent): Promise<Body> {
      const { status, body } = await call(caller, 'POST', V2, aSchedule(change))
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    },

    /** Replaces the settings of an application. */
    async configured(id: string, settings: Record<string, unknown>, caller: Caller = machine): Promise<Body> {
      const { status, body } = await call(caller, 'PUT', `/api/v2/applications/${id}`, settings)
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    },

    /** The appointment in the representation of v2. */
    read: async (id: string): Promise<Body> => (await call(supervisor, 'GET', `${V2}/${id}`)).body,

    checkDue,

    /** The appointments that wait for a member of their queue past their time, as the metrics count them. */
    unassigned: () => appointments.unassigned(harness.pool, harness.clock.current),

    /** The holds as the metrics count them. */
    holdFigures: () => holds.figures(harness.pool, harness.clock.current),
    purgeChanges: (before: Date) => changes.purge(harness.pool, before),
    purgePasswords: (at: Date) => usedPasswords.purge(harness.pool, at),

    /**
     * Events about a subject in order, after all subscribers have received them.
     * @param claims whether to return the events about agents' time instead of all others
     */
    async eventsOf(subject: string, claims = false): Promise<AppointmentsEvent[]> {
      const appended = await query<{ event_id: string }>(
        "SELECT event_id FROM appended WHERE subject = $1 AND (type = 'APClaimsChangedEvent') = $2 ORDER BY seq",
        [subject, claims],
      )
      return vi.waitFor(
        () => appended.map(({ event_id }) => published.find(({ id }) => id === event_id) ?? notYet(event_id)),
        { timeout: 10_000, interval: 5 },
      )
    },

    /** Waits until every change has its position in the feed. */
    numbered: () =>
      vi.waitFor(
        async () =>
          expect(await query('SELECT id FROM appointment_changes WHERE position IS NULL')).toEqual([]),
        { timeout: 10_000, interval: 5 },
      ),

    /**
     * All stored rows, which a rejected request must leave unchanged. Runs the due checks and waits for the purge of dead
     * letters and the numbering of changes first, so that the background jobs change nothing meanwhile.
     */
    async footprint(): Promise<unknown> {
      await checkDue()
      await vi.waitFor(
        async () =>
          expect(
            await query(
              `SELECT id FROM removed_appointments WHERE NOT dead_letters_purged
               UNION ALL SELECT appointment_id FROM appointment_changes WHERE position IS NULL`,
            ),
          ).toEqual([]),
        { timeout: 10_000, interval: 5 },
      )
      return Promise.all(
        TABLES.map((table) =>
          query(`SELECT '${table}' AS name, count(*), md5(string_agg(t::text, ' ' ORDER BY t::text))
                 FROM ${table} t`),
        ),
      )
    },
  }
}

function notYet(eventId: string): never {
  throw new Error(`event ${eventId} has not been published yet`)
}

/** A decision in favour of all agents that a request is about. */
export function free(
  { start, end, target, exclude = [], prefer = [] }: DecisionRequest,
  queues: Record<string, string[]> = {},
): Decision {
  const queue = target && 'queueId' in target ? target.queueId : undefined
  const members = queue === undefined ? target && 'agentId' in target && [target.agentId] : queues[queue]
  const agentIds = (members || []).filter((id) => !exclude.includes(id))
  const placeOf = (id: string) => (prefer.includes(id) ? prefer.indexOf(id) : prefer.length)
  const ranked = [...agentIds].sort((a, b) => placeOf(a) - placeOf(b))
  return {
    verdict: ranked.length > 0 || !target ? 'FREE' : 'NOT_OFFERED',
    reasons: [],
    onlyTaken: false,
    known: members !== undefined,
    occupied: { from: start, to: end },
    candidates: ranked.map((agentId) => ({ agentId, limits: [], offered: true, reasons: [] })),
    more: false,
    ...(queue !== undefined && { assign: { when: 'BOOKING', lead: 'PT24H' } }),
  }
}

/** A decision against a time. */
export const notOffered = (request: DecisionRequest, change: Partial<Decision> = {}): Decision => ({
  ...free(request),
  verdict: 'NOT_OFFERED',
  reasons: ['CLOSED'],
  candidates: [],
  ...change,
})

/** A valid schedule request with the given changes. */
export const aSchedule = (change: Record<string, unknown> = {}) => ({
  applicationId: 'app-1',
  start: '2027-01-09T09:00:00Z',
  duration: 'PT30M',
  ...change,
})

/** A customer of a request. */
export const aCustomer = (change: Record<string, unknown> = {}) => ({
  contact: { primaryEmail: 'ada@example.com', primaryPhone: '+4930123456' },
  name: { firstName: 'Ada', lastName: 'Lovelace' },
  ...change,
})

/** The id of a customer of an appointment. */
export const customerOf = ({ participants }: Pick<Body, 'participants'>, place = 0): string =>
  participants.filter(({ type }) => type === 'CUSTOMER')[place]!.id

/** Matches any text, for values that a test cannot predict. */
export const anyText = expect.any(String) as string

import { afterAll, beforeAll } from 'vitest'
import {
  subscribedBy,
  topology,
  type AppointmentsEvent,
  type Caller,
  type EventData,
  type EventType,
} from '@appointments/contracts'
import { CALLER_HEADER, internalTokens } from '@appointments/credentials'
import { createInProcessBroker, messageOf, newEvent, type Broker } from '@appointments/messaging'
import { createPool, type Pool } from '@appointments/postgres'
import { silentLog, type Stoppable } from '@appointments/runtime'
import { freshDatabase } from '@appointments/testing'
import { config, type Config } from '../src/config.ts'
import { createAppointments } from '../src/service.ts'

const SECRET = 'a-secret-of-the-tests-with-32-bytes!'
const tokens = internalTokens(SECRET)

export const agent: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-7' }
export const supervisor: Caller = { roles: ['ROLE_SUPERVISOR'], userId: 'supervisor-1' }
export const machine: Caller = { roles: ['ROLE_CLIENT_SERVICE'] }
export const of = (organizationId: string, caller: Caller): Caller => ({ ...caller, organizationId })

export interface Answer {
  status: number
  // a test says itself what it expects in a body
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any
  headers: Headers
}

/**
 * The whole appointments service over HTTP with a database of its own. The other services are played by two
 * subscribers that apply everything at once, so that answers settle; what they were told is in `told`.
 */
export function appointmentsService(overrides: Partial<Record<keyof Config, string>> = {}) {
  let service: Stoppable & { url: string }
  let broker: Broker
  let pool: Pool
  let drop: () => Promise<void>
  let now = new Date('2026-12-01T12:00:00Z')
  const told: AppointmentsEvent[] = []

  beforeAll(async () => {
    const database = await freshDatabase('appointments')
    drop = database.drop
    broker = await createInProcessBroker({ topology })
    for (const queue of ['participants', 'notifications'] as const) {
      await broker.subscribe({
        queue,
        concurrency: 10,
        handle: ({ message }) => {
          if (queue === 'notifications') told.push(message.body as AppointmentsEvent)
          if (message.replyTo !== undefined)
            broker.reply(message.replyTo, { messageId: message.id, subscriber: queue })
          return Promise.resolve()
        },
      })
    }
    const settings = config.parse({
      PORT: '0',
      APPOINTMENTS_DATABASE_URL: database.url,
      INTERNAL_SECRET: SECRET,
      ...overrides,
    })
    service = await createAppointments(settings, {
      connectBroker: () => Promise.resolve({ ...broker, close: () => Promise.resolve() }),
      clock: { now: () => now },
      log: silentLog,
    })
    pool = createPool(database.url, { log: silentLog, name: 'test', size: 2 })
  })
  afterAll(async () => {
    await service.stop()
    await broker.close()
    await pool.end()
    await drop()
  })

  return {
    told,
    setNow: (at: string) => (now = new Date(at)),
    async call(
      caller: Caller,
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answer> {
      const response = await fetch(service.url + path, {
        method,
        headers: {
          [CALLER_HEADER]: tokens.sign(caller),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
    },
    /** Publishes what the participants service would, and resolves when it is applied. */
    async publish<Type extends EventType>(
      type: Type,
      subject: string,
      aggregateVersion: number,
      data: EventData<Type>,
    ) {
      const { event } = newEvent(type, { subject, aggregateVersion, at: now, data })
      const applied = new Promise<void>((resolve) => {
        void broker
          .openReplies((reply) => {
            if (reply.messageId === event.id && reply.subscriber === 'appointments') resolve()
          })
          .then((address) => broker.publish(messageOf(event, address)))
      })
      if (!subscribedBy('appointments').includes(type))
        throw new Error(`appointments does not subscribe to ${type}`)
      await applied
      return event
    },
    /** Rows of everything a refused request must leave as it was. */
    async footprint() {
      const tables = ['appointments', 'applications', 'agent_bookings', 'outbox', 'removed_appointments']
      const counts = await Promise.all(
        tables.map((table) => pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)),
      )
      return { rows: counts.map(({ rows }) => rows[0]?.n), told: told.length }
    },
    query: (text: string, values: unknown[] = []) => pool.query(text, values),
  }
}

/** A schedule request that is valid, to change as a test needs it. */
export const aSchedule = (change: Record<string, unknown> = {}) => ({
  applicationId: 'app-1',
  start: '2027-01-09T09:00:00Z',
  duration: 'PT30M',
  ...change,
})

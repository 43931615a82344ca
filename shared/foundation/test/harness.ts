import { createInProcessBroker } from '@appointments/broker'
import { topology, type AppointmentsEvent, type Caller, type ServiceName } from '@appointments/contracts'
import { CALLER_HEADER, internalTokens } from '@appointments/credentials'
import { openapi, versions } from '@appointments/documents'
import { messageOf } from '@appointments/outbox'
import { createPool } from '@appointments/postgres'
import { silentLog } from '@appointments/runtime'
import { freshDatabase, type FreshDatabase } from '@appointments/testing'
import { createServiceCheck } from '@appointments/testing/response-check'
import { databaseVariable } from '../src/database.ts'
import { migratedTemplate } from '../src/migrated-template.ts'

// an undocumented response is a fault in any test
const requireDocumented = createServiceCheck(
  ...versions.map((version) => openapi(version, 'http://localhost')),
)

const INTERNAL_SECRET = 'a secret of the tests that is long enough'
const tokens = internalTokens(INTERNAL_SECRET)
/** Longest wait for a connection, since a machine that runs all tests in parallel may be slow. */
const SLOW_MACHINE_MS = 10_000

type Service = Exclude<ServiceName, 'gateway'>

/** The internal token by which the gateway identifies a caller. */
export const tokenOf = (caller: Caller): string => tokens.sign(caller)

/** The optional parts of a request in a test. */
export interface Call {
  caller: Caller
  /** Sent as JSON; a buffer is JSON already. */
  body?: unknown
  key?: string
  ifMatch?: number | '*'
  ifNoneMatch?: '*'
  headers?: Record<string, string>
}

interface TestResponse {
  status: number
  headers: Headers
  text: string
  body: unknown
}

/** A migrated database for one test. */
export const migratedDatabase = (service: Service): Promise<FreshDatabase> =>
  freshDatabase(service, { template: migratedTemplate(service) })

/**
 * The environment of a service in a test: a separate database, a broker and a clock. The test plays the other services.
 * @param given the database of an earlier run; the caller drops it
 */
export async function openHarness(service: Service, now: Date, given?: FreshDatabase) {
  const database = given ?? (await migratedDatabase(service))
  const pool = createPool(database.url, {
    size: 2,
    waitMs: SLOW_MACHINE_MS,
    log: silentLog,
    name: `${service} tests`,
  })
  const broker = await createInProcessBroker({ topology, retryDelaysMs: Array<number>(300).fill(5) })
  const clock = { current: now, now: () => clock.current }
  const waiting = new Map<string, (() => void)[]>()
  const replyTo = await broker.openReplies(({ messageId, subscriber }) => {
    if (subscriber === service) waiting.get(messageId)?.shift()?.()
  })

  return {
    database,
    pool,
    broker,
    clock,

    /** The service's environment. */
    env: {
      PORT: '0',
      [databaseVariable(service)]: database.url,
      DATABASE_POOL_SIZE: '8',
      DATABASE_WAIT_MS: String(SLOW_MACHINE_MS),
      INTERNAL_SECRET,
      SETTLE_LIMIT_MS: '5000',
    },
    /** The service may close its connection to the broker; the broker stays open for the test. */
    options: {
      connectBroker: () => Promise.resolve({ ...broker, close: () => Promise.resolve() }),
      clock,
      log: silentLog,
    },

    /** Publishes events in this order and resolves once the service has applied every one of them. */
    publish: async (...events: AppointmentsEvent[]): Promise<void> => {
      const all = events.map(
        ({ id }) => new Promise<void>((resolve) => waiting.set(id, [...(waiting.get(id) ?? []), resolve])),
      )
      for (const event of events) await broker.publish(messageOf(event, replyTo))
      await Promise.all(all)
    },

    /**
     * Plays another service that subscribes to the events of this one.
     * @param receive gets each event; `confirm` replies that it is applied
     */
    play: (
      other: Service,
      receive: (event: AppointmentsEvent, confirm: () => void) => Promise<void> | void,
    ): Promise<unknown> =>
      broker.subscribe({
        queue: other,
        concurrency: 10,
        async handle({ message: { id, body, replyTo: address } }) {
          await receive(body as AppointmentsEvent, () => {
            if (address !== undefined) broker.reply(address, { messageId: id, subscriber: other })
          })
        },
      }),

    /** Sends a request as the gateway does. */
    async call(
      url: string,
      method: string,
      path: string,
      { caller, body: content, key, ifMatch, ifNoneMatch, headers: others }: Call,
    ): Promise<TestResponse> {
      const response = await fetch(url + path, {
        method,
        headers: {
          [CALLER_HEADER]: tokenOf(caller),
          ...(content !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(ifMatch !== undefined && { 'if-match': ifMatch === '*' ? '*' : `"${ifMatch}"` }),
          ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
          ...others,
        },
        ...(content !== undefined && { body: Buffer.isBuffer(content) ? content : JSON.stringify(content) }),
      })
      const { status, headers } = response
      const text = await response.text()
      const isJson = text !== '' && headers.get('content-type')?.includes('json')
      const body: unknown = isJson ? JSON.parse(text) : text || undefined
      requireDocumented({ method, path, status, headers, body })
      return { status, headers, text, body }
    },

    async stop(): Promise<void> {
      await broker.close()
      await pool.end()
      if (!given) await database.drop()
    },
  }
}
export type Harness = Awaited<ReturnType<typeof openHarness>>

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { problem, Problem } from '@appointments/contracts'
import { deriveKeys, sealWith } from '@appointments/credentials'
import { createPool, migrate, transactionsOn, type Pool, type Tx } from '@appointments/postgres'
import { silentLog } from '@appointments/runtime'
import { freshDatabase } from '@appointments/testing'
import {
  keyedOperation,
  createIdempotency,
  keyedRequest,
  readAgain,
  type Idempotency,
  type Keyed,
  type KeyedOperation,
  type KeyedTransaction,
} from '../src/index.ts'

const SECRET = 'a secret of at least thirty-two bytes'
const HOUR_MS = 3_600_000

let now: Date
let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: Pool
let idempotency: Idempotency
let transaction: KeyedTransaction
/** The subjects whose changes were settled for a repeat. */
let settledAgain: string[]

beforeAll(async () => {
  database = await freshDatabase('idempotency')
  await migrate(database.url, ['@appointments/idempotency'], silentLog)
  pool = createPool(database.url, { waitMs: 10_000, log: silentLog, name: 'test' })
  await pool.query('CREATE TABLE changes (id text, note text)')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  now = new Date()
  await pool.query('TRUNCATE changes, idempotent_requests')
  settledAgain = []
  idempotency = createIdempotency({
    pool,
    secret: SECRET,
    clock: { now: () => now },
    log: silentLog,
    settleAgain: (subject) => Promise.resolve(void settledAgain.push(subject)),
  })
  transaction = idempotency.transactions(transactionsOn(pool), () => undefined)
})
afterEach(() => idempotency.stop())

const requestOf = (key: string, body: unknown = {}) =>
  keyedRequest({
    key,
    caller: { roles: ['ROLE_AGENT'], userId: 'agent-7' },
    operation: 'v2.change',
    path: '/changes',
    query: {},
    body,
  })

interface Change {
  id: string
  note: string
}
let made = 0
const change = (work?: (tx: Tx) => Promise<void>): Promise<Keyed<Change>> =>
  transaction(async (tx) => {
    made += 1
    const id = `c-${made}`
    tx.write('INSERT INTO changes VALUES ($1, $2)', [id, 'canary'])
    await work?.(tx)
    return { id, note: 'canary' }
  })
const unchanged = keyedOperation<Change, Change>(
  (one) => one,
  () => change(),
)
const once = (key: string, operation: KeyedOperation<unknown> = unchanged, body?: unknown) =>
  idempotency.once(requestOf(key, body), 200, operation)
const rejecting = (thrown: Error) =>
  keyedOperation<Change, Change>(
    (one) => one,
    () =>
      change(() => {
        throw thrown
      }),
  )
const changes = async () => (await pool.query('SELECT * FROM changes')).rowCount
const records = async () =>
  (await pool.query<{ sealed: Buffer; subject: string | null }>('SELECT * FROM idempotent_requests')).rows
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error as Problem).code,
  )

describe('a request with a key', () => {
  it('takes effect once, and a repeat gets the outcome of the first', async () => {
    const first = await once('k')
    expect(first).toMatchObject({ isReplayed: false, body: { note: 'canary' } })
    expect(await once('k')).toEqual({ ...first, isReplayed: true })
    expect(await changes()).toBe(1)
  })

  it('is repeated only after the change of the first has settled', async () => {
    const { subject } = await once('k')
    expect(settledAgain).toEqual([])
    await once('k')
    expect(settledAgain).toEqual([subject])
  })

  it('is executed once if 20 arrive in parallel, and the others are replayed or get REQUEST_IN_PROGRESS', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => once('parallel')))
    const done = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(done.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    for (const one of outcomes)
      if (one.status === 'rejected') expect((one.reason as Problem).code).toBe('REQUEST_IN_PROGRESS')
    expect(await changes()).toBe(1)
  })

  it('is 409 while the first request is running', async () => {
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    let begun: () => void = () => undefined
    const running = new Promise<void>((resolve) => (begun = resolve))
    const slow = keyedOperation<Change, Change>(
      (one) => one,
      () =>
        change(async (tx) => {
          await tx.query('SELECT 1')
          begun()
          await released
        }),
    )
    const first = once('slow', slow)
    await running
    expect(await codeOf(once('slow'))).toBe('REQUEST_IN_PROGRESS')
    release()
    expect(await first).toMatchObject({ isReplayed: false })
    expect(await changes()).toBe(1)
  })

  it.each(['AGENT_ALREADY_PARTICIPANT', 'FORBIDDEN'] as const)(
    'gets the outcome of the first if it sees the effect of the first as %s',
    async (code) => {
      // the first request ends after this one has looked for it, and before this one reads its changes
      const late = keyedOperation<Change, Change>(
        (one) => one,
        async () => {
          await once('late')
          throw problem(code)
        },
      )
      expect(await once('late', late)).toMatchObject({
        status: 200,
        isReplayed: true,
        body: { note: 'canary' },
      })
      expect(await once('late')).toMatchObject({ status: 200, isReplayed: true })
      expect(await changes()).toBe(1)
    },
  )

  it('is 422 with another body', async () => {
    await once('k', unchanged, { a: 1 })
    expect(await codeOf(once('k', unchanged, { a: 2 }))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await changes()).toBe(1)
  })

  it('is stored for a day and no longer', async () => {
    await once('k')
    now = new Date(now.getTime() + 24 * HOUR_MS - 1)
    expect((await once('k')).isReplayed).toBe(true)
    now = new Date(now.getTime() + 1)
    expect((await once('k')).isReplayed).toBe(false)
    expect(await changes()).toBe(2)
  })

  it('stores nothing if its transaction fails, so that a repeat is executed', async () => {
    await expect(once('k', rejecting(new Error('lost connection')))).rejects.toThrow('lost connection')
    expect([await changes(), await records()]).toEqual([0, []])
    expect((await once('k')).isReplayed).toBe(false)
  })

  it('replays the response that was read again after the change', async () => {
    const later = keyedOperation<Change, Change>(
      (one) => one,
      async () => {
        const stored = await change()
        return readAgain(stored, { ...stored, note: 'followed' })
      },
    )
    expect((await once('k', later)).body).toMatchObject({ note: 'followed' })
    expect((await once('k', later)).body).toMatchObject({ note: 'followed' })
  })
})

describe('an error', () => {
  it.each([
    problem('SLOT_TAKEN'),
    problem('VERSION_MISMATCH'),
    problem('TEMPLATE_NOT_FOUND'),
    problem('INVALID_STATE', { extensions: { state: 'CANCELLED' } }),
  ])('$code is stored with its details', async (thrown) => {
    const first = await once('k', rejecting(thrown))
    expect(first).toMatchObject({ rejection: thrown, isReplayed: false, mayBeCopied: true })
    const again = await once('k')
    expect(again).toMatchObject({ isReplayed: true, mayBeCopied: true })
    expect(again.rejection).toMatchObject({ code: thrown.code, details: thrown.details })
    expect(await changes()).toBe(0)
  })

  it.each([
    problem('VALIDATION_FAILED'),
    problem('UNAUTHORIZED'),
    problem('FORBIDDEN'),
    problem('APPOINTMENT_NOT_FOUND'),
    problem('RATE_LIMITED'),
    problem('INTERNAL_ERROR'),
    problem('UNAVAILABLE'),
  ])('$code is not stored', async (thrown) => {
    expect(await codeOf(once('k', rejecting(thrown)))).toBe(thrown.code)
    expect(await once('k')).toMatchObject({ isReplayed: false, body: { note: 'canary' } })
  })
})

describe('a stored response', () => {
  it('is encrypted once when it is stored, and decrypted once by a repeat', async () => {
    const { body } = await once('k')
    const [record] = await records()
    expect(JSON.stringify(record) + record!.sealed.toString('latin1')).not.toContain('canary')
    const seal = sealWith(deriveKeys(SECRET, 'kept-response'))
    expect(JSON.parse(seal.open(record!.sealed, requestOf('k').keyHash))).toEqual({ status: 200, body })
    expect(() => seal.open(record!.sealed, requestOf('another').keyHash)).toThrow('cannot be opened')
  })

  it('may be copied if it has a subject and contains no secret', async () => {
    const { body } = await once('subject')
    expect(await once('subject')).toMatchObject({ mayBeCopied: true, subject: (body as Change).id })
    const secret = await once('secret', { ...unchanged, isSecret: true })
    expect(secret).toEqual({ status: 200, body: secret.body, isReplayed: false, mayBeCopied: false })
    const nameless = keyedOperation<Change, object>(
      ({ note }) => ({ note }),
      () => change(),
    )
    expect(await once('nameless', nameless)).toMatchObject({ mayBeCopied: false })
  })

  it('is deleted with its subject', async () => {
    const { subject = '' } = await once('k')
    await transactionsOn(pool)((tx) => {
      idempotency.forget(tx, subject)
    })
    expect(await records()).toEqual([])
  })
})

const present = (one: Change) => one
const plain = () => transactionsOn(pool)(() => ({ id: '', note: '' }))
const altered = async (): Promise<Change> => ({ ...(await change()), note: 'other' })

/** Compiled, not run: results that an operation with an idempotency key cannot return. */
export const rejectedByTheCompiler = () => [
  // @ts-expect-error a plain transaction stores no response
  keyedOperation(present, plain),
  // @ts-expect-error a result made after the transaction is not the stored one
  keyedOperation(present, altered),
]

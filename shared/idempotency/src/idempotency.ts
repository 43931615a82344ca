import { AsyncLocalStorage } from 'node:async_hooks'
import { problem, Problem, type ProblemCode } from '@appointments/contracts'
import type { Pool, Transaction, Tx } from '@appointments/postgres'
import { repeat, type Clock, type Log } from '@appointments/runtime'
import { keptResponses, type KeepingSecret } from './kept-response.ts'
import {
  responseTo,
  unkeyed,
  type Keyed,
  type KeyedOperation,
  type KeyedTransaction,
} from './keyed-operation.ts'
import type { KeyedRequest } from './keyed-request.ts'

const KEEP_MS = 86_400_000

/**
 * Errors that are stored like any response: the request was executed, and the error is its outcome. An unknown
 * appointment may become known at any moment, so that error is not stored.
 */
const isKept = ({ status, code }: Problem) =>
  [404, 409, 412].includes(status) && code !== 'APPOINTMENT_NOT_FOUND'

interface Running extends KeyedRequest, KeyedOperation<unknown> {
  status: number
  /** Whether the transaction of the change has committed. */
  isStored: boolean
  /** The body that was stored with the change, as JSON. */
  storedBody?: string | undefined
  subject?: string | undefined
}

/** The outcome of a keyed request, the same for its first response and all repeats. */
export interface Outcome {
  status: number
  /** Absent if the response has no body or is an error. */
  body?: unknown
  /** An error that is stored. */
  rejection?: Problem
  isReplayed: boolean
  /** Whether a copy of the response may be kept elsewhere. */
  mayBeCopied: boolean
  /** The id of the subject of the response; erasing the subject erases the response and its copies. */
  subject?: string | undefined
}

/** An error is stored as its code and details. */
interface StoredProblem {
  code: ProblemCode
  details: Problem['details']
}

interface Kept {
  status: number
  body?: unknown
}

/** Another request has claimed the key. */
class Taken extends Error {}

const running = new AsyncLocalStorage<Running>()

/**
 * Executes each keyed request once, even if it arrives several times in parallel. The database enforces this.
 * @param secret encrypts the stored responses
 * @param settleAgain settles the changes of a subject that may not have settled yet
 */
export function createIdempotency({
  pool,
  secret,
  clock,
  log,
  settleAgain,
}: {
  pool: Pool
  secret: KeepingSecret
  clock: Clock
  log: Log
  settleAgain: (subject: string) => Promise<void>
}) {
  const responses = keptResponses(secret)
  const expiry = () => new Date(clock.now().getTime() - KEEP_MS)

  const success = (
    response: Kept,
    { isSecret }: KeyedOperation<unknown>,
    subject?: string,
  ): Omit<Outcome, 'isReplayed'> =>
    // a copy without a subject would never be erased
    isSecret || subject === undefined
      ? { ...response, mayBeCopied: false }
      : { ...response, mayBeCopied: true, subject }

  /** @throws Problem IDEMPOTENCY_KEY_REUSED */
  const find = async (
    { keyHash, fingerprint }: KeyedRequest,
    operation: KeyedOperation<unknown>,
  ): Promise<Outcome | undefined> => {
    const { rows } = await pool.query<{ fingerprint: string; subject: string | null; sealed: Buffer }>(
      'SELECT fingerprint, subject, sealed FROM idempotent_requests WHERE key_hash = $1 AND created_at > $2',
      [keyHash, expiry()],
    )
    const [row] = rows
    if (!row) return undefined
    if (row.fingerprint !== fingerprint) throw problem('IDEMPOTENCY_KEY_REUSED')
    const { status, body } = responses.open(keyHash, row.sealed) as Kept
    if (status >= 400) {
      const { code, details } = body as StoredProblem
      return { status, rejection: problem(code, details), mayBeCopied: true, isReplayed: true }
    }
    return { ...success({ status, body }, operation, row.subject ?? undefined), isReplayed: true }
  }

  /** The outcome of a first request, which may have crashed before its change settled, or may still wait for that. */
  const settled = async (outcome: Outcome): Promise<Outcome> => {
    if (outcome.subject !== undefined) await settleAgain(outcome.subject)
    return outcome
  }

  /** Inserts the row of a key, or replaces an expired one. */
  const CLAIM = `INSERT INTO idempotent_requests (key_hash, fingerprint, sealed, created_at)
     VALUES ($1, $2, $3, $4) ON CONFLICT (key_hash) DO UPDATE
       SET fingerprint = $2, sealed = $3, subject = NULL, created_at = $4
       WHERE idempotent_requests.created_at <= $5`
  const claimed = ({ keyHash, fingerprint }: KeyedRequest, sealed: Buffer | null) => [
    keyHash,
    fingerprint,
    sealed,
    clock.now(),
    expiry(),
  ]

  const cleaner = repeat(
    'idempotency cleaner',
    600_000,
    async () => {
      const { rowCount } = await pool.query(
        `DELETE FROM idempotent_requests WHERE key_hash IN
           (SELECT key_hash FROM idempotent_requests WHERE created_at < $1 LIMIT 1000)`,
        [expiry()],
      )
      return rowCount === 1000
    },
    log,
  )

  return {
    /**
     * Transactions that first claim the key of their request and store its response with the change. A second request
     * with the key waits at the claim for the first.
     * @param subjectOf the id of the subject of a transaction, if it has one
     */
    transactions(transaction: Transaction, subjectOf: (tx: Tx) => string | undefined): KeyedTransaction {
      return async <Result>(work: (tx: Tx) => Result | Promise<Result>, locks: readonly string[] = []) => {
        const request = running.getStore()
        if (!request || request.isStored) return (await transaction(work, locks)) as Keyed<Result>
        const { keyHash } = request
        const result = await transaction(
          async (tx) => {
            tx.write(CLAIM, claimed(request, null), () => new Taken())
            const outcome = await work(tx)
            const response = responseTo(request, outcome, request.status)
            const { id } = (response.body ?? {}) as { id?: string }
            request.subject = request.about ?? subjectOf(tx) ?? id
            request.storedBody = JSON.stringify(response.body)
            tx.write('UPDATE idempotent_requests SET subject = $2, sealed = $3 WHERE key_hash = $1', [
              keyHash,
              request.subject ?? null,
              responses.seal(keyHash, response satisfies Kept),
            ])
            return outcome
          },
          [...locks, `key:${keyHash}`],
        )
        request.isStored = true
        return result as Keyed<Result>
      }
    },

    /**
     * Executes a keyed request once. A repeat gets the outcome of the first request.
     * @param status the status of a successful response
     * @throws Problem IDEMPOTENCY_KEY_REUSED for another request with the same key
     * @throws Problem REQUEST_IN_PROGRESS while the first request with the key is running
     * @throws the errors of the work that are not stored
     */
    async once(keyed: KeyedRequest, status: number, operation: KeyedOperation<unknown>): Promise<Outcome> {
      const before = await find(keyed, operation)
      if (before) return settled(before)
      const request: Running = { ...keyed, ...operation, status, isStored: false }
      try {
        const response = await running.run(request, () => unkeyed(operation, status))
        await keepLatest(request, response)
        return { ...success(response, operation, request.subject), isReplayed: false }
      } catch (error) {
        if (request.isStored) throw error
        if (error instanceof Problem) {
          if (isKept(error) && (await claimFor(keyed, error)))
            return { status: error.status, rejection: error, mayBeCopied: true, isReplayed: false }
        } else if (!(error instanceof Taken) && !isStillRunning(error)) throw error
        // the first request may have ended meanwhile, and its effect may be the cause of a Problem
        const first = await find(keyed, operation)
        if (first) return settled(first)
        throw error instanceof Problem ? error : stillRunning()
      }
    },

    /** Deletes the responses about an erased appointment. */
    forget: (tx: Tx, subject: string): void => {
      tx.write('DELETE FROM idempotent_requests WHERE subject = $1', [subject])
    },

    stop: () => cleaner.stop(),
  }

  /** Stores an error as the outcome of a request; false if another request has claimed the key. */
  async function claimFor(keyed: KeyedRequest, { status, code, details }: Problem): Promise<boolean> {
    const body: StoredProblem = { code, details }
    const sealed = responses.seal(keyed.keyHash, { status, body } satisfies Kept)
    const { rowCount } = await pool.query(CLAIM, claimed(keyed, sealed)).catch((error: unknown) => {
      throw isStillRunning(error) ? stillRunning() : error
    })
    return rowCount === 1
  }

  /** Stores the response as it is sent: it may have changed after the transaction, and a repeat must get the same. */
  async function keepLatest({ keyHash, isStored, storedBody }: Running, response: Kept) {
    if (!isStored || JSON.stringify(response.body) === storedBody) return
    await pool
      .query('UPDATE idempotent_requests SET sealed = $2 WHERE key_hash = $1', [
        keyHash,
        responses.seal(keyHash, response),
      ])
      .catch((error: unknown) => log.warn({ err: error }, 'a stored response could not be updated'))
  }
}

const stillRunning = () => problem('REQUEST_IN_PROGRESS', { retryAfter: 1 })

/** The claim waited for the first request until its lock timeout (55P03, lock_not_available). */
const isStillRunning = (error: unknown) => (error as { code?: string }).code === '55P03'

export type Idempotency = ReturnType<typeof createIdempotency>

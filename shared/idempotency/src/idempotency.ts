import { AsyncLocalStorage } from 'node:async_hooks'
import { problem, Problem, type ProblemCode } from '@appointments/contracts'
import type { Seal } from '@appointments/credentials'
import type { Pool, Transaction, Tx } from '@appointments/postgres'
import { repeat, type Clock, type Log } from '@appointments/runtime'
import type { KeyedRequest } from './keyed-request.ts'

const KEEP_MS = 86_400_000

/**
 * Refusals that are kept like any answer: the request was carried out and this is what came of it. Of an appointment
 * that it does not know a service may hear any moment, so that is no answer for a day.
 */
const isKept = ({ status, code }: Problem) =>
  [404, 409, 412].includes(status) && code !== 'APPOINTMENT_NOT_FOUND'

interface Running extends KeyedRequest {
  /** Set once the transaction of the change has committed. */
  isStored: boolean
  /** The response as it was stored with the change. */
  stored?: string
  subject?: string | undefined
  /** Makes the answer of what the transaction returns. */
  present?: (result: never) => unknown
  status: number
}

/** An answer, and what it is about. */
export interface KeptAnswer {
  status: number
  body: unknown
  subject?: string | undefined
}

/** What an older release, which cannot open a sealed response, answers a repeat with. */
const REPEAT_LATER = {
  status: 503,
  body: JSON.stringify({ code: 'UNAVAILABLE', details: { retryAfter: 2 } } satisfies KeptRefusal),
}

/** A kept refusal is stored by its code and details. */
interface KeptRefusal {
  code: ProblemCode
  details: Problem['details']
}

/** Somebody was first with this key. */
class Taken extends Error {}

const running = new AsyncLocalStorage<Running>()

/**
 * Runs an operation and presents what comes of it. For a keyed request the same presenter makes, inside the
 * transaction of the change, the answer that a repeat gets.
 */
export async function answered<Result, Answer>(
  present: (result: Result) => Answer,
  work: () => Promise<Result>,
): Promise<Answer> {
  const request = running.getStore()
  if (request) request.present = present
  return present(await work())
}

/**
 * Makes keyed requests take effect once, however often and in parallel they come. The database is the proof.
 * @param seal seals what is kept: responses hold contact data and links
 */
export function createIdempotency({
  pool,
  seal,
  clock,
  log,
}: {
  pool: Pool
  seal: Seal
  clock: Clock
  log: Log
}) {
  const contentOf = (status: number, body: unknown) => JSON.stringify({ status, body })
  const sealed = (keyHash: string, content: string) => seal.seal(content, keyHash)
  const kept = async (request: KeyedRequest, onReplay: () => void): Promise<KeptAnswer | undefined> => {
    const { rows } = await pool.query<{
      fingerprint: string
      status: number
      body: unknown
      subject: string | null
      sealed: Buffer | null
    }>(
      'SELECT fingerprint, status, body, subject, sealed FROM idempotent_requests WHERE key_hash = $1 AND created_at > $2',
      [request.keyHash, new Date(clock.now().getTime() - KEEP_MS)],
    )
    const [row] = rows
    if (!row) return undefined
    if (row.fingerprint !== request.fingerprint) throw problem('IDEMPOTENCY_KEY_REUSED')
    onReplay()
    // an older release keeps responses as they are
    const { status, body } = row.sealed
      ? (JSON.parse(seal.open(row.sealed, request.keyHash)) as { status: number; body?: unknown })
      : row
    if (status >= 400) {
      const { code, details } = body as KeptRefusal
      throw problem(code, details)
    }
    return { status, body: body ?? undefined, subject: row.subject ?? undefined }
  }

  const store = (request: Running, status: number, body: unknown) =>
    pool.query(
      `INSERT INTO idempotent_requests (key_hash, fingerprint, subject, status, body, sealed, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [
        request.keyHash,
        request.fingerprint,
        request.subject ?? null,
        REPEAT_LATER.status,
        REPEAT_LATER.body,
        sealed(request.keyHash, contentOf(status, body)),
        clock.now(),
      ],
    )

  const cleaner = repeat(
    'idempotency cleaner',
    600_000,
    async () => {
      const { rowCount } = await pool.query(
        `DELETE FROM idempotent_requests WHERE key_hash IN
           (SELECT key_hash FROM idempotent_requests WHERE created_at < $1 LIMIT 1000)`,
        [new Date(clock.now().getTime() - KEEP_MS)],
      )
      return rowCount === 1000
    },
    log,
  )

  return {
    /**
     * Transactions that claim the key of the request they serve before anything else, and store its answer with
     * the change. A second request with the key waits for the first at the claim.
     * @param subjectOf what a transaction was about
     */
    transactions(transaction: Transaction, subjectOf: (tx: Tx) => string | undefined): Transaction {
      return async (work) => {
        const request = running.getStore()
        if (!request || request.isStored) return transaction(work)
        const result = await transaction(async (tx) => {
          claim(tx, request)
          const outcome = await work(tx)
          const body = request.present?.(outcome as never)
          request.subject = subjectOf(tx) ?? (body as { id?: string } | undefined)?.id
          request.stored = contentOf(request.status, body)
          tx.write('UPDATE idempotent_requests SET subject = $2, sealed = $3 WHERE key_hash = $1', [
            request.keyHash,
            request.subject ?? null,
            sealed(request.keyHash, request.stored),
          ])
          return outcome
        })
        request.isStored = true
        return result
      }
    },

    /**
     * Carries a keyed request out once. A repeat gets the first one's answer.
     * @param status of the answer when all goes well
     * @param onReplay called before a kept answer is given or a kept refusal is thrown
     * @throws Problem IDEMPOTENCY_KEY_REUSED for another request with the same key
     * @throws Problem REQUEST_IN_PROGRESS while the first request with the key is running
     */
    async once(
      keyed: KeyedRequest,
      status: number,
      work: () => Promise<unknown>,
      onReplay: () => void,
    ): Promise<KeptAnswer> {
      const before = await kept(keyed, onReplay)
      if (before) return before
      const request: Running = { ...keyed, isStored: false, status }
      try {
        const body = await running.run(request, work)
        if (request.isStored) await keepLatest(request, body)
        return { status, body, subject: request.subject }
      } catch (error) {
        if (error instanceof Taken || isStillRunning(error)) {
          const first = await kept(keyed, onReplay)
          if (first) return first
          throw problem('REQUEST_IN_PROGRESS', { retryAfter: 1 })
        }
        if (error instanceof Problem && isKept(error) && !request.isStored) {
          const refusal: KeptRefusal = { code: error.code, details: error.details }
          await store(request, error.status, refusal)
        }
        throw error
      }
    },

    /** Forgets the answers about an appointment that is erased. */
    forget: (tx: Tx, subject: string): void => {
      tx.write('DELETE FROM idempotent_requests WHERE subject = $1', [subject])
    },

    stop: () => cleaner.stop(),
  }

  /** What followed from the change may have moved the answer on since its transaction; a repeat gets what was answered. */
  async function keepLatest({ keyHash, status, stored }: Running, body: unknown) {
    const latest = contentOf(status, body)
    if (latest === stored) return
    await pool
      .query('UPDATE idempotent_requests SET sealed = $2 WHERE key_hash = $1', [
        keyHash,
        sealed(keyHash, latest),
      ])
      .catch((error: unknown) => log.warn({ err: error }, 'an answer could not be brought up to date'))
  }

  function claim(tx: Tx, { keyHash, fingerprint }: Running) {
    const { status, body } = REPEAT_LATER
    tx.write(
      `INSERT INTO idempotent_requests (key_hash, fingerprint, status, body, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (key_hash) DO UPDATE
         SET fingerprint = $2, status = $3, body = $4, sealed = NULL, subject = NULL, created_at = $5
         WHERE idempotent_requests.created_at <= $6`,
      [keyHash, fingerprint, status, body, clock.now(), new Date(clock.now().getTime() - KEEP_MS)],
      () => new Taken(),
    )
  }
}

/** The claim waited for the first request as long as a lock may be waited for (55P03, lock_not_available). */
const isStillRunning = (error: unknown) => (error as { code?: string }).code === '55P03'

export type Idempotency = ReturnType<typeof createIdempotency>

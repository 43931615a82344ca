import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Seal } from '@appointments/credentials'
import type { Log } from '@appointments/runtime'
import type { KeyValue } from '../key-value/key-value.ts'
import type { Answer } from '../proxy/answer.ts'
import type { Traces } from './traces.ts'

const KEPT_MS = 15 * 60_000
const MOST_BYTES = 16_384
const KEPT_HEADERS = ['content-type', 'etag', 'link', 'deprecation', 'location']

const keptAnswer = z.object({
  fingerprint: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  body: z.string(),
})

/** One keyed request: whose it is, and what it asks for. */
export interface KeyedRequest {
  /** Who calls, in a form that is the same for every token of the same caller. */
  caller: unknown
  /** The operation with its version. */
  operation: string
  idempotencyKey: string
  /** Everything that makes a request another one: path, query, body. */
  content: readonly (string | Buffer)[]
}

interface KeptAnswersDeps {
  keyValue: KeyValue
  traces: Traces
  /** Seals what is kept: responses hold contact data and links. */
  seal: Seal
  log: Log
}

/**
 * Responses of executed requests, kept for a quarter of an hour to replay them fast, unless they are large. The
 * service that owns the operation holds the truth: whatever is not found here, or is not the same request, goes to
 * it. So a store that is away, or has forgotten something, is no fault.
 */
export function createKeptAnswers({ keyValue, traces, seal, log }: KeptAnswersDeps) {
  const open = (stored: string, key: string) => {
    try {
      return keptAnswer.parse(JSON.parse(seal.open(Buffer.from(stored, 'base64'), key)))
    } catch (error) {
      // sealed with a secret that is no longer in use
      log.debug({ err: error }, 'a kept response could not be opened')
      return undefined
    }
  }
  const whenAway = (step: string) => (error: unknown) => {
    log.debug({ err: error, step }, 'kept answers are away')
    return undefined
  }
  return {
    /** The answer to the same request, marked as a repetition. */
    async find(request: KeyedRequest): Promise<Answer | undefined> {
      const key = keyOf(request)
      const stored = await keyValue.get(key).catch(whenAway('find'))
      const found = stored === undefined ? undefined : open(stored, key)
      if (found?.fingerprint !== hash(request.content)) return undefined
      const { status, headers, body } = found
      return {
        status,
        headers: { ...headers, 'idempotency-replayed': 'true' },
        body: Buffer.from(body, 'base64'),
      }
    },

    /** Keeps an answer; with its appointment, where it is about one. */
    async keep(request: KeyedRequest, { status, headers, body, appointmentId }: Answer): Promise<void> {
      const key = keyOf(request)
      const answer = {
        fingerprint: hash(request.content),
        status,
        headers: kept(headers),
        body: body.toString('base64'),
      }
      const sealed = seal.seal(JSON.stringify(answer), key).toString('base64')
      if (sealed.length > MOST_BYTES) return
      await keyValue
        .set(key, sealed, KEPT_MS)
        .then(() => (appointmentId === undefined ? undefined : traces.leave(appointmentId, key)))
        .catch(whenAway('keep'))
    },
  }
}
export type KeptAnswers = ReturnType<typeof createKeptAnswers>

/**
 * Whether a service's answer is one that every repeat gets. A success stands where the service names its
 * appointment, since only that can be erased with it; a conflict with the first request, still running, passes, and
 * so may it that an appointment, which the service names, is not known.
 */
export function stands({ status, appointmentId, body }: Answer): boolean {
  if (status >= 200 && status < 300) return appointmentId !== undefined
  if (status === 409) return !body.includes('"REQUEST_IN_PROGRESS"')
  return status === 412 || (status === 404 && appointmentId === undefined)
}

const kept = (headers: OutgoingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.includes(name)))

const keyOf = ({ caller, operation, idempotencyKey }: KeyedRequest) =>
  `sealed:${hash([JSON.stringify(caller), operation, idempotencyKey])}`

/** Each part with its length, so that no two lists of parts look alike. */
function hash(parts: readonly (string | Buffer)[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${Buffer.byteLength(part)}:`).update(part)
  return sum.digest('base64url')
}

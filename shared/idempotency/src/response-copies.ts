import type { OutgoingHttpHeaders } from 'node:http'
import { problem } from '@appointments/contracts'
import type { Log } from '@appointments/runtime'
import { keptResponses, type KeepingSecret } from './kept-response.ts'
import type { KeyedRequest } from './keyed-request.ts'

const KEPT_MS = 15 * 60_000
const MOST_BYTES = 16_384
const KEPT_HEADERS = ['content-type', 'etag', 'link', 'deprecation', 'location']

/** A response as it is sent. */
export interface SentResponse {
  status: number
  /** By lower-case name. */
  headers: OutgoingHttpHeaders
  body: Buffer
}

interface Copy extends Omit<SentResponse, 'body'> {
  fingerprint: string
  /** Base64. */
  body: string
}

interface ResponseCopiesDeps {
  store: {
    get: (key: string) => Promise<string | undefined>
    set: (key: string, value: string, ttlMs: number) => Promise<void>
  }
  secret: KeepingSecret
  /** Records the subject of a copy, so that erasing the subject erases the copy. */
  noteSubject?: (subject: string, key: string) => Promise<void>
  /** Whether no service stores these responses, so that a reused key must be detected here. */
  isOwner?: boolean
  log: Log
}

/**
 * Copies of small responses, kept for 15 minutes to replay them fast. The owner of an operation decides whether a copy
 * is allowed and stores the original, so the store may be down or lose copies without harm.
 */
export function createResponseCopies({ store, secret, noteSubject, isOwner, log }: ResponseCopiesDeps) {
  const responses = keptResponses(secret)
  const keyOf = (keyHash: string) => `response:${keyHash}`

  const read = async (keyHash: string): Promise<Copy | undefined> => {
    try {
      const stored = await store.get(keyOf(keyHash))
      return stored === undefined
        ? undefined
        : (responses.open(keyHash, Buffer.from(stored, 'base64')) as Copy)
    } catch (error) {
      log.debug({ err: error }, 'the copy of a response could not be read')
      return undefined
    }
  }

  return {
    /**
     * The response to the same request, marked as replayed.
     * @throws Problem IDEMPOTENCY_KEY_REUSED for another request with the same key, if no service stores the original
     */
    async find({ keyHash, fingerprint }: KeyedRequest): Promise<SentResponse | undefined> {
      const copy = await read(keyHash)
      if (!copy) return undefined
      const { status, headers, body } = copy
      if (copy.fingerprint === fingerprint)
        return {
          status,
          headers: { ...headers, 'idempotency-replayed': 'true' },
          body: Buffer.from(body, 'base64'),
        }
      if (isOwner) throw problem('IDEMPOTENCY_KEY_REUSED')
      return undefined
    },

    /** @param subject the id of the response's subject, if it has one */
    async keep(
      { keyHash, fingerprint }: KeyedRequest,
      { status, headers, body }: SentResponse,
      subject?: string,
    ): Promise<void> {
      const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.includes(name)))
      const copy: Copy = { fingerprint, status, headers: kept, body: body.toString('base64') }
      const sealed = responses.seal(keyHash, copy).toString('base64')
      if (sealed.length > MOST_BYTES) return
      try {
        await store.set(keyOf(keyHash), sealed, KEPT_MS)
        if (subject !== undefined) await noteSubject?.(subject, keyOf(keyHash))
      } catch (error) {
        log.debug({ err: error }, 'the copy of a response could not be kept')
      }
    },
  }
}
export type ResponseCopies = ReturnType<typeof createResponseCopies>

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
  /** By their names in small letters. */
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
  /** Notes that a copy is about a subject, so that it is erased with it. */
  noteSubject?: (subject: string, key: string) => Promise<void>
  /** Whether no service keeps these responses, so that a key that belongs to another request is found out here. */
  isOwner?: boolean
  log: Log
}

/**
 * Copies of responses, kept for a quarter of an hour to replay them fast, unless they are large. The owner of an
 * operation allows them and holds the truth, so it is no fault if the store is down, or has lost something.
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
     * The response to the same request, marked as a repetition.
     * @throws Problem IDEMPOTENCY_KEY_REUSED for another request with the same key, if there is no other owner
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

    /** @param subject of the response, if it is about one */
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

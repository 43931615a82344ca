import { Router, type Request, type RequestHandler, type Response } from 'express'
import { Problem, type Caller, type Operation } from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import { failPoint, remainingMs } from '@appointments/runtime'
import { keyedRequest, unkeyed, type Idempotency, type KeyedOperation } from '@appointments/idempotency'
import { beginEventStream, eventStreamHeaders } from './event-stream.ts'
import { named } from './follow-requests.ts'
import type { AnyHandler, Condition, Exchange, Served, StartStream } from './handler.ts'
import { parseRequest } from './parse-request.ts'
import { appliedPreferences } from './prefer.ts'
import type { PreparedResponse } from './prepared-response.ts'
import { imageBody, jsonBody, strictBody } from './read-body.ts'
import { responseOf, sendResponse } from './response.ts'
import { unlessKnown } from './revalidation.ts'

interface Binding {
  callerOf: (token: string) => Caller
  /** Required if any operation takes an idempotency key. */
  idempotency?: Pick<Idempotency, 'once'>
}

/** Names the appointment that a kept response is about, or that a response reports as unknown. Clients never see it. */
export const SUBJECT_HEADER = 'x-internal-appointment'

/** Allows the gateway to keep a copy of a response under its idempotency key. Internal: clients never see it. */
export const KEEP_HEADER = 'x-internal-keep'

/** Routes for all operations of one owner in one API. */
export function bind({ api, owner, handlers }: Served, { callerOf, idempotency }: Binding): Router {
  // case-sensitive as in the gateway, whose access checks match the same paths
  const router = Router({ caseSensitive: true })
  const owned = Object.entries<Operation>(api.operations).filter(([, operation]) => operation.owner === owner)
  for (const [id, operation] of literalFirst(owned)) {
    const handler = handlers[id]
    if (!handler) throw new Error(`${api.name} ${id} has no handler`)
    if (operation.takesKey && !idempotency) throw new Error(`${api.name} ${id} has nowhere to keep responses`)
    const path = api.base + expressPath(operation.path)
    const steps = operation.imageTypes ? [imageBody] : operation.body ? jsonBody : strictBody
    router[operation.method.toLowerCase() as 'get'](
      path,
      named(api.name, id),
      appliedPreferences,
      ...steps,
      run({ name: `${api.name}.${id}`, operation, handler, callerOf, idempotency }),
    )
  }
  return router
}

/** `/{id}/cancel` as Express writes it. */
export const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Sorts literal paths before those with a parameter in the same position. */
export const literalFirst = <Entry extends [string, Operation]>(entries: Entry[]): Entry[] =>
  [...entries].sort(([, a], [, b]) => Number(a.path.includes('{')) - Number(b.path.includes('{')))

interface Bound {
  /** Version and operation id. */
  name: string
  operation: Operation
  handler: AnyHandler
  callerOf: (token: string) => Caller
  idempotency: Binding['idempotency']
}

/** The caller no longer waits. The metric of requests counts it, so it is not logged as an error. */
class TooLate extends Problem {
  override readonly isCounted = true

  constructor() {
    super('DEADLINE_EXCEEDED', { retryAfter: 2 })
  }
}

const run =
  ({ name, operation, handler, callerOf, idempotency }: Bound): RequestHandler =>
  async (request, response) => {
    if (remainingMs() === 0) throw new TooLate()
    const caller = callerOf(request.get(CALLER_HEADER) ?? '')
    const exchange = {
      caller,
      ...parseRequest(operation, request),
      ...(operation.takesIfMatch && conditionOf(request)),
      ...(operation.waits && { signal: signalOf(response) }),
      // a client that has not received any event yet sends an empty header
      ...(operation.stream && { lastEventId: request.get('last-event-id') || undefined }),
    }
    try {
      const result = handler(exchange)
      const { status, body, headers } =
        'work' in result
          ? await runKeyed(result, request, response)
          : { status: operation.status, body: await result, headers: {} }
      if (operation.stream) {
        // the client has disconnected in the meantime, so nothing would end the stream
        if (response.destroyed) return
        if (request.method === 'HEAD') response.writeHead(200, eventStreamHeaders).end()
        else (body as StartStream)(beginEventStream(response))
        return
      }
      const prepared = responseOf({ ...operation, status }, body, { query: exchange.query, caller })
      const known = operation.revalidates ? request.get('if-none-match') : undefined
      await respond(response, unlessKnown(prepared, known), headers)
    } catch (error) {
      const subject = subjectOf(error, exchange)
      if (subject !== undefined) response.setHeader(SUBJECT_HEADER, subject)
      throw error
    }

    /** Runs a use case once for each idempotency key, or simply runs it if the request has none. */
    async function runKeyed(useCase: KeyedOperation<unknown>, request: Request, response: Response) {
      const key = request.get('idempotency-key')
      if (key === undefined || !idempotency)
        return { ...(await unkeyed(useCase, operation.status)), headers: {} }
      const { path, query } = request
      const keyed = keyedRequest({ key, caller, operation: name, path, query, body: request.body as unknown })
      const { status, body, rejection, ...kept } = await idempotency.once(keyed, operation.status, useCase)
      const headers = {
        ...(kept.isReplayed && { 'idempotency-replayed': 'true' }),
        ...(kept.mayBeCopied && { [KEEP_HEADER]: 'true' }),
        ...(kept.subject !== undefined && { [SUBJECT_HEADER]: kept.subject }),
      }
      if (!rejection) return { status, body, headers }
      response.set(headers)
      throw rejection
    }
  }

/** Aborts when the connection of a response has ended. */
function signalOf(response: Response): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}

// the format of ids that services generate; any other text names no appointment, and may be invalid in a header
const ID = /^[\w-]{1,64}$/

/** Id of the unknown appointment, from the path or the body, if that is why an exchange was rejected. */
export function subjectOf(error: unknown, { params, body }: Exchange<Operation>): string | undefined {
  if (!(error instanceof Problem) || error.code !== 'APPOINTMENT_NOT_FOUND') return undefined
  return [params, body]
    .map((part) => (part as { id?: string } | undefined)?.id)
    .find((id) => id !== undefined && ID.test(id))
}

/** @param headers of this response only: if it cannot be sent, the error that replaces it must not be kept */
async function respond(
  response: Response,
  prepared: PreparedResponse,
  headers: Record<string, string>,
): Promise<void> {
  await failPoint('response.before')
  sendResponse(response, { ...prepared, headers: { ...prepared.headers, ...headers } })
  await failPoint('response.after')
}

/**
 * Reads `If-Match: "7"` (RFC 9110, section 13.1.1), even without quotes. A tag that is not a version matches nothing,
 * nor does a weak tag, because the comparison is strong. `If-None-Match: *` (section 13.1.2) permits no version.
 */
function conditionOf(request: Request): Condition {
  const header = request.get('if-match')
  const mustExist = header !== undefined
  if (request.get('if-none-match')?.trim() === '*') return { mustExist, ifMatch: [] }
  if (!mustExist) return {}
  if (header.trim() === '*') return { mustExist }
  return {
    mustExist,
    ifMatch: header.split(',').map((tag) => {
      const version = /^\s*("?)(0|[1-9]\d*)\1\s*$/.exec(tag)?.[2]
      return version === undefined ? -1 : Number(version)
    }),
  }
}

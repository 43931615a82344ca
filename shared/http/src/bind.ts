import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import {
  isObject,
  limits,
  Problem,
  problem,
  type ResponseOf,
  type Api,
  type Caller,
  type Fault,
  type Operation,
  type OperationIdsOf,
  type OperationTable,
  type RequestOf,
  type ServiceName,
} from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import { failPoint, remainingMs } from '@appointments/runtime'
import { keyedRequest, unkeyed, type Idempotency, type KeyedOperation } from '@appointments/idempotency'
import { beginEventStream, eventStreamHeaders, type EventStream } from './event-stream.ts'
import type { PreparedResponse } from './prepared-response.ts'
import { responseOf, sendResponse } from './response.ts'
import { TOO_DEEP } from './problem-response.ts'
import { unlessKnown } from './revalidation.ts'
import { scanJson, type BodyPath } from './scan-json.ts'
import { faultAt, parsePart, unknownAt, validationProblem } from './faults.ts'
import { named } from './follow-requests.ts'
import { appliedPreferences, wantsStrictHandling, type WithPreferences } from './prefer.ts'
import { idFaults, writableBody } from './read-only-fields.ts'
import { unknownFields } from './unknown-fields.ts'

/** The condition that If-Match and If-None-Match state. */
interface Condition {
  /** Versions listed in If-Match; absent if any version matches, empty if none does. */
  ifMatch?: number[]
  /** Whether the resource must exist, which any If-Match requires. */
  mustExist?: boolean
}

/** Additional input of the handler of an operation that may wait. */
interface Lasting {
  /** Aborts when the caller has disconnected. */
  signal: AbortSignal
}

/** Additional input of the handler of a stream. */
interface Resumed {
  /** The id of the last event that the client received, if it reconnects. */
  lastEventId?: string | undefined
}

/** A request as a handler gets it: the caller, the parsed parts, and If-Match if the operation takes it. */
export type Exchange<Op> = RequestOf<Op> & { caller: Caller } & (Op extends { takesIfMatch: true }
    ? Condition
    : unknown) &
  (Op extends { waits: true } ? Lasting : unknown) &
  (Op extends { stream: true } ? Resumed : unknown)

/** Begins to send the events of a stream. */
export type StartStream = (stream: EventStream) => void

/**
 * Returns the response body that the table declares. If the operation takes an idempotency key, the handler instead
 * returns a use case that ends in a keyed transaction; if the operation is a stream, a function that sends its events.
 */
export type Handler<Op> = (
  exchange: Exchange<Op>,
) => Op extends { takesKey: true }
  ? KeyedOperation<ResponseOf<Op>>
  : Promise<Op extends { stream: true } ? StartStream : ResponseOf<Op>>

/** A handler for every operation of one owner; a missing one does not compile. */
export type Handlers<Table extends OperationTable, Owner extends ServiceName> = {
  [Id in OperationIdsOf<Table, Owner>]: Handler<Table[Id]>
}

/** A handler of any operation; it returns a keyed use case if the operation takes an idempotency key. */
export type AnyHandler = (exchange: Exchange<Operation>) => KeyedOperation<unknown> | Promise<unknown>

/** The operations of one API that one service owns, each with its handler. */
export interface Served {
  api: Api
  owner: ServiceName
  handlers: Readonly<Record<string, AnyHandler>>
}

/** Pairs the operations that a service owns in an API with their handlers; a missing one does not compile. */
export const serve = <Table extends OperationTable, Owner extends ServiceName>(
  owner: Owner,
  api: Api<Table>,
  handlers: Handlers<Table, Owner>,
): Served => ({
  owner,
  api,
  // `run` adds the input that only some handlers get
  handlers: handlers as unknown as Served['handlers'],
})

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

const withoutBytes = new WeakSet<object>()
const inexactNumbers = new WeakMap<object, readonly BodyPath[]>()

/** An error that the parser passes on; its type selects the problem of the response. */
const parseError = (type: string) => Object.assign(new Error(type), { type })

// a bare JSON string is a valid body of some operations; zod rejects it for all others
const bodyParser = express.json({
  limit: limits.bodyBytes,
  strict: false,
  type: () => true,
  verify: (request, _response, bytes, charset) => {
    if (bytes.length === 0) withoutBytes.add(request)
    // JSON between systems must be UTF-8 (RFC 8259, section 8.1), and the scan supports only that
    if (charset !== 'utf-8') throw parseError('charset.unsupported')
    const { isTooDeep, inexact } = scanJson(bytes)
    if (isTooDeep) throw parseError(TOO_DEEP)
    if (inexact.length > 0) inexactNumbers.set(request, inexact)
  },
})

/** The parser reads an empty body as `{}`; here it counts as absent. */
const dropEmptyBody: RequestHandler = (request, _response, next) => {
  if (withoutBytes.has(request)) request.body = undefined
  next()
}

const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (hasBody && !request.is(['json', '+json'])) throw problem('UNSUPPORTED_MEDIA_TYPE')
  next()
}

/** Reads an image, regardless of the media type that the request states. */
const imageBody = express.raw({ limit: limits.bodyBytes, type: () => true, inflate: false })

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

/** Reads a JSON body and rejects any other media type. */
export const jsonBody: RequestHandler[] = [requireJson, bodyParser, dropEmptyBody]

const NOT_EXACT = {
  code: 'NUMBER_NOT_EXACT',
  message: 'must be a number that a double holds exactly; send it as a string, like "9007199254740993"',
}

/** Whether a value is in an object that is kept as the caller sent it; elsewhere the schema restricts numbers. */
const isFreeForm = (path: BodyPath) =>
  path.slice(0, -1).some((step) => step === 'metadata' || step === 'customFields')

/** Reads the body of an operation that takes none, but only under strict handling, which rejects its fields. */
const strictBody: RequestHandler[] = jsonBody.map((step) => (request, response, next) => {
  if (!wantsStrictHandling(request)) {
    next()
    return
  }
  return step(request, response, next)
})

/** A fault for each field of a body that belongs to the other version of the API, which uses another name. */
function faultsOfOtherVersion({ fieldsOfOtherVersion = {} }: Operation, body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(fieldsOfOtherVersion)
    .filter(([name]) => Object.hasOwn(body, name))
    .map(([name, ours]) =>
      faultAt('body', [name], {
        code: 'FIELD_OF_OTHER_VERSION',
        message: `is a field of the other version; use ${ours} instead`,
      }),
    )
}

/** A fault for each unknown field and parameter, which only strict handling reports. */
function unknownParts(operation: Operation, { query, body }: Pick<Request, 'query' | 'body'>): Fault[] {
  const inQuery = operation.query
    ? unknownFields(operation.query, query)
    : Object.keys(query).map((name) => [name])
  const inBody = operation.imageTypes
    ? []
    : operation.body
      ? unknownFields(operation.body, body).filter(
          ([name, ...rest]) =>
            rest.length > 0 || !Object.hasOwn(operation.fieldsOfOtherVersion ?? {}, name ?? ''),
        )
      : isObject(body)
        ? Object.keys(body).map((name) => [name])
        : body === undefined
          ? []
          : [[]]
  return [
    ...inQuery.map((path) => unknownAt('query', path)),
    ...inBody.map((path) => unknownAt('body', path)),
  ]
}

/** The bytes of an image; none if the request has no body. */
const imageIn = (body: unknown) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/**
 * Parses every part of a request and reports all faults together.
 * @param others that the caller has found in the request
 * @throws Problem VALIDATION_FAILED, or the problem code that all faults share
 */
export function parseRequest<Op extends Operation>(
  operation: Op,
  request: Pick<Request, 'params' | 'query' | 'body'> & WithPreferences,
  others: readonly Fault[] = [],
): RequestOf<Op> {
  const faults: Fault[] = []
  const part = (place: 'body' | 'query' | 'path', value: unknown) => {
    const schema = { body: operation.body, query: operation.query, path: operation.params }[place]
    if (!schema) return undefined
    const result = parsePart(schema, value, place)
    if ('part' in result) return result.part
    faults.push(...result.faults)
    return undefined
  }
  const given = writableBody(operation, request.body)
  const params = part('path', request.params)
  const query = part('query', request.query)
  const body = operation.imageTypes
    ? imageIn(request.body)
    : request.body === undefined && operation.bodyOptional
      ? undefined
      : part('body', given)
  for (const path of inexactNumbers.get(request) ?? [])
    if (isFreeForm(path)) faults.push(faultAt('body', path, NOT_EXACT))
  faults.push(...idFaults(operation, params, request.body))
  faults.push(...faultsOfOtherVersion(operation, request.body))
  if (wantsStrictHandling(request))
    faults.push(...unknownParts(operation, { query: request.query, body: given }))
  faults.push(...others)
  if (faults.length > 0) throw validationProblem(faults)
  return { params, query, body } as RequestOf<Op>
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

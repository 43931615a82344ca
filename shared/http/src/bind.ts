import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import {
  limits,
  Problem,
  problem,
  type AnswerOf,
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
import { failPoint } from '@appointments/runtime'
import { keyedRequest, unkeyed, type Idempotency, type KeyedAnswer } from '@appointments/idempotency'
import { answerOf, sendAnswer } from './answer.ts'
import { TOO_DEEP } from './problem-answer.ts'
import { scanJson, type BodyPath } from './scan-json.ts'
import { faultAt, faultsOf, unknownAt, validationProblem } from './faults.ts'
import { named } from './follow-requests.ts'
import { appliedPreferences, wantsStrictHandling, type WithPreferences } from './prefer.ts'
import { unknownFields } from './unknown-fields.ts'

/** What If-Match asks for. */
interface Condition {
  /** Versions of If-Match; absent if any version will do. */
  ifMatch?: number[]
  /** Whether there has to be something to change, which any If-Match asks for. */
  mustExist?: boolean
}

/** A request as a handler gets it: who calls, parsed parts, and If-Match if the operation takes it. */
export type Exchange<Op> = RequestOf<Op> & { caller: Caller } & (Op extends { takesIfMatch: true }
    ? Condition
    : unknown)

/**
 * Answers with the body that the table declares: of an operation that takes a key, by a use case that ends in a keyed
 * transaction.
 */
export type Handler<Op> = (
  exchange: Exchange<Op>,
) => Op extends { takesKey: true } ? KeyedAnswer<AnswerOf<Op>> : Promise<AnswerOf<Op>>

/** A handler for every operation of one owner; a missing one does not compile. */
export type Handlers<Table extends OperationTable, Owner extends ServiceName> = {
  [Id in OperationIdsOf<Table, Owner>]: Handler<Table[Id]>
}

/** A handler of any operation; whether the operation takes a key says which of the two it returns. */
export type AnyHandler = (exchange: Exchange<Operation>) => KeyedAnswer<unknown> | Promise<unknown>

/** The operations of one API that one service owns, each with its handler. */
export interface Served {
  api: Api
  owner: ServiceName
  handlers: Readonly<Record<string, AnyHandler>>
}

/** Joins the operations that a service owns in an API to their handlers; a missing one does not compile. */
export const serve = <Table extends OperationTable, Owner extends ServiceName>(
  owner: Owner,
  api: Api<Table>,
  handlers: Handlers<Table, Owner>,
): Served => ({ owner, api, handlers })

interface Binding {
  callerOf: (token: string) => Caller
  /** Needed by operations that take a key. */
  idempotency?: Pick<Idempotency, 'once'>
}

/** Tells the gateway which appointment an answer is about that is kept, or that knows none; no client ever sees it. */
export const SUBJECT_HEADER = 'x-internal-appointment'

/** Tells the gateway that it may keep a copy of a response under the key of its request; no client ever sees it. */
export const KEEP_HEADER = 'x-internal-keep'

/** Routes for all operations of one owner in one API. */
export function bind({ api, owner, handlers }: Served, { callerOf, idempotency }: Binding): Router {
  // the gateway lets callers in by the same paths
  const router = Router({ caseSensitive: true })
  const owned = Object.entries<Operation>(api.operations).filter(([, operation]) => operation.owner === owner)
  for (const [id, operation] of literalFirst(owned)) {
    const handler = handlers[id]
    if (!handler) throw new Error(`${api.name} ${id} has no handler`)
    if (operation.takesKey && !idempotency) throw new Error(`${api.name} ${id} has nowhere to keep responses`)
    const path = api.base + expressPath(operation.path)
    const steps = operation.body ? jsonBody : strictBody
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

/** Literal paths stand before those with a parameter in the same place. */
export const literalFirst = <Entry extends [string, Operation]>(entries: Entry[]): Entry[] =>
  [...entries].sort(([, a], [, b]) => Number(a.path.includes('{')) - Number(b.path.includes('{')))

const withoutBytes = new WeakSet<object>()
const inexactNumbers = new WeakMap<object, readonly BodyPath[]>()

/** An error that the parser passes on, by which the response knows what is wrong. */
const parseError = (type: string) => Object.assign(new Error(type), { type })

// a bare JSON string is a valid body where the table says so; zod refuses it everywhere else
const bodyParser = express.json({
  limit: limits.bodyBytes,
  strict: false,
  type: () => true,
  verify: (request, _response, bytes, charset) => {
    if (bytes.length === 0) withoutBytes.add(request)
    // JSON between systems is UTF-8 (RFC 8259, section 8.1), and the scan reads nothing else
    if (charset !== 'utf-8') throw parseError('charset.unsupported')
    const { isTooDeep, inexact } = scanJson(bytes)
    if (isTooDeep) throw parseError(TOO_DEEP)
    if (inexact.length > 0) inexactNumbers.set(request, inexact)
  },
})

/** The parser reads a body without bytes as `{}`; it is none. */
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

interface Bound {
  /** Version and operation id. */
  name: string
  operation: Operation
  handler: AnyHandler
  callerOf: (token: string) => Caller
  idempotency: Binding['idempotency']
}

const run =
  ({ name, operation, handler, callerOf, idempotency }: Bound): RequestHandler =>
  async (request, response) => {
    const caller = callerOf(request.get(CALLER_HEADER) ?? '')
    const exchange = {
      caller,
      ...parseRequest(operation, request),
      ...(operation.takesIfMatch && ifMatchOf(request)),
    }
    try {
      const answered = handler(exchange)
      const body = 'work' in answered ? await carriedOut(answered, request, response) : await answered
      await answer(operation, body, response, exchange.query)
    } catch (error) {
      const subject = subjectOf(error, exchange)
      if (subject !== undefined) response.setHeader(SUBJECT_HEADER, subject)
      throw error
    }

    /** Carries out an operation that takes a key: once for each key, if the request has one. */
    async function carriedOut(answered: KeyedAnswer<unknown>, request: Request, response: Response) {
      const key = request.get('idempotency-key')
      if (key === undefined || !idempotency) return unkeyed(answered)
      const { path, query } = request
      const keyed = keyedRequest({ key, caller, operation: name, path, query, body: request.body as unknown })
      const { body, refusal, ...kept } = await idempotency.once(keyed, operation.status, answered)
      if (kept.isReplayed) response.setHeader('Idempotency-Replayed', 'true')
      if (kept.mayBeCopied) response.setHeader(KEEP_HEADER, 'true')
      if (kept.subject !== undefined) response.setHeader(SUBJECT_HEADER, kept.subject)
      if (refusal) throw refusal
      return body
    }
  }

// what services make; anything else is no id that anybody could know, and may not fit into a header
const ID = /^[\w-]{1,64}$/

/** The appointment that is not known, where this is why an exchange was refused: named in its path or its body. */
export function subjectOf(error: unknown, { params, body }: Exchange<Operation>): string | undefined {
  if (!(error instanceof Problem) || error.code !== 'APPOINTMENT_NOT_FOUND') return undefined
  return [params, body]
    .map((part) => (part as { id?: string } | undefined)?.id)
    .find((id) => id !== undefined && ID.test(id))
}

async function answer(
  operation: Operation,
  body: unknown,
  response: Response,
  query: unknown,
): Promise<void> {
  await failPoint('answer.before')
  sendAnswer(response, answerOf(operation, body, query))
  await failPoint('answer.after')
}

/** Reads a JSON body; anything but JSON is refused. */
export const jsonBody: RequestHandler[] = [requireJson, bodyParser, dropEmptyBody]

const NOT_EXACT = {
  code: 'NUMBER_NOT_EXACT',
  message: 'must be a number that a double holds exactly; send it as a string, like "9007199254740993"',
}

/** Whether a value stands in an object that is kept as the caller sent it; elsewhere a schema says what a number may be. */
const isFreeForm = (path: BodyPath) =>
  path.slice(0, -1).some((step) => step === 'metadata' || step === 'customFields')
/** A body that an operation has no use for is read only to refuse what it says. */
const strictBody: RequestHandler[] = jsonBody.map((step) => (request, response, next) => {
  if (!wantsStrictHandling(request)) {
    next()
    return
  }
  return step(request, response, next)
})

/** Fields of a body that the other version of the API has under another name. */
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

/** Fields and parameters that an operation passes over, when the request wants to hear of them. */
function unknownParts(operation: Operation, { query, body }: Pick<Request, 'query' | 'body'>): Fault[] {
  const inQuery = operation.query
    ? unknownFields(operation.query, query)
    : Object.keys(query).map((name) => [name])
  const inBody = operation.body
    ? unknownFields(operation.body, body).filter(
        ([name, ...rest]) =>
          rest.length > 0 || !Object.hasOwn(operation.fieldsOfOtherVersion ?? {}, name ?? ''),
      )
    : typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.keys(body as object).map((name) => [name])
      : body === undefined
        ? []
        : [[]]
  return [
    ...inQuery.map((path) => unknownAt('query', path)),
    ...inBody.map((path) => unknownAt('body', path)),
  ]
}

/**
 * Parses every part of a request; all faults of all parts are named at once.
 * @throws Problem VALIDATION_FAILED, or the code all faults share
 */
export function parseRequest<Op extends Operation>(
  operation: Op,
  request: Pick<Request, 'params' | 'query' | 'body'> & WithPreferences,
): RequestOf<Op> {
  const faults: Fault[] = []
  const part = (place: 'body' | 'query' | 'path', value: unknown) => {
    const schema = { body: operation.body, query: operation.query, path: operation.params }[place]
    if (!schema) return undefined
    const result = schema.safeParse(value, { reportInput: true })
    if (result.success) return result.data
    faults.push(...faultsOf(result.error, place))
    return undefined
  }
  const params = part('path', request.params)
  const query = part('query', request.query)
  const body = request.body === undefined && operation.bodyOptional ? undefined : part('body', request.body)
  for (const path of inexactNumbers.get(request) ?? [])
    if (isFreeForm(path)) faults.push(faultAt('body', path, NOT_EXACT))
  faults.push(...faultsOfOtherVersion(operation, request.body))
  if (wantsStrictHandling(request)) faults.push(...unknownParts(operation, request))
  if (faults.length > 0) throw validationProblem(faults)
  return { params, query, body } as RequestOf<Op>
}

/**
 * `If-Match: "7"` (RFC 9110, section 13.1.1), also without its quotes. A tag that is no version matches nothing, and
 * neither does a weak one, since the comparison is the strong one.
 */
function ifMatchOf(request: Request): Condition {
  const header = request.get('if-match')
  if (header === undefined) return {}
  if (header.trim() === '*') return { mustExist: true }
  return {
    mustExist: true,
    ifMatch: header.split(',').map((tag) => {
      const version = /^\s*("?)(0|[1-9]\d*)\1\s*$/.exec(tag)?.[2]
      return version === undefined ? -1 : Number(version)
    }),
  }
}

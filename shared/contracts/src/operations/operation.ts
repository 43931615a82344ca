import type { z } from 'zod'
import type { Role } from '../callers.ts'
import type { ServiceName } from '../events.ts'
import type { ProblemCode } from '../problems.ts'

/**
 * Who may call an operation.
 * - roles: a bearer token with one of them
 *   `withoutToken`: the service decides whether it serves a caller without one; the value names the rate limit
 * - `open`: any caller; a bearer token, if present, must still be valid
 * - `otp`: HTTP Basic with a one-time password
 * - `internal`: other services only; the gateway has no route to it
 */
export type Access =
  | { roles: readonly Role[]; withoutToken?: 'slots' | 'holds' }
  | 'open'
  | 'otp'
  | 'internal'

/**
 * The single declaration of an operation. Routes, role checks, validation, documents and tests derive from
 * it.
 */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base of its version, with parameters as `{name}`. */
  path: string
  owner: ServiceName
  access: Access
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /**
   * Fields of the body that exist only in the other version, each with the name of the field that replaces it
   * in this one.
   */
  fieldsOfOtherVersion?: Readonly<Record<string, string>>
  /**
   * Types of a body that is an image instead of JSON, for the documents. Only the content decides whether it is
   * accepted.
   */
  imageTypes?: readonly string[]
  /** True if the operation may be called without a body. */
  bodyOptional?: boolean
  /** Type of the body besides `application/json`; the documents name this one. */
  bodyType?: string
  /** Form fields instead of JSON, as RFC 6749 requires. */
  form?: boolean
  status: 200 | 201 | 202 | 204
  /** The status is 201 if the operation created its resource. */
  creates?: boolean
  response?: z.ZodType
  /** Type of a response that is text instead of JSON. */
  mediaType?: string
  /** Errors beyond those of every operation. */
  problems: readonly ProblemCode[]
  /** Id of the v2 operation to use instead. */
  successor?: string | undefined
  deprecated?: boolean
  /** Query parameters and fields of the response that are deprecated, with the v2 operation to use instead. */
  deprecatedParts?:
    | { query?: Readonly<Record<string, string>>; response?: Readonly<Record<string, string>> }
    | undefined
  /** It waits for a third party, so the gateway uses separate connections for it. */
  waitsForThirdParty?: boolean
  /**
   * The response is a stream without an end of its own: it lasts until the client disconnects, the token expires or a
   * server ends it. The gateway limits the number of such requests instead of their duration.
   */
  stream?: boolean
  /**
   * Its parameter `wait` says how long the response may take. The gateway treats a request with `wait` like a stream.
   */
  waits?: boolean
  /** The response has a version and carries it as ETag. */
  versioned?: boolean
  /** Clients may keep the response and ask whether it has changed: its ETag is a hash of the body. */
  revalidates?: boolean
  /** Any cache may keep the response this long. */
  maxAgeSeconds?: number
  /** A repeat with the same Idempotency-Key receives the first response. */
  takesKey?: boolean
  /** If-Match limits the write to one version. */
  takesIfMatch?: boolean
  /** It changes nothing, although its method is POST: its filters contain personal data, which must not be in a URL. */
  isRead?: boolean
  /** A read by id, which is batched with concurrent ones. */
  batched?: boolean
  /**
   * A web page of another origin may call it only if the application that the request names allows the origin; for other
   * operations it is enough if any application does.
   */
  checksOrigin?: boolean
  /** Removes the appointment `{id}` and all its personal data from every service. */
  erases?: boolean
  /** Removes a participant of the appointment `{id}`, with its personal data. */
  erasesParticipant?: boolean
}

/** Whether requests of a method have a body. */
export const hasBody = (method: string): boolean => ['POST', 'PUT', 'PATCH'].includes(method)

export type OperationTable = Readonly<Record<string, Operation>>

/**
 * A version of the API: its base path and its operations by id. Ids name the use case, independent of the
 * version.
 */
export interface Api<Table extends OperationTable = OperationTable> {
  name: string
  base: string
  operations: Table
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Ids<Table, Owner extends ServiceName> = {
  [Id in keyof Table]: Table[Id] extends { owner: Owner } ? Id : never
}[keyof Table]

/** The parsed parts of a request, as a handler receives them. */
export interface RequestOf<Op> {
  params: Op extends { params: infer S } ? Parsed<S> : undefined
  query: Op extends { query: infer S } ? Parsed<S> : undefined
  body: Op extends { imageTypes: readonly string[] }
    ? Buffer
    : Op extends { body: infer S; bodyOptional: true }
      ? Parsed<S> | undefined
      : Op extends { body: infer S }
        ? Parsed<S>
        : undefined
}

/** The result of a handler: exactly the shape the table declares. */
export type ResponseOf<Op> = Op extends { response: infer S extends z.ZodType } ? z.input<S> : undefined

/** Operation ids of one owner in a table. */
export type OperationIdsOf<Table, Owner extends ServiceName> = Ids<Table, Owner>

import { identifier, limits } from '@appointments/contracts'
import { z } from 'zod'
import type { ZodOpenApiParameters } from 'zod-openapi'
import { parameterText } from '../texts/parameters.ts'
import type { DocumentedOperation } from './documented-operation.ts'

const visible = (most: number) => new RegExp(`^[\\x21-\\x7e]{1,${most}}$`)

/**
 * An optional request header; a component of the documents that use it. It has no example, because tools that
 * fill forms from examples would send it.
 */
const header = (id: string, description: string, schema: z.ZodType = z.string()) =>
  schema.optional().meta({ param: { id, description } })

const requestHeaders = {
  'x-request-id': header(
    'RequestId',
    'Identifies the request in logs and in the response. The gateway generates one if it is missing or invalid.',
    z.string().max(limits.requestId),
  ),
  Prefer: header(
    'Prefer',
    '`handling=strict` makes every unknown field and query parameter an error (RFC 7240).',
    z.string().max(1024),
  ),
  'Idempotency-Key': header(
    'IdempotencyKey',
    'Makes repeating the request safe for 24 hours (15 minutes for a one-time password): the same caller, operation, key and body get the first response again. A random UUID is suitable.',
    z.string().regex(visible(255)).max(255),
  ),
  'If-Match': header(
    'IfMatch',
    'Versions the request applies to, as in `ETag`, such as `"7"`. For any other version the response is 412. The quotes may be omitted; `*` means any version of an existing resource.',
    z.string().max(1024),
  ),
  'If-None-Match': header(
    'IfNoneMatch',
    'For a read, the `ETag` of a response that the client has kept; the response is 304 without a body if the resource is still the same. For a write, `*` requires that the resource does not exist; the response is 412 if it does.',
    z.string().max(1024),
  ),
  'Last-Event-ID': header(
    'LastEventId',
    'The `id` of the last event that the client has received. Browsers send it when they reconnect; `cursor` is then ignored.',
    z.string().max(limits.cursor),
  ),
  'X-Otp-Verification-Id': header(
    'OtpVerificationId',
    'Only if Basic carries client credentials: the id of the one-time password.',
    identifier,
  ),
  'X-Otp-Code': header(
    'OtpCode',
    'Only if Basic carries client credentials: the six digits, unless the password was verified before.',
    z.string().max(6),
  ),
}

/** The parameters and headers of a request. */
export function parametersOf(documented: DocumentedOperation): ZodOpenApiParameters {
  const { params, query } = documented.operation
  return {
    ...(params && { path: described(documented, params) }),
    ...(query && { query: described(documented, query) }),
    header: z.object(Object.fromEntries(headersOf(documented).map((name) => [name, requestHeaders[name]]))),
  }
}

function headersOf({ operation }: DocumentedOperation): (keyof typeof requestHeaders)[] {
  return [
    ...(operation.access === 'otp' ? (['X-Otp-Verification-Id', 'X-Otp-Code'] as const) : []),
    ...(operation.takesIfMatch ? (['If-Match'] as const) : []),
    ...(operation.takesIfMatch || operation.revalidates ? (['If-None-Match'] as const) : []),
    ...(operation.stream ? (['Last-Event-ID'] as const) : []),
    ...(operation.takesKey ? (['Idempotency-Key'] as const) : []),
    'Prefer',
    'x-request-id',
  ]
}

function described({ id }: DocumentedOperation, { shape }: z.ZodObject): z.ZodObject {
  return z.object(
    Object.fromEntries(
      Object.entries(shape as Record<string, z.ZodType>).map(([name, schema]) => [
        name,
        schema.meta({ param: paramOf(id, name, schema) }),
      ]),
    ),
  )
}

function paramOf(id: string, name: string, schema: z.ZodType) {
  const { description, example } = parameterText(id, name)
  const { deprecated } = z.globalRegistry.get(schema) ?? {}
  return {
    ...(isList(schema)
      ? {
          description: `${description} Separate several values by commas, or repeat the parameter.`,
          style: 'form' as const,
          explode: false,
        }
      : { description }),
    ...(deprecated === true && { deprecated }),
    // tools that fill forms from examples would send an optional filter
    ...(!schema.safeParse(undefined).success && { example }),
  }
}

function isList(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  if (def.type === 'optional') return isList(def.innerType)
  return def.type === 'pipe' ? isList(def.out) : def.type === 'array'
}

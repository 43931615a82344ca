import fc, { type Arbitrary } from 'fast-check'
import { isObject, limits } from '@appointments/contracts'
import type { NamedOperation } from '../../src/operations.ts'
import type { RawRequest } from '../support/raw-request.ts'
import { requestOf, type Sample } from '../../src/sample-requests.ts'
import { oddText, oddValue, valueOf, type Schema } from './values.ts'

interface Described {
  parameters?: ({ in: string; name: string; schema: Schema } | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** The parts of an OpenAPI document that generating requests needs. */
export interface RequestDocument {
  paths: Record<string, Record<string, Described>>
  components: { schemas?: Record<string, Schema> }
}

/**
 * Requests for an operation generated from its description, most of them wrong or odd in one or more ways: in
 * the path, the query, the headers, or anywhere in the body.
 * @param sample a valid request, whose ids name existing objects
 */
export function oddRequests(
  named: NamedOperation,
  sample: Sample,
  document: RequestDocument,
): Arbitrary<RawRequest> {
  const { method, path } = named.operation
  const at = named.api.base + (path === '/' ? '' : path)
  const described = document.paths[at]?.[method.toLowerCase()]
  if (!described) throw new Error(`${method} ${at} is not documented`)
  const schemas = document.components.schemas ?? {}
  const parts = fc.record({
    params: paramsOf(sample),
    search: searchOf(sample, described, schemas),
    body: bodyOf(sample, described, schemas),
    headers: oddHeaders,
  })
  return parts.map(({ params, search, body, headers }) => {
    const right = requestOf(named, { ...sample, params, query: {} })
    const path = search === '' ? right.path : `${right.path}?${search}`
    return { ...right, path, ...body, headers: { ...right.headers, ...headers } }
  })
}

const mostly = <Value>(usual: Value, odd: Arbitrary<Value>): Arbitrary<Value> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })

/** Ids as a client can write them: any text, encoded so that HTTP can carry the path. */
const pathText = oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 4000))

const paramsOf = ({ params = {} }: Sample) =>
  fc.record(
    Object.fromEntries(
      Object.entries(params).map(([name, id]) => [
        name,
        mostly(
          id,
          pathText.filter((text) => text !== '' && text !== '.' && text !== '..'),
        ),
      ]),
    ),
  )

function searchOf({ query = {} }: Sample, { parameters = [] }: Described, schemas: Record<string, Schema>) {
  const usual = Object.entries(query)
  const own = parameters
    .filter((one): one is { in: string; name: string; schema: Schema } => 'in' in one && one.in === 'query')
    .map(({ name, schema }) =>
      fc
        .array(
          valueOf(schema, schemas).map((value) => [name, String(value)] as const),
          { maxLength: 2 },
        )
        .map((pairs) => [...pairs]),
    )
  const unknown = fc.array(fc.tuple(oddText, oddText), { maxLength: 1 })
  const odd = fc.tuple(...own, unknown).map((pairs) => pairs.flat())
  return mostly(usual as (readonly [string, string])[], odd).map((pairs) =>
    new URLSearchParams(
      pairs.map(([name, value]): [string, string] => [name.slice(0, 200), value.slice(0, 2000)]),
    ).toString(),
  )
}

type Body = Pick<RawRequest, 'body' | 'isChunked'>

function bodyOf(
  { body, form }: Sample,
  { requestBody }: Described,
  schemas: Record<string, Schema>,
): Arbitrary<Body> {
  const [schema] = Object.values(requestBody?.content ?? {}).map((one) => one.schema)
  if (!schema) return fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, asJson(oddValue))
  if (form) return fc.oneof(formOf(form), raw)
  const changed = fc
    .tuple(valueOf(schema, schemas), fc.boolean())
    .map(([value, keepsRest]) =>
      keepsRest && isObject(body) && isObject(value) ? { ...body, ...value } : value,
    )
  return fc.oneof({ weight: 8, arbitrary: asJson(changed) }, asJson(oddValue), raw)
}

const asJson = (value: Arbitrary<unknown>): Arbitrary<Body> =>
  fc
    .tuple(value, fc.boolean())
    .map(([content, isChunked]) => ({ body: JSON.stringify(content ?? null), isChunked }))

const formOf = (form: Record<string, string>): Arbitrary<Body> =>
  fc
    .record(Object.fromEntries(Object.entries(form).map(([name, value]) => [name, mostly(value, oddText)])), {
      requiredKeys: [],
    })
    .map((fields) => ({ body: new URLSearchParams(fields as Record<string, string>).toString() }))

const raw: Arbitrary<Body> = fc
  .oneof(
    fc.constantFrom('', '{', '[', '{"id":', '"', '{"a":1}{"b":2}', '\ufeff{}', '['.repeat(50_000)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.constant('x'.repeat(limits.bodyBytes + 1)),
  )
  .map((body) => ({ body }))

// removes what Node's client would not send: such requests never leave a program
const headerText = oddText.map((text) => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 2000))

const header = (name: string, value: Arbitrary<string>) => value.map((text) => ({ [name]: text }))
const oddHeaders: Arbitrary<Record<string, string>> = mostly(
  {},
  fc.oneof(
    header('idempotency-key', headerText),
    header('if-match', fc.oneof(fc.constantFrom('"1"', '*', '"1", "2"', 'W/"1"'), headerText)),
    header('x-request-id', headerText),
    header('accept', fc.oneof(fc.constantFrom('text/html', 'application/xml', 'image/*;q=0'), headerText)),
    header('accept-language', headerText),
    header(
      'content-type',
      fc.constantFrom('text/plain', 'application/xml', 'application/json; charset=x', ';'),
    ),
    header('content-encoding', fc.constantFrom('gzip', 'br', 'deflate', 'nonsense')),
    header('traceparent', fc.oneof(fc.constantFrom('00-0-0-0', '00'), headerText)),
    header('x-internal-caller', headerText),
    header('x-forwarded-for', headerText),
    header('expect', fc.constant('200-nothing')),
  ),
)

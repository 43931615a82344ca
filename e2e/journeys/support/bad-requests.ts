import { gzipSync } from 'node:zlib'
import { limits } from '@appointments/contracts'
import type { NamedOperation } from '../../src/operations.ts'
import type { RawRequest } from './raw-request.ts'
import { requestOf, type Sample } from '../../src/sample-requests.ts'

/** A request that must be rejected, and the expected error. */
export interface BadRequest {
  what: string
  request: RawRequest
  status: number
  code?: string
  /** Pointers, parameters and headers that the error has to name. */
  names?: readonly string[]
}

type Make = (named: NamedOperation, sample: Sample) => BadRequest[]

/** Every malformed request of an operation, derived from its declaration. */
export const badRequestsFor: Make = (named, sample) =>
  [badBodies, badImages, badFields, badIds, badQueries, badKeys].flatMap((make) => make(named, sample))

const TOO_LONG = 'x'.repeat(3000)

const badBodies: Make = (named, sample) => {
  const { body: schema, form, bodyOptional } = named.operation
  if (!schema || form) return []
  const valid = requestOf(named, sample)
  const text = (body: string | Buffer, headers: Record<string, string> = {}): RawRequest => ({
    ...valid,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  const wrongKinds = ['null', '[]', '42', 'true', '"text"'].filter(
    (json) => !schema.safeParse(JSON.parse(json)).success,
  )
  const large = JSON.stringify({ padding: 'x'.repeat(limits.bodyBytes) })
  const zipped = gzipSync(large)
  const { body: _, ...without } = valid
  return [
    ...['{"id": ', '{', '{"a":1,}', 'nonsense', '{"a": NaN}'].map((json) => ({
      what: `malformed JSON ${json}`,
      request: text(json),
      status: 400,
      code: 'MALFORMED_JSON',
    })),
    ...wrongKinds.map((json) => ({
      what: `the body ${json}`,
      request: text(json),
      status: 400,
      names: [''],
    })),
    ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded'].map((type) => ({
      what: `a body of ${type}`,
      request: text(valid.body ?? '', { 'content-type': type }),
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    })),
    { what: 'an unknown encoding', request: text('{}', { 'content-encoding': 'zip' }), status: 415 },
    { what: 'a broken encoding', request: text('{}', { 'content-encoding': 'gzip' }), status: 400 },
    ...[
      { what: 'a large body', request: text(large) },
      { what: 'a large body in chunks', request: { ...text(large), isChunked: true } },
      { what: 'a body that unpacks to a large one', request: text(zipped, { 'content-encoding': 'gzip' }) },
    ].map((large) => ({ ...large, status: 413, code: 'BODY_TOO_LARGE' })),
    ...(bodyOptional ? [] : [{ what: 'no body', request: without, status: 400, names: [''] }]),
  ]
}

/** Bodies that are not an image, or not a usable one, whatever type they claim to have. */
const badImages: Make = (named, sample) => {
  const { imageTypes } = named.operation
  const { image } = sample
  if (!imageTypes || !image) return []
  const valid = requestOf(named, sample)
  const withBody = (body: Buffer, headers: Record<string, string> = {}): RawRequest => ({
    ...valid,
    body,
    headers: { 'content-type': imageTypes[0] ?? '', ...headers },
  })
  const wide = Buffer.from(image)
  // the width of a PNG image
  wide.writeUInt32BE(4096, 16)
  const large = Buffer.alloc(limits.bodyBytes + 1)
  const { body: _, ...without } = valid
  return [
    ...Object.entries({
      'an SVG image': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'a GIF image': Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'),
      'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
      'the beginning of an image': image.subarray(0, 20),
      'an image followed by a page': Buffer.concat([image, Buffer.from('<script>alert(1)</script>')]),
      'an image that is too wide': wide,
      'zeros in the size of a large logo': Buffer.alloc(65_537),
    }).map(([what, body]) => ({ what, request: withBody(body), status: 400, code: 'LOGO_NOT_ACCEPTED' })),
    { what: 'no image', request: without, status: 400, code: 'LOGO_NOT_ACCEPTED' },
    {
      what: 'a packed image',
      request: withBody(gzipSync(image), { 'content-encoding': 'gzip' }),
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    },
    ...[
      { what: 'a large body', request: withBody(large) },
      { what: 'a large body in chunks', request: { ...withBody(large), isChunked: true } },
    ].map((one) => ({ ...one, status: 413, code: 'BODY_TOO_LARGE' })),
  ]
}

// none of them is valid for any field that is not plain text
const PROBES: readonly unknown[] = [42, true, null, 'no\u0000', [42], { unlikely: 42 }]

interface Shaped {
  shape?: Record<string, unknown>
  options?: readonly Shaped[]
  /** The schema that checks the input after preparation. */
  out?: Shaped
}

/** Names of the fields of an object, or of all variants of a union. */
const fieldsOf = (schema: unknown): string[] => {
  const { shape = {}, options = [], out } = schema as Shaped
  return [...new Set([...Object.keys(shape), ...options.flatMap(fieldsOf), ...(out ? fieldsOf(out) : [])])]
}

const badFields: Make = (named, sample) => {
  const { body: schema, form } = named.operation
  if (!schema || form || typeof sample.body !== 'object' || sample.body === null) return []
  const body = sample.body as Record<string, unknown>
  const blames = (changed: unknown, field: string) =>
    schema.safeParse(changed).error?.issues.some(({ path }) => path[0] === field) ?? false
  const fields = fieldsOf(schema)
  const with_ = (changed: unknown) => requestOf(named, { ...sample, body: changed })
  const wrong = fields.map((field) => {
    const rejected = PROBES.filter((probe) => blames({ ...body, [field]: probe }, field))
    if (rejected.length === 0) throw new Error(`${named.name} accepts any value as ${field}`)
    return { field, rejected }
  })
  const without = (field: string) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
  const required = fields.filter((field) => blames(without(field), field))
  return [
    ...wrong.flatMap(({ field, rejected }) =>
      rejected.map((probe) => ({
        what: `${field} as ${JSON.stringify(probe)}`,
        request: with_({ ...body, [field]: probe }),
        status: 400,
        names: [`/${field}`],
      })),
    ),
    ...required.map((field) => ({
      what: `no ${field}`,
      request: with_(without(field)),
      status: 400,
      names: [`/${field}`],
    })),
    // a union cannot name the fault in a variant that it does not know
    ...(fields.length === 0 || 'options' in ('out' in schema ? (schema.out as object) : schema)
      ? []
      : [
          {
            what: 'every field wrong at once',
            request: with_(Object.fromEntries(wrong.map(({ field, rejected }) => [field, rejected[0]]))),
            status: 400,
            names: fields.map((field) => `/${field}`),
          },
        ]),
  ]
}

/** Ids as they appear in a path: malformed ones and unknown ones. */
const BAD_IDS = {
  none: ['%00', 'a%00b', TOO_LONG, '%20', 'a%0d%0ab', '%7f'],
  undecodable: ['%FF', '%', '%E0%A4'],
  nobodys: ['%2e%2e', '..%2f..%2fetc%2fpasswd', '%F0%9F%98%80', '%27--', '__proto__', '*'],
}

const REGISTERING = [
  'putApplication',
  'putAgent',
  'putMessageTemplate',
  'findSuppressions',
  'lookUpSuppressions',
  'addSuppression',
]

/** Whether an id has the form that a path parameter requires. */
const takes = ({ operation }: NamedOperation, { params }: Sample, name: string, id: string) =>
  operation.params?.safeParse({ ...params, [name]: decodeURIComponent(id) }).success

const badIds: Make = (named, sample) => {
  const params = Object.keys(sample.params ?? {})
  // any well-formed id can be registered
  const nobodys = REGISTERING.includes(named.id) ? [] : BAD_IDS.nobodys
  return params.flatMap((name) => {
    const asked = (id: string) => requestOf(named, { ...sample, params: { ...sample.params, [name]: id } })
    return [
      ...BAD_IDS.none.map((id) => ({
        what: `${name} ${id.slice(0, 20)}`,
        request: asked(id),
        status: 400,
        names: [name],
      })),
      ...BAD_IDS.undecodable.map((id) => ({ what: `${name} ${id}`, request: asked(id), status: 400 })),
      ...nobodys.map((id) =>
        takes(named, sample, name, id)
          ? { what: `${name} ${id}`, request: asked(id), status: 404 }
          : { what: `${name} ${id}`, request: asked(id), status: 400, names: [name] },
      ),
    ]
  })
}

// the empty value is missing here because it means an absent parameter
const QUERY_PROBES = ['\0', '-1', '1.5', '0', 'nonsense', "' OR 1=1 --", '\u{1f600}', 'x'.repeat(3000)]

const badQueries: Make = (named, sample) => {
  const { query: schema } = named.operation
  if (!schema) return []
  const valid = sample.query ?? {}
  const blames = (changed: unknown, name: string) =>
    schema.safeParse(changed).error?.issues.some(({ path }) => path[0] === name) ?? false
  const asked = (pairs: [string, string][]) => {
    const request = requestOf(named, { ...sample, query: {} })
    return {
      ...request,
      path: `${request.path}?${new URLSearchParams(pairs).toString()}`,
    }
  }
  const others = (name: string) => Object.entries(valid).filter(([other]) => other !== name)
  return fieldsOf(schema).flatMap((name) => {
    const value = valid[name] ?? '1'
    const cases = [
      ...QUERY_PROBES.map((probe) => ({ what: `${name} as ${probe.slice(0, 20)}`, given: [probe] })),
      { what: `${name} twice`, given: [value, value] },
      { what: `no ${name}`, given: [] as string[] },
    ].map(({ what, given }) => {
      const pairs = given.map((one): [string, string] => [name, one])
      const parsed = { ...valid, [name]: given.length > 1 ? given : given[0] }
      return { what, request: asked([...others(name), ...pairs]), isRejected: blames(parsed, name) }
    })
    const rejected = cases.filter(({ isRejected }) => isRejected)
    if (rejected.length === 0) throw new Error(`${named.name} accepts any value as ${name}`)
    return rejected.map(({ what, request }) => ({ what, request, status: 400, names: [name] }))
  })
}

const badKeys: Make = (named, sample) => {
  if (!named.operation.takesKey) return []
  const valid = requestOf(named, sample)
  return ['', 'two words', 'cl\u00e9', 'x'.repeat(256)].map((key) => ({
    what: `the idempotency key "${key.slice(0, 20)}"`,
    request: { ...valid, headers: { ...valid.headers, 'idempotency-key': key } },
    status: 400,
    names: ['Idempotency-Key'],
  }))
}

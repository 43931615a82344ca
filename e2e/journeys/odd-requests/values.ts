import fc, { type Arbitrary } from 'fast-check'
import { daysAhead } from '@appointments/testing'

/** The parts of a JSON schema that the documents use. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

const FORMATS: Record<string, readonly string[]> = {
  'date-time': [daysAhead(30), '2027-10-31T02:30:00+02:00', '0000-01-01T00:00:00Z', '2027-03-01'],
  email: ['ada@example.com', 'a@b', '"odd name"@example.com', `${'x'.repeat(64)}@example.com`],
  uri: ['http://127.0.0.1:9/hooks', 'https://[::1]/', 'javascript:alert(1)', 'http://2130706433/'],
  uuid: ['00000000-0000-0000-0000-000000000000'],
}

/** Text that often breaks programs, and text of any alphabet. */
export const oddText: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      'a\r\nb',
      '\ud800',
      '__proto__',
      'null',
      'undefined',
      'NaN',
      '-0',
      '1e309',
      '2027-02-30T00:00:00Z',
      'PT0S',
      'P1Y',
      `PT${'9'.repeat(400)}S`,
      'Mars/Base',
      "'; DROP TABLE appointments; --",
      '{{constructor.constructor("return process")()}}',
      '${7*7}',
      '../../etc/passwd',
      '<script>alert(1)</script>',
      '%00',
      '\u202e\u0000\u0301',
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
      'x'.repeat(256),
      'x'.repeat(20_000),
    ),
  },
)

const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE, Number.MIN_VALUE),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const nested = (depth: number): unknown => (depth === 0 ? {} : { in: nested(depth - 1) })
const ownKey = (name: string) => JSON.parse(`{"${name}":{"polluted":true}}`) as unknown

/** Any JSON at all. */
export const oddValue: Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], nested(50), ownKey('__proto__')),
  fc.constantFrom(
    ownKey('constructor'),
    Array.from({ length: 500 }, (_, at) => at),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values that match a schema, in which some parts are replaced at random. */
export function valueOf(schema: Schema, components: Record<string, Schema>, depth = 0): Arbitrary<unknown> {
  const inner = (one: Schema) => valueOf(one, components, depth + 1)
  return fc.oneof(
    { weight: 9, arbitrary: described(schema, components, inner) },
    { weight: 1, arbitrary: oddValue },
  )
}

function described(
  schema: Schema,
  components: Record<string, Schema>,
  inner: (one: Schema) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, allOf, enum: choices, type, properties, items } = schema
  if ($ref !== undefined) {
    const named = components[$ref.split('/').at(-1) ?? '']
    return named ? inner(named) : oddValue
  }
  const variants = anyOf ?? oneOf
  if (variants) return fc.oneof(...variants.map(inner))
  if (allOf) return fc.tuple(...allOf.map(inner)).map((parts) => Object.assign({}, ...parts) as unknown)
  if ('const' in schema) return fc.constant(schema.const)
  if (choices) return fc.constantFrom(...choices)
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'array') return fc.array(inner(items ?? {}), { maxLength: 3 })
  if (kind === 'object') return objectOf(properties ?? {}, schema, inner)
  if (kind === 'boolean') return fc.boolean()
  if (kind === 'integer' || kind === 'number')
    return fc.integer({ min: Math.ceil(schema.minimum ?? -1000), max: Math.floor(schema.maximum ?? 1000) })
  return kind === 'string' ? textOf(schema) : oddValue
}

function objectOf(
  properties: Record<string, Schema>,
  { required = [], additionalProperties }: Schema,
  inner: (one: Schema) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    required.includes(name)
      ? fc.oneof({ weight: 12, arbitrary: inner(field) }, { weight: 1, arbitrary: fc.constant(undefined) })
      : fc.option(inner(field), { nil: undefined, freq: 1 }),
  ])
  const free = typeof additionalProperties === 'object' ? inner(additionalProperties) : oddValue
  const others = fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(oddText, free, { maxKeys: 3 }) },
  )
  return fc
    .tuple(fc.record(Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>), others)
    .map(([own, more]) => ({ ...own, ...more }))
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> {
  const formatted = FORMATS[format ?? '']
  if (formatted) return fc.constantFrom(...formatted)
  if (pattern !== undefined) return patternText(pattern)
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
}

/**
 * Text that matches a pattern; any text if the pattern has lookarounds, which the generator does not support.
 */
function patternText(pattern: string): Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return oddText
  }
}

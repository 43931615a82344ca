import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  DAY_MS,
  instant,
  internal,
  Problem,
  security,
  v2,
  v2Administration,
  type Fault,
  type Operation,
} from '@appointments/contracts'
import { v1 } from '@appointments/contracts/v1'
import { libraryWording, unclearWords } from '@appointments/testing'
import { parseRequest } from '../src/index.ts'

/** Every message continues a sentence that starts with the name of its field. */
const VOICE = /^(?:must|is|needs|has|names|cannot) [^A-Z]?.*[^.]$/

// values of every type and length, each of which some field rejects
const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e9,
  '',
  ' ',
  'x',
  'no\u0000',
  '\ud800',
  'x'.repeat(20_000),
  '2026-02-30T00:00:00Z',
  'P1Y',
  'PT0S',
  'P9999D',
  [],
  [null],
  [7],
  Array.from({ length: 12_000 }, () => 'x'),
  {},
  { unlikely: 42 },
  { 'not a header': 'x', host: 'x', a: 'b'.repeat(3000), A: 1 },
  JSON.parse('{"__proto__": 1}'),
  Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, 'x'.repeat(500)])),
]

type Def = z.core.$ZodTypes['_zod']['def']
const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as Def

/** Values for a schema: wrong as a whole, and wrong in one part while the others are absent. */
function wrongValues(schema: z.core.$ZodType, depth = 0): unknown[] {
  const def = defOf(schema)
  if (depth > 6) return []
  const inner = (one: z.core.$ZodType) => wrongValues(one, depth + 1)
  switch (def.type) {
    case 'object': {
      const fixed = Object.entries(def.shape).flatMap(([name, field]) => {
        const fieldDef = defOf(field)
        return fieldDef.type === 'literal' ? [[name, fieldDef.values[0]] as const] : []
      })
      const base = Object.fromEntries(fixed)
      const fields = Object.entries(def.shape).flatMap(([name, field]) =>
        inner(field).map((value) => ({ ...base, [name]: value })),
      )
      return [...WRONG, { ...base, unlikely: 42 }, ...fields]
    }
    case 'array':
      return [...WRONG, ...inner(def.element).map((value) => [value])]
    case 'record':
      return [...WRONG, ...inner(def.valueType).map((value) => ({ en: value, CREATE: value, x: value }))]
    case 'union':
      return [...WRONG, ...def.options.flatMap(inner)]
    case 'pipe':
      return [...inner(def.in), ...inner(def.out)]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return inner(def.innerType)
    default:
      return [...WRONG]
  }
}

function faultsOf(operation: Operation, request: Parameters<typeof parseRequest>[1]): readonly Fault[] {
  try {
    parseRequest(operation, request)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.details.errors ?? []
  }
}

const operations = [v1, v2, v2Administration, security, internal].flatMap(({ name, operations }) =>
  Object.entries<Operation>(operations).map(([id, operation]) => ({ name: `${name}.${id}`, operation })),
)

describe('[H6] validation messages are uniform', () => {
  it.each(operations.filter(({ operation: { body, query, params } }) => body || query || params))(
    '$name',
    ({ operation }) => {
      const { body, query, params } = operation
      const requests = [
        ...(body ? wrongValues(body) : []).map((value) => ({ params: {}, query: {}, body: value })),
        ...(query ? wrongValues(query) : []).map((value) => ({ params: {}, query: value, body: {} })),
        ...(params ? wrongValues(params) : []).map((value) => ({ params: value, query: {}, body: {} })),
      ] as Parameters<typeof parseRequest>[1][]
      const faults = requests.flatMap((request) => faultsOf(operation, request))
      expect(faults.length).toBeGreaterThan(0)
      const messages = [...new Set(faults.map(({ message }) => message))]
      expect(messages.filter((message) => libraryWording.test(message))).toEqual([])
      expect(messages.filter((message) => !VOICE.test(message))).toEqual([])
      expect(
        messages.filter((message) => unclearWords.test(message) || /\bmay not\b/i.test(message)),
      ).toEqual([])
    },
  )

  const messagesOf = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message)

  it.each([
    [z.string(), 7, 'must be text'],
    [z.string(), undefined, 'is required'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.number(), 'x', 'must be a number'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.object({}), [], 'must be an object'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.string().max(255), 'x'.repeat(256), 'must have at most 255 characters'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), 'x', 'must have at least 2 characters'],
    [z.string().length(6), 'x', 'must have exactly 6 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    [z.int().min(1000), 3, 'must be at least 1000'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.int().max(9), 10, 'must be at most 9'],
    [z.enum(['WAITING', 'JOINED', 'LEFT']), 'x', 'must be WAITING, JOINED or LEFT'],
    [z.literal('Bearer'), 'x', 'must be Bearer'],
    [z.email(), 'x', 'must be an e-mail address, like ada@example.com'],
    [z.strictObject({}), { x: 1 }, 'is not a known field'],
  ])('%# names the expected value', (schema, value, message) => {
    expect(messagesOf(schema, value)).toEqual([message])
  })

  it('reports one fault for a value of the wrong type', () => {
    const { verifyOtp } = security.operations
    const body = { verificationId: [], to: 'ada@example.com', code: '123456' }
    expect(
      faultsOf(verifyOtp, { params: {}, query: {}, body } as Parameters<typeof parseRequest>[1]),
    ).toEqual([{ pointer: '/verificationId', code: 'INVALID_TYPE', message: 'must be text' }])
  })

  it('names the variants of a union, and requires its discriminator', () => {
    const { requestOtp } = security.operations
    const otp = (body: object) =>
      faultsOf(requestOtp, { params: {}, query: {}, body } as Parameters<typeof parseRequest>[1])
    expect(otp({ channel: 'FAX' })[0]).toEqual({
      pointer: '/channel',
      code: 'INVALID_VALUE',
      message: 'must be EMAIL or SMS',
    })
    expect(otp({})[0]).toEqual({ pointer: '/channel', code: 'REQUIRED', message: 'is required' })
    expect(otp({ applicationId: 'a', channel: 'FAX', to: 'q' })[1]?.message).toMatch(
      /^must be an e-mail address, .* or must be .*phone number/,
    )
  })
})

describe('one response names every fault', () => {
  const all: Readonly<Record<string, Operation>> = {
    ...v2.operations,
    ...v2Administration.operations,
    ...security.operations,
  }
  const [from, to] = [instant(Date.now()), instant(Date.now() + DAY_MS)]
  const backwards = { from: to, to: from }

  it.each<[operation: string, part: 'body' | 'query', value: object, faults: string[]]>([
    ['updateAppointment', 'body', {}, [' NOTHING_TO_UPDATE', '/id REQUIRED']],
    ['updateAppointment', 'body', { title: 5 }, ['/id REQUIRED', '/title INVALID_TYPE']],
    [
      'updateAppointment',
      'body',
      { id: 'a', customer: { id: 'b', participantId: 'c', name: { firstName: 5 } } },
      ['/customer CUSTOMER_AMBIGUOUS', '/customer/name/firstName INVALID_TYPE'],
    ],
    // an id without a value names no other customer
    [
      'updateAppointment',
      'body',
      { id: 'a', customer: { id: null, participantId: 'c' } },
      ['/customer/id INVALID_TYPE'],
    ],
    [
      'updateAppointment',
      'body',
      { id: 'a', customer: { id: 'c', participantId: '' } },
      ['/customer/participantId TOO_SMALL'],
    ],
    [
      'scheduleAppointment',
      'body',
      { applicationId: 'a', customers: [{ name: { firstName: 5 } }, { contact: { primaryEmail: 'x' } }] },
      [
        '/customers/0 CONTACT_REQUIRED',
        '/customers/0/name/firstName INVALID_TYPE',
        '/customers/1/contact/primaryEmail INVALID_EMAIL',
        '/duration REQUIRED',
        '/start REQUIRED',
      ],
    ],
    [
      'addCustomer',
      'body',
      { id: 'a', customer: { contact: 5, username: [] } },
      ['/customer/contact INVALID_TYPE', '/customer/username INVALID_TYPE'],
    ],
    [
      'scheduleAppointment',
      'body',
      { targetAssignment: { type: 'AGENT', id: 5 }, applicationId: 'a', holdId: `hold_${'x'.repeat(22)}` },
      ['/targetAssignment/id INVALID_TYPE'],
    ],
    ['requestOtp', 'body', {}, ['/applicationId REQUIRED', '/channel REQUIRED', '/to REQUIRED']],
    [
      'requestOtp',
      'body',
      { channel: 'FAX', to: '+4930123456', locale: '!' },
      ['/applicationId REQUIRED', '/channel INVALID_VALUE', '/locale INVALID_LOCALE'],
    ],
    [
      'requestOtp',
      'body',
      { applicationId: 'a', channel: 'FAX', to: 'q' },
      ['/channel INVALID_VALUE', '/to INVALID_VALUE'],
    ],
    ['requestOtp', 'body', { channel: 'sms' }, ['/applicationId REQUIRED', '/to REQUIRED']],
    [
      'updateInteraction',
      'body',
      { routing: { properties: { chatMode: 'pigeon' } } },
      ['/routing/properties/chatMode INVALID_VALUE', '/routing/type REQUIRED'],
    ],
    [
      'addSuppression',
      'body',
      { channel: 'FAX', reason: 'RUDE', note: 'x' },
      ['/address REQUIRED', '/channel INVALID_VALUE', '/note UNKNOWN_FIELD', '/reason INVALID_VALUE'],
    ],
    [
      'putAgent',
      'body',
      {
        displayName: 'Ada',
        timezone: 'UTC',
        skills: ['loans', 'loans', 5],
        queues: [null, {}, {}, { queueId: 'a' }, { queueId: 'a' }],
      },
      [
        '/queues/0 INVALID_TYPE',
        '/queues/1/queueId REQUIRED',
        '/queues/2/queueId REQUIRED',
        '/queues/4 REPEATED',
        '/skills/1 REPEATED',
        '/skills/2 INVALID_TYPE',
      ],
    ],
    [
      'findWebhookDeliveries',
      'query',
      { ...backwards, pageSize: 'many' },
      ['pageSize INVALID_FORMAT', 'to INVALID_RANGE'],
    ],
    [
      'replayWebhooks',
      'body',
      { ...backwards, dryRun: 'yes' },
      ['/dryRun INVALID_TYPE', '/to INVALID_RANGE'],
    ],
    ['replayWebhooks', 'body', { from: 'x', to }, ['/from INVALID_INSTANT']],
    ['searchAppointments', 'body', { from: 'x', to }, ['/from INVALID_INSTANT']],
    ['searchNotifications', 'body', { applicationId: 'a', from, to: 'x' }, ['/to INVALID_INSTANT']],
    [
      'putMessageTemplate',
      'body',
      { locales: { en: { subject: 5, intro: 'x' } } },
      ['/locales/en/heading TEMPLATE_INCOMPLETE', '/locales/en/subject INVALID_TYPE'],
    ],
  ])('of %s in its %s, case %#', (id, part, value, faults) => {
    const operation = all[id]!
    const request = { params: {}, query: {}, body: {}, [part]: value }
    const found = faultsOf({ ...operation, params: undefined } as never, request as never)
    expect(found.map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`).sort()).toEqual(
      faults,
    )
  })

  it('because no check of an object or a list waits for the others', () => {
    const waiting = (schema: z.core.$ZodType, path: string): string[] => {
      const def = defOf(schema)
      const isComposite = ['object', 'array', 'record', 'union'].includes(def.type)
      const own = (def.checks ?? []).some(({ _zod: { def } }) => def.check === 'custom' && !def.when)
      return [
        ...(isComposite && own ? [path] : []),
        ...innerOf(def).flatMap(([name, inner]) => waiting(inner, `${path}/${name}`)),
      ]
    }
    const found = operations.flatMap(({ name, operation: { body, query } }) =>
      [body, query].flatMap((schema) => (schema ? waiting(schema, name) : [])),
    )
    expect(found).toEqual([])
  })
})

/** The schemas within another one, by name. */
function innerOf(def: Def): [string, z.core.$ZodType][] {
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape)
    case 'array':
      return [['*', def.element]]
    case 'record':
      return [['*', def.valueType]]
    case 'union':
      return def.options.map((option, at) => [String(at), option])
    case 'pipe':
      return [
        ['in', def.in],
        ['out', def.out],
      ]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return [['', def.innerType]]
    default:
      return []
  }
}

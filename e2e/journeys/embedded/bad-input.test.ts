import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { welcomeAt, type CallerKind } from '../support/access-policy.ts'
import type { StagedSubject } from '../support/access-stage.ts'
import { badRequestsFor, type BadRequest } from '../support/bad-requests.ts'
import { inParallel } from '../../src/in-parallel.ts'
import { publicOperations, type NamedOperation, type OperationName } from '../../src/operations.ts'
import { sendRaw, type RawResponse } from '../support/raw-request.ts'
import { requestOf, sampleOf, type Sample } from '../../src/sample-requests.ts'
import { startStagedSystem, type StagedSystem } from '../support/staged-system.ts'

const AT_A_TIME = 8

let staged: StagedSystem
let subject: StagedSubject
let requests = 0

beforeAll(async () => {
  staged = await startStagedSystem(async (stage) => {
    subject = await stage.standing('own')
  })
  await staged.databases.untilQuiet()
})
afterAll(async () => {
  console.log(`bad input: ${requests} requests`)
  await staged.close()
})

const send = ({ request }: Pick<BadRequest, 'request'>, caller: CallerKind): Promise<RawResponse> => {
  requests += 1
  const authorization = staged.stage.authorizationOf(caller, subject)
  return sendRaw(staged.system.gatewayUrl, {
    ...request,
    headers: { ...request.headers, ...(authorization !== undefined && { authorization }) },
  })
}

interface Rejection {
  status: number
  code?: string
  error?: string
  errors?: { pointer?: string; parameter?: string; header?: string; code: string; message: string }[]
}

/** How the response to a bad request deviates from the expected error. */
function deviationsOf({ what, status, code, names = [] }: BadRequest, response: RawResponse): string[] {
  const told = `${what}: ${response.status} ${response.text.slice(0, 600)}`
  if (response.status !== status) return [`not ${status} but ${told}`]
  if (!response.headers['content-type']?.startsWith('application/problem+json'))
    return [`no problem: ${told}`]
  const rejection = JSON.parse(response.text) as Rejection
  if (rejection.status !== status || rejection.code === undefined) return [`no problem: ${told}`]
  if (code !== undefined && rejection.code !== code) return [`no ${code}: ${told}`]
  const places = rejection.errors?.map(
    ({ pointer, parameter, header }) => pointer ?? parameter ?? header ?? '',
  )
  const unnamed = names.filter(
    (name) => !places?.some((place) => place === name || place.startsWith(`${name}/`)),
  )
  return unnamed.map((name) => `${name || 'the body'} is not named: ${told}`)
}

/** Counts of everything stored and everything sent. */
const traces = async () => ({
  rows: await staged.databases.counts(),
  events: (await staged.databases.events()).length,
  mails: staged.smtp.messages().length,
})

/** Sends bad requests and returns how their responses deviate; none may leave a trace. */
async function reject(
  named: NamedOperation,
  bad: readonly BadRequest[],
  caller = welcomeAt(named.name),
): Promise<void> {
  const before = await traces()
  // a one-time password serves one request at a time
  const responses = await inParallel(bad, caller === 'one-time password' ? 1 : AT_A_TIME, (one) =>
    send(one, caller),
  )
  expect(bad.flatMap((one, index) => deviationsOf(one, responses[index]!))).toEqual([])
  expect(await traces()).toEqual(before)
}

const operationsBy = new Map(publicOperations.map((named) => [named.name, named]))

describe('rejects malformed requests', () => {
  const withForm = publicOperations.filter(
    ({ operation: { body, params, query, form } }) => (body && !form) || params || query,
  )
  it.each(withForm)('$name', async (named) => {
    const bad = badRequestsFor(named, sampleOf(named, subject))
    expect(bad.length).toBeGreaterThan(0)
    await reject(named, bad)
  })
})

/** A changed part of a request, and the error it must cause. */
interface Row {
  body?: unknown
  query?: Record<string, string>
  headers?: Record<string, string>
  status?: number
  code?: string
  names?: string[]
}

const ownKey = (name: string) => JSON.parse(`{"${name}":{"polluted":true}}`) as Record<string, unknown>
const nested = (depth: number): unknown => (depth === 0 ? 'deep' : { inner: nested(depth - 1) })
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']))
const field = (name: string, values: readonly unknown[], at = `/${name}`): Row[] =>
  values.map((value) => ({ body: { [name]: value }, names: [at] }))

const durations = ['P1W', 'P1M', 'P1Y', 'PT0S', 'P8D', '-PT5M', '30', 'PT', 'P', 'PT1H30', 'PT1H ']
const zones = ['Mars/Base', '+01:00', 'UTC+1', 'Europe', `Europe/${'x'.repeat(60)}`]
const starts = ['2027-01-09', '2027-01-09T25:00', '2027-13-01T00:00:00Z', '2027-02-30T00:00:00Z', 'soon']
const freeForms = [
  ownKey('__proto__'),
  ownKey('constructor'),
  { list: [ownKey('prototype')] },
  keys(51),
  { text: 'x'.repeat(17_000) },
  nested(6),
  { zero: 'a\0b' },
  { half: '\ud800' },
  [],
]
const headerMaps = [
  { 'bad name': 'x' },
  { 'x-a': 'b\r\nx-evil: 1' },
  { 'x-a\r\n': 'b' },
  { 'x-a': 'caf\u00e9' },
  { 'x-a': 5 },
  { 'x-a': 'x'.repeat(1025) },
  { 'x-a': '1', 'X-A': '2' },
  { host: 'evil.example' },
  { 'content-length': '0' },
  { 'webhook-signature': 'v1,x' },
  { traceparent: '00' },
  keys(33),
  ownKey('__proto__'),
]
const lines = ['a\nb', 'a\rb', 'a\0b', 'a\u001bb', 'a\u0085b', '\ud800']
const emails = [
  'ada',
  'ada@',
  '@example.com',
  'a b@example.com',
  'ada@example.com\r\nbcc: x',
  `${'x'.repeat(250)}@example.com`,
]
const NATIONAL = '030 123456'
const phones = ['12', NATIONAL, '+49', '+4930123456789012', 'phone', '+49\u000030123456']

/** Invalid customer details, for a customer at some place of the body. */
const customers = (put: (customer: unknown) => object, at: string): Row[] => [
  { body: put({ name: { firstName: 'Ada' } }), code: 'CONTACT_REQUIRED', names: [at] },
  ...emails.map((primaryEmail) => ({
    body: put({ contact: { primaryEmail } }),
    names: [`${at}/contact/primaryEmail`],
  })),
  ...phones.map((primaryPhone) => ({
    body: put({ contact: { primaryPhone } }),
    names: [`${at}/contact/primaryPhone`],
  })),
  ...lines.map((username) => ({ body: put({ username }), names: [`${at}/username`] })),
  {
    body: put({ username: 'ada', name: { firstName: 'x'.repeat(101), lastName: 7 } }),
    names: [`${at}/name/firstName`, `${at}/name/lastName`],
  },
  { body: put({ username: 'ada', metadata: ownKey('constructor') }), names: [`${at}/metadata`] },
]

const details: Row[] = [
  ...field('title', [...lines, 'x'.repeat(256)]),
  ...field('notes', ['a\0b', 'a\u0007b', '\udfff', 'x'.repeat(4001)]),
  ...field('metadata', freeForms),
  ...field('notificationHeaders', headerMaps),
]
const scheduling: Row[] = [
  ...details,
  ...field('start', starts),
  ...field('duration', durations),
  ...field('timezone', zones),
  ...field('locale', ['english!', 'x'.repeat(70), 'de_']),
  ...field('applicationId', ['', 'two words', 'a\0b', 'x'.repeat(300)]),
  { body: { start: '2020-01-01T09:00:00Z' }, code: 'SCHEDULE_IN_PAST', names: ['/start'] },
  { body: { start: daysAhead(900) }, code: 'SCHEDULE_TOO_FAR', names: ['/start'] },
  { body: { interaction: { customFields: { topic: {} } } }, names: ['/interaction/customFields/topic'] },
  { body: { interaction: { customFields: ownKey('__proto__') } }, names: ['/interaction/customFields'] },
  { body: { interaction: { routing: { type: 'PIGEON' } } }, names: ['/interaction/routing/type'] },
  {
    body: { interaction: { routing: { type: 'VENDORA_CLOUD_FLOW', properties: { chatMode: 'shouting' } } } },
    names: ['/interaction/routing/properties/chatMode'],
  },
  {
    body: { title: 'a\nb', timezone: 'Mars/Base', duration: 'P1W', start: 'soon', notes: 5, locale: '!' },
    names: ['/title', '/timezone', '/duration', '/start', '/notes', '/locale'],
  },
]
const incompleteRouting: Row = {
  body: { interaction: { routing: { type: 'VENDORB_DIGITAL_CONNECT', properties: {} } } },
  code: 'ROUTING_INCOMPLETE',
}
const oneCustomer = customers((customer) => ({ customer }), '/customer')
const severalCustomers = [
  ...customers((customer) => ({ customers: [customer] }), '/customers/0'),
  { body: { customers: Array.from({ length: 21 }, () => ({ username: 'ada' })) }, names: ['/customers'] },
]
const assignments = field('targetAssignment', [
  { id: 'two words', type: 'AGENT' },
  { id: '', type: 'QUEUE' },
  { id: 'q', type: 'x'.repeat(65) },
  { id: 'q' },
])
const moves: Row[] = [
  ...field('start', starts),
  ...field('duration', durations),
  ...field('timezone', zones),
  ...field('id', ['', 'two words', 'a\0b', 'x'.repeat(300), 7]),
  { body: { start: '2020-01-01T09:00:00Z' }, code: 'SCHEDULE_IN_PAST', names: ['/start'] },
]
const agentIds = field('userId', ['', 'two words', 'a\0b', 'x'.repeat(256)]).map((row) => ({
  ...row,
  code: 'AGENT_ID_INVALID',
}))
const updates: Row[] = [
  ...details,
  { body: { title: undefined }, code: 'NOTHING_TO_UPDATE' },
  { body: { customer: { id: 'a', participantId: 'b' } }, code: 'CUSTOMER_AMBIGUOUS', names: ['/customer'] },
  { body: { customer: { id: 'nobody', username: 'ada' } }, status: 404, code: 'CUSTOMER_NOT_FOUND' },
  { body: { customer: { contact: { primaryEmail: null } } }, code: 'CONTACT_REQUIRED' },
]
const lists: Row[] = [
  ...[
    '2027-01-01T00:00:00Z',
    '2027-01-02T00:00:00Z,2027-01-01T00:00:00Z',
    'a,b',
    '2027-01-01,2027-02-29',
  ].map((range) => ({ query: { range }, names: ['range'] })),
  { query: { duration: 'PT30M,P1W' }, names: ['duration'] },
  { query: { agentId: Array.from({ length: 101 }, (_, at) => `a${at}`).join() }, names: ['agentId'] },
  {
    query: { pageSize: '0', pageNumber: '-1', sortField: 'notes', sortOrder: 'up' },
    names: ['pageSize', 'pageNumber', 'sortField', 'sortOrder'],
  },
]
const histories: Row[] = [
  { query: { type: 'CREATE,NOPE', channel: 'FAX', status: 'LOST' }, names: ['type', 'channel', 'status'] },
  { query: { type: 'created' }, names: ['type'] },
]
const stale: Row = { headers: { 'if-match': '"banana"' }, status: 412, code: 'VERSION_MISMATCH' }

const presentations: Row[] = [
  {
    body: {
      nonsense: true,
      brand: {
        name: '',
        accent: 'green',
        supportEmail: 'help@',
        supportPhone: '030 123456',
        supportUrl: 'javascript:alert(1)',
        privacyUrl: 'https://user:secret@example.com',
        termsUrl: 'ftp://example.com',
        imprintUrl: '//example.com',
        logo: { path: '/brand/other' },
      },
    },
    names: [
      '/nonsense',
      '/brand/name',
      '/brand/accent',
      '/brand/supportEmail',
      '/brand/supportPhone',
      '/brand/supportUrl',
      '/brand/privacyUrl',
      '/brand/termsUrl',
      '/brand/imprintUrl',
      '/brand/logo',
    ],
  },
  { body: { booking: { enabled: 'yes', codeBy: [] } }, names: ['/booking/enabled', '/booking/codeBy'] },
  { body: { booking: { codeBy: ['SMS', 'SMS'] } }, names: ['/booking/codeBy/1'] },
  { body: { allowedOrigins: ['https://example.com/'] }, names: ['/allowedOrigins/0'] },
  { body: { allowedOrigins: ['*'] }, names: ['/allowedOrigins/0'] },
  {
    body: { allowedOrigins: Array.from({ length: 21 }, (_, at) => `https://${at}.example.com`) },
    names: ['/allowedOrigins'],
  },
  stale,
]

const endpoints: Row[] = [
  ...field('url', [
    'nonsense',
    'ftp://example.com',
    'http://user:secret@example.com',
    `http://example.com/${'x'.repeat(2050)}`,
  ]),
  ...field('events', [['NOPE'], 'CREATE']),
  ...field('headers', headerMaps),
  ...field('timeoutMs', [1, 1.5, 60_000]),
  ...field('signature', ['v9']),
  ...field('alertEmail', emails),
  { body: { nonsense: true }, names: ['/nonsense'] },
]
const mail = { subject: 'News', heading: 'News', intro: 'There is news.' }
const words = (changes: object, ...parts: string[]): Row => ({
  body: { locales: { en: { ...mail, ...changes } } },
  names: parts.map((part) => `/locales/en/${part}`),
})
const templates: Row[] = [
  ...field('locales', [{}, { 'english!': mail }, { en: {} }, { en: { subject: 'alone' } }]),
  ...lines.map((subject) => words({ subject }, 'subject')),
  words({ subject: 'x'.repeat(256), heading: '', intro: 'x'.repeat(4001) }, 'subject', 'heading', 'intro'),
  words({ surprise: 'x' }, 'surprise'),
  // unknown placeholders and broken templates
  words(
    { subject: '{{naem}}', heading: '{{title', sms: '{{#if title}}x{{/if}}' },
    'subject',
    'heading',
    'sms',
  ),
  ...[
    '{{{title}}}',
    '{{&title}}',
    '{{lookup this "title"}}',
    '{{> partial}}',
    '{{constructor}}',
    '{{../title}}',
  ].map((intro) => words({ intro }, 'intro')),
]
const settings: Row[] = [
  { body: { nonsense: true, agentIds: ['two words'] }, names: ['/nonsense', '/agentIds/0'] },
  { body: { notifications: { active: true, types: { NOPE: {} } } }, names: ['/notifications/types'] },
  { body: { routingDefaults: { PIGEON: {} } }, names: ['/routingDefaults/PIGEON'] },
  ...field('customerCancelCutoff', ['P1W', 'soon']),
  ...field('defaultTimezone', zones),
  stale,
]

/** Requests of each operation that break a limit or a rule in docs/contract. */
const rows: Partial<Record<OperationName, Row[]>> = {
  'v1.scheduleAppointment': [...scheduling, ...oneCustomer, incompleteRouting],
  'v2.scheduleAppointment': [...scheduling, ...severalCustomers, ...assignments, incompleteRouting],
  'v1.scheduleAppointmentBasic': [...scheduling, ...oneCustomer],
  'v2.scheduleAppointmentBasic': [...scheduling, ...severalCustomers, ...assignments],
  'v1.updateAppointment': updates,
  'v2.updateAppointment': [...updates, stale],
  'v1.rescheduleAppointment': moves,
  'v2.rescheduleAppointment': [...moves, stale],
  'v1.reassignAppointment': agentIds,
  'v2.reassignAppointment': [...agentIds, stale],
  'v1.addAgent': [
    ...agentIds,
    { body: { userId: 'agent-1' }, status: 409, code: 'AGENT_ALREADY_PARTICIPANT' },
  ],
  'v2.addAgent': [
    ...agentIds,
    stale,
    { body: { userId: 'agent-1' }, status: 409, code: 'AGENT_ALREADY_PARTICIPANT' },
  ],
  'v1.addCustomer': oneCustomer,
  'v2.addCustomer': [...oneCustomer, stale],
  'v1.findAppointments': lists,
  'v2.findAppointments': lists,
  'v1.countAppointments': [{ query: { timeFrame: 'P1W' }, names: ['timeFrame'] }],
  'v1.countOverlaps': [{ query: { duration: 'PT0S', start: 'soon' }, names: ['duration', 'start'] }],
  'v2.cancelAppointment': [
    ...field('reason', ['x'.repeat(501), 'a\0b']),
    ...field('reasonCode', lines),
    ...field('notify', ['yes', 1]),
    stale,
  ],
  'v2.removeAppointment': [stale],
  'v2.setParticipantState': [{ query: { state: 'gone' }, names: ['state'] }, stale],
  'v2.acceptInteraction': [{ body: '' }, { body: 'x'.repeat(256) }, { body: ['agent-1'] }, stale].map((row) =>
    'body' in row ? { ...row, names: [''] } : row,
  ),
  'v2.failInteraction': [
    {
      query: { systemMessage: 'x'.repeat(2001), userMessage: 'a\u0007b' },
      names: ['systemMessage', 'userMessage'],
    },
    stale,
  ],
  'v2.updateInteraction': [
    { body: { customFields: { topic: {} } }, names: ['/customFields/topic'] },
    { body: { customFields: ownKey('__proto__') }, names: ['/customFields'] },
    { body: { routing: { type: 'PIGEON' } }, names: ['/routing/type'] },
    { body: { routing: { type: 'VENDORA_CLOUD_FLOW' } }, code: 'ROUTING_INCOMPLETE' },
    stale,
  ],
  'v2.findNotifications': histories,
  'v2.findAppointmentNotificationEvents': histories,
  'v2.findNotificationEvents': histories,
  'administration.putApplication': settings,
  'administration.patchApplication': settings,
  'administration.putAvailabilitySettings': [
    { body: { nonsense: true }, names: ['/nonsense'] },
    ...field('availabilityPolicy', ['ON', 'enforce']),
    { body: { availabilityPolicy: 'ENFORCE' }, code: 'POLICY_CONFLICT', names: ['/availabilityPolicy'] },
    ...field('publicHolds', ['ALL']),
    ...field('overrideRoles', [['ROLE_CUSTOMER']]),
    ...field('holidayCalendarIds', [['Two Words'], keys(6)]),
    {
      body: { holidayCalendarIds: ['nowhere'] },
      code: 'UNKNOWN_REFERENCE',
      names: ['/holidayCalendarIds/0'],
    },
    ...field('customerMoveCutoff', ['P1W', 'soon']),
    {
      body: { defaults: { granularity: 'PT7M', horizon: 'P1Y', bufferAfter: 'PT9H', timezone: 'Mars/Base' } },
      names: ['granularity', 'horizon', 'bufferAfter', 'timezone'].map((name) => `/defaults/${name}`),
    },
    stale,
  ],
  'administration.putPresentation': presentations,
  'administration.patchPresentation': presentations,
  'administration.putMessageTemplate': templates,
  'administration.previewMessageTemplate': field('locale', ['english!', 'de_']),
  'administration.createWebhookEndpoint': endpoints,
  'administration.updateWebhookEndpoint': endpoints,
  'administration.rotateWebhookSecret': field('gracePeriod', ['P1W', 'P8D', 'soon', '-PT1H']),
  'administration.searchNotifications': [
    ...field('status', ['FAILED', ['LOST']]),
    ...field('limit', [0, 201, '10', 1.5]),
    ...field('contact', ['??', 'ada@', 7]),
    ...field('view', ['SOME']),
    { body: { from: '2027-01-02T00:00:00Z', to: '2027-01-01T00:00:00Z' }, names: ['/to'] },
    { body: { cursor: 'nonsense' }, code: 'CURSOR_INVALID', names: [] },
  ],
  'administration.retryNotifications': field('ids', [[], ['a b'], Array.from({ length: 101 }, () => 'x')]),
  'administration.previewMessages': [
    ...field('locale', ['english!', 'de_']),
    {
      body: { patch: { presentation: { brand: { accent: 'green' } }, notifications: { active: 'yes' } } },
      names: ['/patch/presentation/brand/accent', '/patch/notifications/active'],
    },
  ],
  'administration.countNotifications': [
    { query: { from: 'soon', groupBy: 'agent' }, names: ['from', 'groupBy'] },
    { query: { from: '2027-02-01', to: '2027-01-01' }, names: ['to'] },
  ],
  'administration.replayWebhooks': [
    { body: { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, names: ['/to'] },
    { body: { from: 'soon', to: 7, nonsense: true }, names: ['/from', '/to', '/nonsense'] },
  ],
  'administration.findWebhookDeliveries': [
    { query: { type: 'NOPE', status: 'LOST' }, names: ['type', 'status'] },
  ],
  'security.requestOtp': [
    ...field('to', emails),
    ...phones
      // a national number gets the response of any number, which does not reveal the region of the
      // application
      .filter((to) => to !== NATIONAL)
      .map((to) => ({ body: { channel: 'SMS', to }, names: ['/to'] })),
    ...field('channel', ['FAX', 'e-mail']),
    ...field('customName', lines),
  ],
  'security.verifyOtp': [
    ...field('code', ['12345', '1234567', 'abcdef', '12345\n', '\u0661\u0662\u0663\u0664\u0665\u0666']),
    { body: { verificationId: 'nobodys' }, status: 401, code: 'OTP_INVALID' },
  ],
}

describe('rejects requests with invalid values', () => {
  it.each(Object.entries(rows))('%s', async (name, wanted) => {
    const named = operationsBy.get(name as OperationName)!
    const sample = sampleOf(named, subject)
    await reject(
      named,
      wanted.map((row) => badRequestOf(named, sample, row)),
    )
  })
})

function badRequestOf(named: NamedOperation, sample: Sample, row: Row): BadRequest {
  const { body, query, headers = {}, status = 400, code, names } = row
  const merged =
    typeof body === 'object' && !Array.isArray(body) ? { ...(sample.body as object), ...body } : body
  const request = requestOf(named, {
    ...sample,
    ...('body' in row && { body: merged }),
    ...(query && { query: { ...sample.query, ...query } }),
  })
  return {
    what: JSON.stringify(row).slice(0, 200),
    request: { ...request, headers: { ...request.headers, ...headers } },
    status,
    ...(code !== undefined && { code }),
    ...(names && { names }),
  }
}

describe('the token exchange rejects bad requests in the form of RFC 6749', () => {
  const exchange = operationsBy.get('security.exchangeToken')!
  const grant = 'grant_type=urn:ietf:params:oauth:grant-type:token-exchange'
  const type = 'subject_token_type=urn:appointments:ticket'
  const FORM = 'application/x-www-form-urlencoded'

  it.each([
    ['nothing', '', FORM, 'invalid_request'],
    ['another grant', 'grant_type=password&username=a&password=b', FORM, 'unsupported_grant_type'],
    ['no token', `${grant}&${type}`, FORM, 'invalid_request'],
    ['an empty token', `${grant}&${type}&subject_token=`, FORM, 'invalid_request'],
    ['a token twice', `${grant}&${type}&subject_token=a&subject_token=b`, FORM, 'invalid_request'],
    ['another kind of token', `${grant}&subject_token=a&subject_token_type=urn:x`, FORM, 'invalid_request'],
    ['an unknown token', `${grant}&${type}&subject_token=nobodys`, FORM, 'invalid_request'],
    ['a token with NUL', `${grant}&${type}&subject_token=a%00b`, FORM, 'invalid_request'],
    ['a broken escape', `${grant}&${type}&subject_token=%E0%A4`, FORM, 'invalid_request'],
    ['a long token', `${grant}&${type}&subject_token=${'x'.repeat(3000)}`, FORM, 'invalid_request'],
    ['JSON', '{"grant_type":"x"}', 'application/json', 'invalid_request'],
  ])('%s', async (_, body, contentType, error) => {
    const before = await traces()
    const request = {
      method: 'POST',
      path: requestOf(exchange, sampleOf(exchange, subject)).path,
      headers: { 'content-type': contentType },
      body,
    }
    const response = await send({ request }, 'anonymous')
    expect(response.status).toBe(400)
    expect(JSON.parse(response.text)).toMatchObject({ error })
    expect(await traces()).toEqual(before)
  })
})

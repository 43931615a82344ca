import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAhead, openConnection, type RawResponse } from '@appointments/testing'
import { client } from '../../src/client.ts'
import { done } from '../../src/done.ts'
import { startServices, type Services } from '../../src/start-services.ts'
import { tokenFor } from '../../src/tokens.ts'

const V1 = '/api/appointments'
const V2 = '/api/v2/appointments'
const APPLICATION = '/api/v2/applications/probed'
const OTP = '/security/otp'
const VERIFY = '/security/otp/verify'
const EXCHANGE = '/security/oauth/token'

/** How long the gateway waits for a body that does not arrive. */
const DEADLINE_MS = 3000
const DEEPEST = 32

let system: Services
/** A system that serves only callers with an organization. */
let confined: Services

beforeAll(async () => {
  system = await startServices({
    envOf: (service) => (service === 'gateway' ? { DEADLINE_MS: String(DEADLINE_MS) } : {}),
  })
  confined = await startServices({ env: { TENANCY: 'required' } })
})
afterAll(async () => {
  await system.close()
  await confined.close()
})

const agent = tokenFor('ROLE_AGENT', { userId: 'agent-1' })
const machine = tokenFor('ROLE_CLIENT_SERVICE')

interface Probe {
  method?: string
  path: string
  token?: string
  headers?: Record<string, string>
  body?: string
}

const JSON_BODY = { 'content-type': 'application/json' }
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' }

/** The head of a request as it is sent over the wire. */
function headOf({ method = 'POST', path, token, headers = {} }: Probe): string {
  const all = {
    host: 'gateway',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Sends a request over a separate connection, byte for byte as given. */
async function send(probe: Probe, to: Services = system): Promise<RawResponse> {
  const { body = '', headers } = probe
  const connection = await openConnection(to.gatewayUrl)
  const length = String(Buffer.byteLength(body))
  connection.write(
    headOf({ ...probe, headers: { ...JSON_BODY, 'content-length': length, ...headers } }) + body,
  )
  const response = await connection.response()
  connection.destroy()
  if (!response) throw new Error(`no response to ${probe.method ?? 'POST'} ${probe.path}`)
  return response
}

interface Said {
  status: number
  code: string
  errors?: { pointer?: string; code: string; message: string }[]
}

/** The problem document of a response. */
function problemIn({ status, headers, text }: RawResponse): Said {
  expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  const said = JSON.parse(text) as Said
  expect(said).toMatchObject({ status, detail: expect.stringMatching(/\w/) as string })
  return said
}

const bodyOf = ({ text }: RawResponse) => JSON.parse(text) as Record<string, unknown>

/** A booking as JSON; a placeholder is replaced by text that JSON.stringify would change. */
const booking = (fields: Record<string, unknown>, value = '') =>
  JSON.stringify({
    applicationId: 'probed',
    start: daysAhead(40),
    duration: 'PT30M',
    ...fields,
  }).replaceAll('"<value>"', value)

/** Nested objects of the given depth. */
const nested = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)

const standing = async () => {
  const book = client(system.gatewayUrl, agent)
  return ((await done(book('POST', V2, booking({})))) as { id: string }).id
}

describe('[H4] JSON of more than 32 levels', () => {
  const key = { 'idempotency-key': 'odd-input-depth' }
  const wrapped = (levels: number) => booking({ ignored: '<value>' }, nested(levels - 1))
  const places: { place: string; probe: (levels: number) => Probe; accepted: number }[] = [
    ...[V1, V2].flatMap((path) => [
      {
        place: `an ignored field of POST ${path}`,
        probe: (levels: number) => ({ path, token: agent, body: wrapped(levels) }),
        accepted: 200,
      },
      {
        place: `a keyed POST ${path}`,
        probe: (levels: number) => ({ path, token: agent, headers: key, body: wrapped(levels) }),
        accepted: 200,
      },
    ]),
    {
      place: 'an ignored field of POST /security/otp',
      probe: (levels) => ({
        path: OTP,
        body: `{"applicationId":"probed","channel":"EMAIL","to":"depth@example.com","ignored":${nested(levels - 1)}}`,
      }),
      accepted: 202,
    },
    {
      place: 'PATCH of an application',
      probe: (levels) => ({
        method: 'PATCH',
        path: APPLICATION,
        token: machine,
        body: `{"ignored":${nested(levels - 1)}}`,
      }),
      // settings reject unknown fields
      accepted: 400,
    },
  ]
  it.each(places)('returns 400 in $place, and 32 levels are accepted', async ({ probe, accepted }) => {
    for (const levels of [DEEPEST + 1, 10_000])
      expect(problemIn(await send(probe(levels)))).toMatchObject({ status: 400, code: 'BODY_TOO_DEEP' })
    const response = await send(probe(DEEPEST))
    expect(response.status).toBe(accepted)
    expect(response.text).not.toContain('BODY_TOO_DEEP')
  })

  it('in free-form metadata is too deep as a body before it is too deep as metadata', async () => {
    const codeAt = async (levels: number) =>
      problemIn(
        await send({ path: V2, token: agent, body: booking({ metadata: '<value>' }, nested(levels - 1)) }),
      ).code
    expect([await codeAt(DEEPEST), await codeAt(DEEPEST + 1)]).toEqual(['VALIDATION_FAILED', 'BODY_TOO_DEEP'])
  })

  it('in the name of a form field is not parsed, so the form lacks its fields', async () => {
    const name = `subject_token${'[a]'.repeat(10_000)}`
    const response = await send({ path: EXCHANGE, headers: FORM_BODY, body: `${name}=x` })
    expect([response.status, bodyOf(response).error]).toEqual([400, 'invalid_request'])
  })
})

describe('[H4] too many', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=1`).join('&')

  it('fields in a form: 413', async () => {
    const response = await send({ path: EXCHANGE, headers: FORM_BODY, body: fields(5000) })
    expect(problemIn(response)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
  })

  it.each([
    ['GET', V2, agent],
    ['POST', V1, agent],
    ['POST', V2, agent],
    ['POST', OTP, undefined],
    ['POST', EXCHANGE, undefined],
    ['GET', '/api/nowhere', undefined],
  ])('headers of %s %s: 431', async (method, path, token) => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`x-${at}`, '1']))
    for (const headers of [many, { 'x-long': 'x'.repeat(40_000) }]) {
      const response = await send({ method, path, ...(token !== undefined && { token }), headers })
      expect(problemIn(response)).toMatchObject({ status: 431, code: 'HEADERS_TOO_LARGE' })
    }
  })
})

describe('[H4] an organization that is not a string', () => {
  const oddly = [7, true, false, 0, ['org-1'], { id: 'org-1' }]
  it.each(['optional', 'required'])('returns 401 with TENANCY=%s', async (tenancy) => {
    const to = tenancy === 'required' ? confined : system
    for (const organizationId of oddly) {
      const token = tokenFor('ROLE_AGENT', {
        userId: 'agent-1',
        organizationId: organizationId as unknown as string,
      })
      for (const probe of [
        { path: V2, body: booking({}) },
        { path: V1, body: booking({}) },
        { method: 'GET', path: `${V2}/unknown` },
        { method: 'GET', path: `${V1}/count?applicationId=probed&organizationId=org-1` },
      ]) {
        const response = await send({ ...probe, token }, to)
        expect(problemIn(response)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
        expect(response.headers['www-authenticate']).toMatch(/^Bearer .*error="invalid_token"/)
      }
    }
  })

  it('books as text in both modes', async () => {
    const token = tokenFor('ROLE_AGENT', { userId: 'agent-1', organizationId: 'org-1' })
    for (const to of [system, confined]) {
      const body = booking({ applicationId: 'of-org-1' })
      expect((await send({ path: V2, token, body }, to)).status).toBe(200)
    }
  })
})

describe('[H4] numbers', () => {
  const places: [string, string, Record<string, unknown>][] = [
    [V1, '/metadata/number', { metadata: { number: '<value>' } }],
    [V2, '/metadata/list/0/number', { metadata: { list: [{ number: '<value>' }] } }],
    [V1, '/customer/metadata/number', { customer: { username: 'ada', metadata: { number: '<value>' } } }],
    [
      V2,
      '/customers/0/metadata/number',
      { customers: [{ username: 'ada', metadata: { number: '<value>' } }] },
    ],
    [V1, '/interaction/customFields/number', { interaction: { customFields: { number: '<value>' } } }],
    [V2, '/interaction/customFields/number', { interaction: { customFields: { number: '<value>' } } }],
  ]
  it.each(places)('beyond the range of a double return 400 on %s at %s', async (path, pointer, fields) => {
    for (const number of ['9007199254740993', '1e400', '-0.12345678901234567890123']) {
      const said = problemIn(await send({ path, token: agent, body: booking(fields, number) }))
      expect(said).toMatchObject({ status: 400, code: 'NUMBER_NOT_EXACT', errors: [{ pointer }] })
      expect(said.errors?.[0]?.message).toContain('send it as a string')
    }
    expect((await send({ path, token: agent, body: booking(fields, '"9007199254740993"') })).status).toBe(200)
  })

  it.each([V1, V2])('and booleans in the customFields of %s become strings', async (path) => {
    const interaction = { customFields: { number: 7, fraction: 0.5, flag: false, text: 'x' } }
    const response = await send({ path, token: agent, body: booking({ interaction }) })
    expect(response.status).toBe(200)
    expect(bodyOf(response)).toMatchObject({
      interaction: { customFields: { number: '7', fraction: '0.5', flag: 'false', text: 'x' } },
    })
  })

  it('and booleans become strings in an updated interaction', async () => {
    const path = `${V2}/${await standing()}/interaction`
    const body = JSON.stringify({ customFields: { number: 7, flag: true } })
    const response = await send({ method: 'PUT', path, token: agent, body })
    expect(response.status).toBe(200)
    expect(bodyOf(response)).toMatchObject({ interaction: { customFields: { number: '7', flag: 'true' } } })
    const inexact = await send({ method: 'PUT', path, token: agent, body: '{"customFields":{"a":1e400}}' })
    expect(problemIn(inexact)).toMatchObject({ code: 'NUMBER_NOT_EXACT' })
  })
})

describe('[H4] a body that does not arrive', () => {
  it.concurrent.each([
    [OTP, JSON_BODY, undefined],
    [VERIFY, JSON_BODY, undefined],
    [EXCHANGE, FORM_BODY, undefined],
    [V1, JSON_BODY, agent],
    [V2, JSON_BODY, agent],
  ])('in full to %s gets 400 at the deadline', async (path, headers, token) => {
    const connection = await openConnection(system.gatewayUrl)
    const length = { 'content-length': '50' }
    const given = token === undefined ? {} : { token }
    connection.write(`${headOf({ path, ...given, headers: { ...headers, ...length } })}{`)
    const response = await connection.response()
    await connection.end()
    expect(response).toMatchObject({ status: 400, headers: { connection: 'close' } })
    const said = JSON.parse(response?.text ?? '') as Record<string, unknown>
    if (path === EXCHANGE) expect(said).toMatchObject({ error: 'invalid_request' })
    else expect(said).toMatchObject({ code: 'VALIDATION_FAILED', detail: 'The body did not arrive in time.' })
  })
})

describe('[H4] a response to a body that is not read', () => {
  const length = { 'content-length': '50000000' }
  it.each([
    ['without a token', { path: V2, headers: length }, 401, 'UNAUTHORIZED'],
    ['with a wrong role', { path: V2, token: tokenFor('ROLE_CUSTOMER'), headers: length }, 403, 'FORBIDDEN'],
    ['of a long body', { path: V1, token: agent, headers: length }, 413, 'BODY_TOO_LARGE'],
    [
      'of a long keyed body',
      { path: V2, token: agent, headers: { ...length, 'idempotency-key': 'long' } },
      413,
      'BODY_TOO_LARGE',
    ],
    ['of a long password request', { path: OTP, headers: length }, 413, 'BODY_TOO_LARGE'],
    ['of a long form', { path: EXCHANGE, headers: { ...FORM_BODY, ...length } }, 413, 'BODY_TOO_LARGE'],
    ['to an unknown path', { path: '/api/nowhere', headers: length }, 404, 'ROUTE_NOT_FOUND'],
  ])('%s closes the connection', async (_kind, probe: Probe, status, code) => {
    const connection = await openConnection(system.gatewayUrl)
    connection.write(headOf({ ...probe, headers: { ...JSON_BODY, ...probe.headers } }))
    connection.write(Buffer.alloc(64_000, 'x'))
    const response = await connection.response()
    expect(response?.headers.connection).toBe('close')
    expect(problemIn(response as RawResponse)).toMatchObject({ status, code })
    await connection.end()
    expect(await connection.response()).toBeUndefined()
  })
})

describe('[H4] __proto__', () => {
  it.each([V1, V2])('is an unknown field of %s like any other', async (path) => {
    const odd = booking({}).replace('{', '{"__proto__":{"title":"polluted"},')
    const lenient = await send({ path, token: agent, body: odd })
    expect(lenient.status).toBe(200)
    expect(lenient.text).not.toContain('polluted')
    const strict = await send({ path, token: agent, headers: { prefer: 'handling=strict' }, body: odd })
    expect(problemIn(strict)).toMatchObject({
      status: 400,
      errors: [{ pointer: '/__proto__', code: 'UNKNOWN_FIELD' }],
    })
  })

  it('is an unknown setting of an application, and an unknown parameter', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const response = await send({ method, path: APPLICATION, token: machine, body: '{"__proto__":{}}' })
      expect(problemIn(response)).toMatchObject({
        errors: [{ pointer: '/__proto__', code: 'UNKNOWN_FIELD' }],
      })
    }
    await standing()
    const path = `${V2}?__proto__=1`
    expect((await send({ method: 'GET', path, token: agent })).status).toBe(200)
    const headers = { prefer: 'handling=strict' }
    const strict = problemIn(await send({ method: 'GET', path, token: agent, headers }))
    expect(strict).toMatchObject({ status: 400, errors: [{ parameter: '__proto__', code: 'UNKNOWN_FIELD' }] })
  })
})

describe('[H4] a body with another content type', () => {
  it.each([
    [V1, agent],
    [V2, agent],
    [OTP, undefined],
    [VERIFY, undefined],
  ])('to %s returns 415', async (path, token) => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type }
      const given = token === undefined ? {} : { token }
      const response = await send({ path, ...given, headers, body: booking({}) })
      expect(problemIn(response)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    }
  })

  it('to the token exchange gets an error that asks for a form', async () => {
    const response = await send({ path: EXCHANGE, body: '{}' })
    expect([response.status, bodyOf(response)]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'The body must be form-encoded' },
    ])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ORIGINS_PAGE } from '@appointments/contracts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { basic, issueOtp, newAddress } from './support/otp.ts'
import { proxiedOperations } from './support/operations.ts'
import { startStubService, type StubResponse } from './support/stub-service.ts'
import { tokenOf } from './support/tokens.ts'

const BANK = 'https://www.bank.example'
const INSURER = 'https://www.insurer.example'
const DESK = 'https://desk.example.com'
const agent = tokenOf('ROLE_AGENT')
const SLOTS = '/api/v2/availability/slots'

interface OriginsOf {
  id: string
  origins: string[]
}
const applications: OriginsOf[] = [
  ...Array.from({ length: ORIGINS_PAGE }, (_, n) => ({
    id: `a-${String(n).padStart(3, '0')}`,
    origins: ['https://other.example'],
  })),
  { id: 'bank', origins: [BANK, 'http://127.0.0.1:4000'] },
  { id: 'insurer', origins: [INSURER] },
]
let failure: StubResponse | undefined
let failures = 0

/** The response of the appointments service: one page of applications, sorted by id, with the origins they allow. */
const allowed = (body: string): StubResponse => {
  const { after = '', limit } = JSON.parse(body) as { after?: string; limit: number }
  if (failure) failures += 1
  return failure ?? { body: { applications: applications.filter(({ id }) => id > after).slice(0, limit) } }
}

let gateway: TestGateway
let web: Awaited<ReturnType<typeof startStubService>>
const start = async (env: Record<string, string> = {}) => {
  web = await startStubService()
  gateway = await startTestGateway({
    env: { ORIGINS_EVERY_MS: '20', WEB_URL: web.url, ...env },
    allowedOrigins: ({ body }) => allowed(body),
  })
}
const stop = async () => {
  await gateway.stop()
  await web.stop()
}

const allowedOriginOf = async (origin: string, path = '/api/v2/appointments/a-1') => {
  const { headers } = await gateway.call(path, { token: agent, headers: { origin } })
  return headers['access-control-allow-origin']
}
const codeIn = (json: unknown) => (json as { code?: string }).code
/** Resolves when the gateway has read the origins that are allowed now. */
const known = (origin = INSURER) => expect.poll(() => allowedOriginOf(origin)).toBe(origin)

beforeEach(async () => {
  failure = undefined
  gateway.reset()
  await known()
  gateway.reset()
})

describe('the origins that applications allow', () => {
  beforeAll(() => start({ CORS_ORIGINS: DESK }))
  afterAll(stop)

  it('may call the API, like those in CORS_ORIGINS, but no others may', async () => {
    for (const origin of [BANK, INSURER, DESK, 'https://other.example'])
      expect(await allowedOriginOf(origin)).toBe(origin)
    for (const origin of ['https://evil.example', `${BANK}:444`, 'http://www.bank.example', 'null'])
      expect(await allowedOriginOf(origin)).toBeUndefined()
  })

  it('are read again, and still apply while a read fails', async () => {
    const added = 'https://new.example'
    applications.push({ id: 'new', origins: [added] })
    await known(added)
    failure = { status: 500, body: { code: 'INTERNAL_ERROR' } }
    failures = 0
    applications.pop()
    await expect.poll(() => failures).toBeGreaterThan(1)
    expect(await allowedOriginOf(added)).toBe(added)
    failure = undefined
    await expect.poll(() => allowedOriginOf(added)).toBeUndefined()
  })
})

describe('operations that name an application', () => {
  beforeAll(() => start({ CORS_ORIGINS: DESK }))
  afterAll(stop)

  const checked = proxiedOperations.filter(({ operation }) => operation.checksOrigin)

  it('are those that visitors use', () => {
    expect(checked.map(({ name }) => name).sort()).toEqual([
      'v1.scheduleAppointmentBasic',
      'v2.findNextSlots',
      'v2.findOfferedServiceTypes',
      'v2.findSlotDays',
      'v2.findSlots',
      'v2.holdSlot',
      'v2.scheduleAppointmentBasic',
    ])
  })

  const request = async (
    { path, operation }: (typeof checked)[number],
    applicationId: string,
    origin: string,
  ) => {
    const isRead = operation.method === 'GET'
    const authorization = await (async () => {
      if (operation.access !== 'otp') return `Bearer ${agent}`
      const { id, code } = await issueOtp(gateway)
      gateway.reset()
      return basic(id, code)
    })()
    return gateway.call(isRead ? `${path}?applicationId=${applicationId}` : path, {
      method: operation.method,
      headers: { origin, authorization },
      ...(!isRead && { body: { applicationId } }),
    })
  }

  it.each(checked)('$name rejects pages that the application does not allow', async (operation) => {
    for (const [applicationId, origin] of [
      ['insurer', BANK],
      ['unknown', BANK],
      ['bank', 'https://evil.example'],
      ['bank', 'null'],
    ] as const) {
      const rejected = await request(operation, applicationId, origin)
      expect([rejected.status, codeIn(rejected.json)]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
      expect(gateway.arrivals()).toEqual([])
    }
  })

  it.each(checked)('$name serves pages that the application allows, and its own', async (operation) => {
    const own = new URL(gateway.url).origin
    for (const [applicationId, origin] of [
      ['bank', BANK],
      ['insurer', DESK],
      ['insurer', own],
      ['insurer', 'http://localhost:8080'],
    ] as const) {
      const { status } = await request(operation, applicationId, origin)
      expect([status, gateway.arrivals().length], origin).toEqual([200, 1])
      gateway.reset()
    }
  })

  it('lets a page that another application allows read the reason', async () => {
    const rejected = await gateway.call(`${SLOTS}?applicationId=insurer`, {
      token: agent,
      headers: { origin: BANK },
    })
    expect(rejected.headers['access-control-allow-origin']).toBe(BANK)
    expect(rejected.json).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED', status: 403 })
  })

  it.each([
    ['an inexact number', '{"applicationId":"insurer","x":9007199254740993}'],
    ['a byte order mark', '\uFEFF{"applicationId":"insurer"}'],
    ['a fault', '{"applicationId":'],
  ])('leave a body with %s to the service only if its application does not matter', async (_kind, body) => {
    const path = '/api/v2/availability/holds'
    const send = (headers: Record<string, string>) =>
      gateway.call(path, {
        method: 'POST',
        token: agent,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    for (const origin of [BANK, INSURER])
      expect(await send({ origin })).toMatchObject({
        status: 403,
        json: {
          code: 'ORIGIN_NOT_ALLOWED',
          detail: expect.stringContaining('cannot read the body') as string,
        },
      })
    expect(gateway.arrivals()).toEqual([])
    for (const headers of [{}, { origin: DESK }]) expect((await send(headers)).status).toBe(200)
    expect(gateway.arrivals().map((arrival) => arrival.body)).toEqual([body, body])
  })

  it('leave requests that name no application to the service', async () => {
    const { status } = await gateway.call(SLOTS, { token: agent, headers: { origin: BANK } })
    expect(status).toBe(200)
    expect(gateway.arrivals()).toHaveLength(1)
  })

  it('send a one-time password only for a page that the application allows', async () => {
    const ask = (applicationId: string, origin: string) =>
      gateway.call('/security/otp', {
        method: 'POST',
        headers: { origin },
        body: { applicationId, channel: 'EMAIL', to: newAddress() },
      })
    const rejected = await ask('insurer', BANK)
    expect([rejected.status, codeIn(rejected.json)]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
    expect(gateway.published).toEqual([])
    expect((await ask('bank', BANK)).status).toBe(202)
    expect(gateway.published).toHaveLength(1)
  })
})

describe('booking pages', () => {
  beforeAll(() => start())
  afterAll(stop)

  const open = (path: string) => {
    web.respondWith({ body: {}, headers: { 'content-security-policy': "default-src 'none'" } })
    return gateway.call(path)
  }

  it('may be shown by the pages that their application allows', async () => {
    for (const path of ['/book/bank', '/book/bank/advice', '/book/bank?embed=1']) {
      const { headers } = await open(path)
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; frame-ancestors ${BANK} http://127.0.0.1:4000`,
      )
      expect(headers).not.toHaveProperty('x-frame-options')
    }
  })

  it('cannot be framed by any page unless it allows one, and neither can other pages', async () => {
    const { headers } = await open('/book/unknown')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers['x-frame-options']).toBe('DENY')
    const other = await open('/manage/bank')
    expect(other.headers['content-security-policy']).toBe("default-src 'none'")
    expect(other.headers['x-frame-options']).toBe('DENY')
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { limits, type Change } from '@appointments/contracts'
import { daysAhead, openEventSource, startSmtpServer, type SmtpFake } from '@appointments/testing'
import { client, type Call } from '../src/client.ts'
import { done } from '../src/done.ts'
import { customersIn, type Appointment } from '../src/response-bodies.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'
import { mailTo } from './support/customer-mail.ts'

const V2 = '/api/v2/appointments'
const APPLICATION = 'colleagues'
const [FROM, TO] = [daysAhead(-1), daysAhead(60)]
const START = daysAhead(40, '10:00:00')
const inApplication = `applicationId=${APPLICATION}`
const days = `from=${FROM.slice(0, 10)}&to=${TO.slice(0, 10)}`
const manyAgents = Array.from({ length: limits.agentsOfStatistics }, () => randomUUID()).join('%2C')

let system: Services
let smtp: SmtpFake
let machine: Call
let supervisor: Call
/** The agent who must see nothing of its colleague. */
let agent: Call
const token = () => tokenFor('ROLE_AGENT', { userId: 'agent-own' })
let own: Appointment
let foreign: Appointment
/** Words that occur only in the colleague's appointment, its customer and its messages. */
let marks: string[]
let message: string

const book = async (agentId: string, customer: { firstName: string; email: string }, start = START) =>
  (await done(
    machine('POST', V2, {
      applicationId: APPLICATION,
      title: `Talk with ${customer.firstName}`,
      start,
      duration: 'PT30M',
      targetAssignment: { type: 'AGENT', id: agentId },
      customers: [{ name: { firstName: customer.firstName }, contact: { primaryEmail: customer.email } }],
    }),
  )) as Appointment

const messagesOf = async (appointmentId: string) => {
  const body = { applicationId: APPLICATION, appointmentId }
  const found = (await done(supervisor('POST', '/api/v2/notifications/search', body))) as {
    content: { id: string; status: string }[]
  }
  return found.content
}

beforeAll(async () => {
  smtp = await startSmtpServer()
  system = await startServices({ env: { SMTP_URL: smtp.url } })
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  agent = client(system.gatewayUrl, token())
  await done(
    machine('PUT', `/api/v2/applications/${APPLICATION}`, {
      agentAccess: 'ASSIGNED',
      agentReassignmentEnabled: true,
      overlapPolicy: 'REJECT',
      notifications: { active: true, schedules: [], types: { CREATE: { channels: ['EMAIL'] } } },
    }),
  )
  const hours = [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '00:00', to: '24:00' }]
  for (const id of ['agent-own', 'agent-colleague'])
    await done(machine('PUT', `/api/v2/agents/${id}`, { displayName: id, timezone: 'UTC', hours }))
  own = await book('agent-own', { firstName: 'Ada', email: 'ada@own.example.com' })
  foreign = await book('agent-colleague', { firstName: 'Zenobia', email: 'zenobia@hidden.example.com' })
  await mailTo(smtp, 'zenobia@hidden.example.com')
  await mailTo(smtp, 'ada@own.example.com')
  message = await vi.waitFor(
    async () => {
      const [sent] = await messagesOf(foreign.id)
      expect(sent).toMatchObject({ status: 'DELIVERED' })
      return sent!.id
    },
    { timeout: 15_000 },
  )
  marks = [foreign.id, message, customersIn(foreign)[0]!, 'Zenobia', 'zenobia@hidden']
})
afterAll(async () => {
  await system.close()
  await smtp.stop()
})

/** Finds words of the colleague's appointment in a response, except those that the agent has sent in the request. */
const marksIn = (body: unknown): string[] =>
  marks.filter((mark) => JSON.stringify(body ?? null).includes(mark))

/** Reads that an agent may make. Each list contains the agent's own appointment, and none contains the colleague's. */
const reads: [name: string, isList: boolean, method: string, path: string, body?: () => object][] = [
  ...['', '&agentId=agent-colleague', '&state=SCHEDULED', `&changedSince=${FROM}`, '&pageSize=200'].map(
    (query) =>
      [
        `list ${query.replace(/=.*/, '')}`,
        true,
        'GET',
        `${V2}?${inApplication}${query}`,
      ] as (typeof reads)[number],
  ),
  ...[
    {},
    { applicationId: APPLICATION },
    { applicationId: APPLICATION, agentId: ['agent-colleague', 'agent-own'] },
    { applicationId: APPLICATION, sort: '-changed', include: ['participants'] },
    { applicationId: APPLICATION, changedSince: FROM, from: FROM, to: TO },
  ].map(
    (body) =>
      [
        `search by ${Object.keys(body).join() || 'nothing'}`,
        true,
        'POST',
        `${V2}/search`,
        () => body,
      ] as (typeof reads)[number],
  ),
  ['search for the name', false, 'POST', `${V2}/search`, () => ({ q: 'zenobia' })],
  [
    'search for the address',
    false,
    'POST',
    `${V2}/search`,
    () => ({ contact: 'zenobia@hidden.example.com' }),
  ],
  ['search for the id', false, 'POST', `${V2}/search`, () => ({ applicationId: APPLICATION, q: foreign.id })],
  ['search for the colleague', false, 'POST', `${V2}/search`, () => ({ agentId: ['agent-colleague'] })],
  ['feed of changes', true, 'GET', `/api/v2/changes?${inApplication}&since=${FROM}`],
  ['feed of a colleague', false, 'GET', `/api/v2/changes?since=${FROM}&agentId=agent-colleague`],
  ['messages', true, 'POST', '/api/v2/notifications/search', () => ({ applicationId: APPLICATION })],
  [
    'messages of the appointment',
    false,
    'POST',
    '/api/v2/notifications/search',
    () => ({ applicationId: APPLICATION, appointmentId: foreign.id }),
  ],
  [
    'messages to the customer',
    false,
    'POST',
    '/api/v2/notifications/search',
    () => ({ applicationId: APPLICATION, contact: 'zenobia@hidden.example.com' }),
  ],
  [
    'messages of the colleague',
    false,
    'POST',
    '/api/v2/notifications/search',
    () => ({ applicationId: APPLICATION, agentId: ['agent-colleague'] }),
  ],
  [
    'busy time of the colleague',
    false,
    'GET',
    `/api/v2/availability/freebusy?${inApplication}&agentId=agent-colleague&from=${daysAhead(39)}&to=${daysAhead(41)}`,
  ],
  [
    'why a time of the colleague is not free',
    false,
    'POST',
    '/api/v2/availability/check',
    () => ({ applicationId: APPLICATION, agentId: 'agent-colleague', start: START, duration: 'PT30M' }),
  ],
  ['me', false, 'GET', '/api/v2/me'],
]

describe("an agent sees no colleague's appointment", () => {
  it.each(reads)('by %s', async (_, isList, method, path, body) => {
    const { status, body: found } = await agent(method, path, body?.())
    expect([200, 404]).toContain(status)
    // a list returns an error if no appointment matches
    if (status === 404) expect(found).toMatchObject({ code: 'NO_APPOINTMENTS_MATCH' })
    expect(marksIn(found)).toEqual([])
    if (isList) expect(JSON.stringify(found)).toContain(own.id)
  })

  it('although a supervisor finds it by the same reads', async () => {
    for (const [name, isList, method, path, body] of reads.filter(([, is]) => is)) {
      const { body: found } = await supervisor(method, path, body?.())
      expect([name, isList, marksIn(found).length > 0]).toEqual([name, true, true])
    }
  })

  it('by the cursor of a supervisor', async () => {
    const search = { applicationId: APPLICATION, limit: 1 }
    const { nextCursor } = (await done(supervisor('POST', `${V2}/search`, search))) as { nextCursor: string }
    const page = await agent('POST', `${V2}/search`, { ...search, cursor: nextCursor })
    expect(page.status).toBe(200)
    expect(marksIn(page.body)).toEqual([])
    const { body: feed } = await supervisor('GET', `/api/v2/changes?${inApplication}&since=${FROM}&limit=1`)
    const cursor = encodeURIComponent((feed as { nextCursor: string }).nextCursor)
    expect(marksIn((await agent('GET', `/api/v2/changes?${inApplication}&cursor=${cursor}`)).body)).toEqual(
      [],
    )
  })

  it.each(['', '/participants', '/room', '/interaction', '/timeline', '/calendar', '/participants/customer'])(
    'by address, at /{id}%s',
    async (path) => {
      const at = ({ id, ...rest }: Appointment) =>
        `${V2}/${id}${path.replace('customer', customersIn({ id, ...rest })[0]!)}`
      const rejected = await agent('GET', at(foreign))
      expect(rejected).toMatchObject({ status: 404, body: { code: 'APPOINTMENT_NOT_FOUND' } })
      // the response is the same as for an appointment that does not exist
      const unknown = await agent('GET', at({ ...foreign, id: 'unknown' }))
      const { requestId: _, instance: __, ...problem } = rejected.body as Record<string, unknown>
      expect(unknown.body).toMatchObject(problem)
      if (path === '/room') return
      // a calendar file is not JSON
      if (path !== '/calendar') expect((await agent('GET', at(own))).status).toBe(200)
    },
  )

  it.each<[string, string, () => unknown]>([
    ['PUT', '/cancel', () => ({})],
    ['PUT', '/room', () => undefined],
    ['DELETE', '', () => undefined],
  ])('and changes none: %s /{id}%s', async (method, path, body) => {
    const { status, body: problem } = await agent(method, `${V2}/${foreign.id}${path}`, body())
    expect([status, (problem as { code: string }).code]).toEqual([404, 'APPOINTMENT_NOT_FOUND'])
  })

  it('by its messages', async () => {
    for (const [method, path, code] of [
      ['GET', `/api/v2/notifications/${message}/content`, 'NOTIFICATION_NOT_FOUND'],
      ['POST', `${V2}/${foreign.id}/notifications/${message}/resend`, 'APPOINTMENT_NOT_FOUND'],
      // as if it were a message of the agent's own appointment
      ['POST', `${V2}/${own.id}/notifications/${message}/resend`, 'NOTIFICATION_NOT_FOUND'],
      ['GET', `${V2}/${own.id}/notifications/${message}/events`, 'NOTIFICATION_NOT_FOUND'],
    ] as const) {
      const { status, body } = await agent(method, path)
      expect([path, status, (body as { code: string }).code]).toEqual([path, 404, code])
    }
    const ids = [message]
    expect((await agent('POST', '/api/v2/notifications/retry', { ids })).body).toEqual([
      { id: message, outcome: 'NOT_FOUND' },
    ])
    expect((await supervisor('GET', `/api/v2/notifications/${message}/content`)).status).toBe(200)
  })

  it.each([
    ['statistics of appointments', 'GET', `/api/v2/statistics/appointments?${inApplication}&${days}`],
    ['statistics of messages', 'GET', `/api/v2/statistics/notifications?${inApplication}&${days}`],
    [
      'statistics of 500 agents whose ids are UUIDs',
      'GET',
      `/api/v2/statistics/appointments?${inApplication}&${days}&agentId=${manyAgents}`,
    ],
    ['previews of messages', 'POST', `/api/v2/applications/${APPLICATION}/message-previews`],
    ['affected appointments', 'GET', '/api/v2/availability/affected?agentId=agent-colleague'],
    ['webhook endpoints', 'GET', `/api/v2/webhook-endpoints?${inApplication}`],
  ])('by %s, which only supervisors read', async (_, method, path) => {
    const body = method === 'POST' ? { type: 'CREATE', locale: 'en-GB' } : undefined
    const { status, body: problem } = await agent(method, path, body)
    expect([status, (problem as { code: string }).code]).toEqual([403, 'FORBIDDEN'])
    expect((await supervisor(method, path, body)).status).toBe(200)
  })

  it('by booking at its time', async () => {
    const rejected = await agent('POST', V2, {
      applicationId: APPLICATION,
      start: START,
      duration: 'PT30M',
      targetAssignment: { type: 'AGENT', id: 'agent-colleague' },
    })
    expect(rejected).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } })
    expect(marksIn(rejected.body)).toEqual([])
  })

  it('through the stream, whatever happens to the appointment', async () => {
    const stream = await openEventSource(`${system.gatewayUrl}/api/v2/changes/stream?${inApplication}`, {
      authorization: `Bearer ${token()}`,
    })
    const hidden = await book(
      'agent-colleague',
      { firstName: 'Zenobia', email: 'zenobia@hidden.example.com' },
      daysAhead(41),
    )
    await done(supervisor('PUT', `${V2}/reschedule`, { id: hidden.id, start: daysAhead(42) }))
    const customer = customersIn(hidden)[0]!
    await done(supervisor('PUT', `${V2}/${hidden.id}/participants/${customer}?state=WAITING`))
    await done(supervisor('PUT', `${V2}/${hidden.id}/cancel`, { reason: 'Zenobia is ill' }))
    const last = await book('agent-own', { firstName: 'Ada', email: 'ada@own.example.com' }, daysAhead(43))
    const first = (await stream.next())?.data as Change
    expect(first).toMatchObject({ appointmentId: last.id, type: 'APScheduledEvent' })
    stream.close()
  })

  it('any longer, once it is assigned to the colleague', async () => {
    const { id } = await book('agent-own', { firstName: 'Ada', email: 'ada@own.example.com' }, daysAhead(44))
    expect((await agent('GET', `${V2}/${id}/timeline`)).status).toBe(200)
    await done(supervisor('PUT', `${V2}/reassign`, { id, userId: 'agent-colleague' }))
    expect((await agent('GET', `${V2}/${id}`)).status).toBe(404)
    expect((await agent('GET', `${V2}/${id}/timeline`)).status).toBe(404)
    const { body } = await agent('POST', `${V2}/search`, { applicationId: APPLICATION, q: id })
    expect(body).toMatchObject({ content: [] })
    const { body: feed } = await agent('GET', `/api/v2/changes?${inApplication}&since=${FROM}`)
    const about = (feed as { content: Change[] }).content.filter(({ appointmentId }) => appointmentId === id)
    expect(about.at(-1)).toMatchObject({ inScope: false })
    for (const change of about) expect(change).not.toHaveProperty('appointment.id')
  })
})

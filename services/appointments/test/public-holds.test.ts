import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serviceTypeRequest, type Caller } from '@appointments/contracts'
import { allowanceOf } from '../src/domain/hold-allowance.ts'
import { holdKeyOf } from '../src/domain/hold.ts'
import { agent, anonymous, appointmentsService, free, machine, rejection, V2 } from './harness.ts'

const service = appointmentsService()
const HOLDS = '/api/v2/availability/holds'
const NOW = '2026-12-01T12:00:00.000Z'
const applicationId = 'app-public'
const visitor = (name: string): Caller => ({ ...anonymous, visitor: name })
const verified = (to: string, application = applicationId): Caller => ({
  ...anonymous,
  verifiedContact: { channel: 'EMAIL', to },
  oneTimePassword: { id: `password-of-${to}`, applicationId: application },
})

const settle = (publicHolds: string, change: object = {}) =>
  service.call(machine, 'PUT', `/api/v2/applications/${applicationId}/availability`, {
    publicHolds,
    ...change,
  })
let versions = 0
const publish = (id: string, change: object, of = applicationId) => {
  versions += 1
  return service.publish('APServiceTypeChangedEvent', `${of} ${id}`, versions, {
    applicationId: of,
    id,
    version: versions,
    serviceType: {
      ...serviceTypeRequest.parse({ name: id, durations: ['PT30M'], queueId: 'desk', ...change }),
      id,
      applicationId: of,
      version: versions,
      createdAt: NOW,
      updatedAt: NOW,
    },
  })
}

let days = 0
/** Holds the same hour of a day that no other hold takes. */
const hold = (caller: Caller, change: Record<string, unknown> = {}) => {
  days += 1
  const start = new Date(Date.parse('2027-01-09T09:00:00Z') + days * 86_400_000).toISOString()
  return service.call(caller, 'POST', HOLDS, { applicationId, serviceTypeId: 'advice', start, ...change })
}
/** Copies a hold, as if its caller had made more. */
const copies = (id: string, count: number, change = 'counted_as, made_at, expires_at') =>
  service.query(
    `INSERT INTO holds (key, application_id, counted_as, made_at, expires_at, version, content, extendable_until, is_public)
     SELECT key || n, application_id, ${change}, 1, content, extendable_until, is_public
     FROM holds, generate_series(1, ${count}) AS n WHERE key = $1`,
    [holdKeyOf(id)],
  )

const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' }
const LIMIT = { status: 429, code: 'HOLD_LIMIT' }

beforeAll(async () => {
  await service.configured(applicationId, { overlapPolicy: 'REJECT' })
  await publish('advice', { bookableBy: 'ANYONE' })
  await publish('internal', { bookableBy: 'STAFF' })
})
beforeEach(async () => {
  service.setNow(NOW)
  await service.query('DELETE FROM holds')
  await service.query('DELETE FROM agent_bookings WHERE hold_key IS NOT NULL')
  service.availability.queues = { desk: ['ann'] }
  service.availability.decide = (request) => free(request, service.availability.queues)
})

describe('a hold without a token', () => {
  it('is made if holds are open to anyone, lives for five minutes, and shows no agent', async () => {
    await settle('OPEN')
    const { status, body } = await hold(visitor('one'))
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('agentId')
    expect(body).toMatchObject({
      duration: 'PT30M',
      expiresAt: '2026-12-01T12:05:00Z',
      extendableUntil: '2026-12-01T12:15:00Z',
    })
    const { id } = body as { id: string }
    expect((await service.call(anonymous, 'GET', `${HOLDS}/${id}`)).status).toBe(200)
    service.setNow('2026-12-01T12:04:00Z')
    const extended = await service.call(anonymous, 'PUT', `${HOLDS}/${id}`, { ttl: 'PT30M' })
    expect(extended.body).toMatchObject({ expiresAt: '2026-12-01T12:09:00Z' })
    const booked = await service.call(agent, 'POST', V2, { applicationId, holdId: id })
    expect(booked.body).toMatchObject({ assignment: { state: 'ASSIGNED', queueId: 'desk' } })
  })

  it('needs a password that was verified for the application, unless holds are open to anyone', async () => {
    await settle('OTP')
    expect(rejection(await hold(visitor('one')))).toEqual(UNAUTHORIZED)
    expect(rejection(await hold(verified('eve@example.com', 'another')))).toEqual(UNAUTHORIZED)
    const made = await hold(verified('ada@example.com'))
    expect(made.body).toMatchObject({ expiresAt: '2026-12-01T12:10:00Z' })
    await settle('OFF')
    expect(rejection(await hold(verified('ada@example.com')))).toEqual(UNAUTHORIZED)
    expect(rejection(await hold(visitor('one')))).toEqual(UNAUTHORIZED)
  })

  it('responds the same whether the application does not exist or offers no holds', async () => {
    await settle('OFF')
    const [unknown, closed] = [
      await hold(visitor('one'), { applicationId: 'none' }),
      await hold(visitor('one')),
    ]
    const { instance: _, requestId: __, ...expected } = unknown.body as unknown as Record<string, unknown>
    expect(closed.body).toMatchObject(expected)
  })

  it('must be for a service type that customers may book, and may name an agent only if agents are shown', async () => {
    await settle('OPEN')
    await publish('elsewhere', { bookableBy: 'ANYONE' }, 'app-elsewhere')
    for (const serviceTypeId of ['internal', 'elsewhere', 'none'])
      expect(rejection(await hold(visitor('one'), { serviceTypeId }))).toEqual({
        status: 404,
        code: 'SERVICE_TYPE_NOT_FOUND',
      })
    const untyped = await hold(visitor('one'), { serviceTypeId: undefined, queueId: 'desk' })
    expect(untyped.body).toMatchObject({
      status: 400,
      errors: [{ pointer: '/serviceTypeId', code: 'REQUIRED' }],
    })
    for (const named of [{ agentId: 'ann' }, { preferredAgentId: 'ann' }])
      expect(rejection(await hold(visitor('one'), named))).toEqual({ status: 404, code: 'AGENT_NOT_FOUND' })
    await settle('OPEN', { showAgents: true })
    expect((await hold(visitor('one'), { agentId: 'ann' })).body).toMatchObject({ agentId: 'ann' })
  })

  it('may name the queue of the service type, and another one only if customers may choose their target', async () => {
    await settle('OPEN')
    service.availability.queues = { desk: ['ann'], escalation: ['boss'] }
    const unknown = { status: 404, code: 'QUEUE_NOT_FOUND' }
    expect((await hold(visitor('one'), { queueId: 'desk' })).status).toBe(201)
    const before = await service.footprint()
    expect(rejection(await hold(visitor('one'), { queueId: 'escalation' }))).toEqual(unknown)
    expect(rejection(await hold(visitor('one'), { queueId: 'none' }))).toEqual(unknown)
    expect(await service.footprint()).toEqual(before)
    expect((await hold(agent, { queueId: 'escalation' })).body).toMatchObject({ agentId: 'boss' })
    const rejects = { overlapPolicy: 'REJECT' }
    await service.configured(applicationId, { ...rejects, selfBookingFields: ['targetAssignment'] })
    expect((await hold(visitor('one'), { queueId: 'escalation' })).status).toBe(201)
    await service.configured(applicationId, rejects)
  })

  it('is limited to 10 live ones per address', async () => {
    await settle('OPEN')
    const { body } = await hold(visitor('many'))
    await copies((body as { id: string }).id, 9)
    const eleventh = await hold(visitor('many'))
    expect(rejection(eleventh)).toEqual(LIMIT)
    expect(eleventh.headers.get('retry-after')).toBe('300')
    expect((await hold(visitor('another'))).status).toBe(201)
    service.setNow('2026-12-01T12:06:00Z')
    expect((await hold(visitor('many'))).status).toBe(201)
  })

  it('is limited to two per verified contact, in any spelling of the address', async () => {
    await settle('OTP')
    const ada = verified('ada@example.com')
    const { body } = await hold(ada)
    expect((await hold(verified('ADA@example.com'))).status).toBe(201)
    expect(rejection(await hold(ada))).toEqual(LIMIT)
    expect((await service.call(ada, 'DELETE', `${HOLDS}/${(body as { id: string }).id}`)).status).toBe(204)
    expect((await hold(ada)).status).toBe(201)
  })

  it('is limited to 60 an hour per address, even if the earlier ones have ended', async () => {
    await settle('OPEN')
    const { body } = await hold(visitor('hasty'))
    await service.query(
      `INSERT INTO holds (key, application_id, counted_as, made_at, expires_at, version, content, extendable_until, is_public)
       SELECT key || n, application_id, counted_as, made_at, made_at, 1, content, extendable_until, true
       FROM holds, generate_series(1, 59) AS n WHERE key = $1`,
      [holdKeyOf((body as { id: string }).id)],
    )
    const limited = await hold(visitor('hasty'))
    expect(rejection(limited)).toEqual(LIMIT)
    expect(limited.headers.get('retry-after')).toBe('3600')
    service.setNow('2026-12-01T13:00:00.001Z')
    expect((await hold(visitor('hasty'))).status).toBe(201)
  })

  it('is limited to 500 per application over all callers; a caller with a token may still hold', async () => {
    await settle('OPEN')
    const { body } = await hold(visitor('first'))
    await copies((body as { id: string }).id, 499, `'visitor ' || n, made_at, expires_at`)
    expect(rejection(await hold(visitor('late')))).toEqual(LIMIT)
    const ofStaff = await hold(agent)
    expect(ofStaff.status).toBe(201)
    await service.query('DELETE FROM holds WHERE is_public')
    await copies((ofStaff.body as { id: string }).id, 500, `'agent ' || n, made_at, expires_at`)
    expect((await hold(visitor('late'))).status).toBe(201)
  })
})

describe('a change of the service type after a hold', () => {
  const RESTORED = { bookableBy: 'ANYONE' }
  afterEach(() => publish('advice', RESTORED))

  let customers = 0
  const bookWith = (holdId: string, change: object = {}) => {
    customers += 1
    const primaryEmail = `ada-${customers}@example.com`
    return service.call(verified(primaryEmail), 'POST', `${V2}/basic`, {
      applicationId,
      holdId,
      customers: [{ contact: { primaryEmail } }],
      ...change,
    })
  }

  it.each([
    ['durations', { durations: ['PT45M'] }],
    ['customers', { bookableBy: 'STAFF' }],
  ])('to other %s does not affect the hold', async (_name, change) => {
    await settle('OPEN')
    const { body: held } = await hold(visitor('one'))
    await publish('advice', { ...RESTORED, ...change })
    const { status, body } = await bookWith(held.id)
    expect([status, body.duration, body.start]).toEqual([200, 'PT30M', held.start])
  })

  it('to an inactive one keeps its title, routing and questions', async () => {
    await settle('OPEN')
    const routing = { type: 'VENDORA_CLOUD_FLOW', properties: { deploymentId: 'd-1' } }
    const intake = [{ id: 'topic', label: 'Topic', type: 'TEXT', required: true }]
    const type = { ...RESTORED, title: 'Advice', routing, intake }
    await publish('advice', type)
    const { body: held } = await hold(visitor('one'))
    await publish('advice', { ...type, active: false })
    expect((await bookWith(held.id)).body.errors).toMatchObject([{ pointer: '/answers/topic' }])
    const booked = await bookWith(held.id, { answers: { topic: 'loan' } })
    expect(booked.status, JSON.stringify(booked.body)).toBe(200)
    const { title, interaction, metadata } = await service.read(booked.body.id)
    expect({ title, interaction, metadata }).toMatchObject({
      title: 'Advice',
      interaction: { routing: { type: 'VENDORA_CLOUD_FLOW' } },
      metadata: { intake: { topic: 'loan' } },
    })
  })

  it('is not needed to reject a customer who uses a hold of staff for a service type of staff', async () => {
    const { body: held } = await hold(agent, { serviceTypeId: 'internal' })
    expect((await bookWith(held.id)).body.errors).toMatchObject([{ pointer: '/serviceTypeId' }])
  })
})

it('counts callers of different kinds separately', () => {
  const callers: Caller[] = [agent, machine, visitor('one'), visitor('two'), verified('ada@example.com')]
  expect(new Set(callers.map((caller) => allowanceOf(caller).countedAs)).size).toBe(callers.length)
})

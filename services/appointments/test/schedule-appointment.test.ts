import { describe, expect, it } from 'vitest'
import {
  agent,
  anyText,
  appointmentsService,
  aSchedule,
  machine,
  of,
  supervisor,
  V1,
  V2,
  rejection,
} from './harness.ts'

const service = appointmentsService()
const customer = { contact: { primaryEmail: 'ada@example.com' }, name: { firstName: 'Ada' } }

const anyPhone = expect.objectContaining({ phone: '+49301234567' }) as unknown
const ofPhone = (primaryPhone: string) => ({ contact: { primaryPhone } })

describe('schedule', () => {
  it('returns the v1 representation on v1 and publishes one event [4.1 POST /, 4.1.4]', async () => {
    const { status, body } = await service.call(
      agent,
      'POST',
      V1,
      aSchedule({ customer, title: 'Review', metadata: { b: 1, a: 2 } }),
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      applicationId: 'app-1',
      id: anyText,
      title: 'Review',
      start: '2027-01-09T09:00:00Z',
      end: '2027-01-09T09:30:00Z',
      duration: 'PT30M',
      timezone: 'UTC',
      locale: 'en',
      metadata: { b: 1, a: 2 },
      notificationHeaders: {},
      notificationsActive: false,
      interaction: { customFields: {}, properties: {}, state: 'PENDING' },
      organizer: { id: 'agent-7', type: 'AGENT', state: '-' },
      participantIds: [
        { id: 'agent-7', type: 'AGENT', state: '-' },
        { id: anyText, type: 'CUSTOMER', state: '-' },
      ],
    })
    const events = await service.eventsOf(body.id)
    expect(events.map(({ type }) => type)).toEqual(['APScheduledEvent'])
    expect(events[0]).toMatchObject({
      data: {
        customers: [{ email: 'ada@example.com', firstName: 'Ada' }],
        actor: { id: 'agent-7', role: 'ROLE_AGENT' },
      },
    })
  })

  it.each([
    [V1, '2027-01-09T10:00+01[Europe/Berlin]'],
    [V1, '20270109T090000,000Z'],
    [V2, '2027-01-09T09:00'],
    [V2, '2027-01-09T10:00[Europe/Berlin]'],
  ])('reads a start as Temporal does, and writes RFC 3339: %s %s [H5.1]', async (path, start) => {
    const { status, body } = await service.call(agent, 'POST', path, aSchedule({ start }))
    expect([status, body.start, body.end]).toEqual([200, '2027-01-09T09:00:00Z', '2027-01-09T09:30:00Z'])
  })

  it.each([
    [V1, { customer: { contact: { primaryPhone: '030/1234567' } } }],
    [V2, { customers: [customer, { contact: { primaryPhone: '+49 (0) 30 1234567' } }] }],
  ])('normalizes a phone number on %s, using the region of the application [H5.7]', async (path, of) => {
    await service.configured('app-region', { defaultRegion: 'DE' })
    const { body } = await service.call(
      agent,
      'POST',
      path,
      aSchedule({ applicationId: 'app-region', ...of }),
    )
    const [event] = await service.eventsOf(body.id)
    expect(event!.data).toMatchObject({ customers: expect.arrayContaining([anyPhone]) as unknown })
  })

  it.each([
    [V1, { customer: { contact: { primaryPhone: '030 1234567' } } }, ['/customer/contact/primaryPhone']],
    [
      V2,
      { customers: [customer, ...['030 1234567', '040 1234567'].map(ofPhone)] },
      ['/customers/1/contact/primaryPhone', '/customers/2/contact/primaryPhone'],
    ],
  ])('reports every phone number on %s that no region completes [H5.7]', async (path, of, pointers) => {
    const { status, body } = await service.call(agent, 'POST', path, aSchedule(of))
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
    const errors = body.errors as { pointer: string; code: string }[]
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual(
      pointers.map((pointer) => [pointer, 'INVALID_PHONE']),
    )
  })

  it('keeps the order of metadata', async () => {
    const { body } = await service.call(
      agent,
      'POST',
      V1,
      aSchedule({ metadata: { zz: 1, a: 2, m: { y: 1, b: 2 } } }),
    )
    const read = await service.call(agent, 'GET', `${V1}/${body.id}`)
    expect(JSON.stringify(read.body)).toBe(JSON.stringify(body))
  })

  it('returns state, version, ETag and secureToken on v2 [4.2 POST /, 2.1 secureToken, 9.3]', async () => {
    const request = aSchedule({
      customers: [customer, { username: 'bob' }],
      targetAssignment: { id: 'q-1', type: 'QUEUE' },
    })
    const { status, body, headers } = await service.call(machine, 'POST', V2, request)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'SCHEDULED',
      version: 2,
      targetAssignment: { id: 'q-1', type: 'QUEUE' },
    })
    expect(body.participants.map(({ type }) => type)).toEqual(['CUSTOMER', 'CUSTOMER'])
    expect(body).not.toHaveProperty('organizer')
    expect(body.secureToken).toEqual(anyText)
    expect(headers.get('etag')).toBe('"2"')
  })

  it('makes the agent of the target assignment the organizer', async () => {
    const request = aSchedule({ targetAssignment: { id: 'agent-9', type: 'AGENT' } })
    const { body } = await service.call(machine, 'POST', V2, request)
    expect(body.organizer).toEqual({ id: 'agent-9', type: 'AGENT' })
  })

  it.each(['Agent', 'agent'])('reads the type of the target assignment in any case: %s', async (type) => {
    const request = aSchedule({ targetAssignment: { id: 'agent-9', type } })
    const { body } = await service.call(machine, 'POST', V2, request)
    expect(body).toMatchObject({
      organizer: { id: 'agent-9', type: 'AGENT' },
      targetAssignment: { id: 'agent-9', type: 'AGENT' },
    })
  })

  it('keeps a type of target assignment that has no effect as it is', async () => {
    const target = { id: 'team-2', type: 'agents' }
    const { body } = await service.call(machine, 'POST', V2, aSchedule({ targetAssignment: target }))
    expect(body).toMatchObject({ targetAssignment: target })
  })

  it('fills in chatMode and routing from the request and the application [2.3 routing.properties.chatMode]', async () => {
    const routingDefaults = { VENDORB_DIGITAL_CONNECT: { touchpointId: 't-1' } }
    await service.call(machine, 'PUT', '/api/v2/applications/app-routing', { routingDefaults })
    const interaction = { routing: { type: 'VENDORB_DIGITAL_CONNECT', properties: {} } }
    const { body } = await service.call(
      agent,
      'POST',
      V2,
      aSchedule({ applicationId: 'app-routing', interaction }),
    )
    expect(body.interaction.routing).toEqual({
      type: 'VENDORB_DIGITAL_CONNECT',
      properties: { touchpointId: 't-1', chatMode: 'vendorb-digital-connect' },
    })
  })

  it.each([
    ['a time that is over', { start: '2026-12-01T11:29:59Z' }, 'SCHEDULE_IN_PAST'],
    ['a time more than two years ahead', { start: '2029-01-01T00:00:00Z' }, 'SCHEDULE_TOO_FAR'],
    [
      'an incomplete routing',
      { interaction: { routing: { type: 'VENDORA_CLOUD_FLOW', properties: {} } } },
      'ROUTING_INCOMPLETE',
    ],
    ['a duration outside the subset', { duration: 'P1W' }, 'VALIDATION_FAILED'],
    ['a duration of zero', { duration: 'PT0S' }, 'VALIDATION_FAILED'],
    ['more than seven days', { duration: 'P7DT1S' }, 'VALIDATION_FAILED'],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, 'VALIDATION_FAILED'],
    ['a customer without a contact', { customers: [{ name: { firstName: 'X' } }] }, 'CONTACT_REQUIRED'],
    [
      'a forbidden metadata key',
      '{"applicationId":"a","start":"2027-01-09T09:00:00Z","duration":"PT1H","metadata":{"__proto__":1}}',
      'VALIDATION_FAILED',
    ],
    ['a header with a line break', { notificationHeaders: { 'x-a': 'a\r\nb' } }, 'VALIDATION_FAILED'],
    ['an agent id with a space', { targetAssignment: { id: 'a b', type: 'AGENT' } }, 'VALIDATION_FAILED'],
    ['the same in small letters', { targetAssignment: { id: 'a b', type: 'agent' } }, 'VALIDATION_FAILED'],
    ['broken JSON', '{"applicationId":', 'MALFORMED_JSON'],
    ['an array', '[]', 'VALIDATION_FAILED'],
  ])('rejects %s and stores nothing [7 400, 8.1]', async (_, change, code) => {
    const before = await service.footprint()
    const request =
      typeof change === 'string' ? change : aSchedule({ applicationId: 'app-rejected', ...change })
    const { status, body } = await service.call(agent, 'POST', V2, request)
    expect({ status, code: body.code }).toEqual({ status: 400, code })
    expect(await service.footprint()).toEqual(before)
  })

  it('reports all faults of a request together', async () => {
    const request = {
      start: 1,
      duration: 'P1W',
      timezone: 'X/Y',
      customers: [{}, { contact: { primaryEmail: 'x', primaryPhone: '1' } }],
    }
    const { body } = await service.call(agent, 'POST', V2, request)
    expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual([
      '/applicationId',
      '/customers/0',
      '/customers/1/contact/primaryEmail',
      '/customers/1/contact/primaryPhone',
      '/duration',
      '/start',
      '/timezone',
    ])
  })

  it('reports faults of phone, time and routing together', async () => {
    const before = await service.footprint()
    const request = aSchedule({
      start: new Date(0).toISOString(),
      interaction: { routing: { type: 'VENDORA_CLOUD_FLOW', properties: {} } },
      customers: [{ contact: { primaryPhone: '030 123456' } }],
    })
    const { status, body } = await service.call(agent, 'POST', V2, request)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
    expect(body.errors.map(({ pointer }) => pointer)).toEqual([
      '/customers/0/contact/primaryPhone',
      '/start',
      '/interaction/routing/properties/deploymentId',
    ])
    expect(await service.footprint()).toEqual(before)
  })

  it('keeps the code of the first fault', async () => {
    const request = aSchedule({
      start: new Date(0).toISOString(),
      interaction: { routing: { type: 'VENDORA_CLOUD_FLOW', properties: {} } },
    })
    const { body } = await service.call(agent, 'POST', V2, request)
    expect({ code: body.code, errors: body.errors.map(({ code }) => code) }).toEqual({
      code: 'SCHEDULE_IN_PAST',
      errors: ['SCHEDULE_IN_PAST', 'ROUTING_INCOMPLETE'],
    })
  })

  it('rejects a body that is too large, and one that is not JSON', async () => {
    const large = await service.call(agent, 'POST', V1, aSchedule({ notes: 'x'.repeat(100_001) }))
    expect(large).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } })
    const form = await service.call(agent, 'POST', V1, 'a=b', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
  })

  it('rejects an agent whom the application does not list', async () => {
    await service.call(machine, 'PUT', '/api/v2/applications/app-listed', { agentIds: ['agent-1'] })
    const rejected = await service.call(agent, 'POST', V1, aSchedule({ applicationId: 'app-listed' }))
    expect(rejected).toMatchObject({ status: 404, body: { code: 'AGENT_NOT_FOUND' } })
  })

  it("does not reveal another organization's application", async () => {
    await service.call(of('org-1', agent), 'POST', V1, aSchedule({ applicationId: 'app-of-org-1' }))
    const foreign = await service.call(
      of('org-2', agent),
      'POST',
      V1,
      aSchedule({ applicationId: 'app-of-org-1' }),
    )
    expect(foreign).toMatchObject({ status: 404, body: { code: 'APPLICATION_NOT_FOUND' } })
  })

  it('activates immediately if the application says so [3.1 row 1, 4.1.4]', async () => {
    await service.call(machine, 'PUT', '/api/v2/applications/app-auto', { autoActivate: true })
    const { body } = await service.call(agent, 'POST', V1, aSchedule({ applicationId: 'app-auto' }))
    expect(body.roomAccess).toEqual({
      expires: '2027-01-09T13:30:00Z',
      url: expect.stringMatching(/\/rooms\/[\w-]{36}\/[\w-]{22}$/) as string,
    })
  })
})

describe('a request whose deadline has passed', () => {
  it('is 504 and stores nothing, because its caller no longer waits', async () => {
    const before = await service.footprint()
    const late = await service.call(agent, 'POST', V2, aSchedule(), { 'x-deadline-ms': '0' })
    expect(rejection(late)).toEqual({ status: 504, code: 'DEADLINE_EXCEEDED' })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await service.footprint()).toEqual(before)
  })
})

describe('overlapPolicy REJECT', () => {
  it('rejects all but one of parallel appointments of the agent at the same time', async () => {
    await service.call(machine, 'PUT', '/api/v2/applications/app-once', { overlapPolicy: 'REJECT' })
    const request = aSchedule({ applicationId: 'app-once' })
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => service.call(agent, 'POST', V2, request)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of responses.filter((response) => response.status !== 200)) {
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'SLOT_TAKEN' })
      expect(body.blocking).toEqual({
        agentId: 'agent-7',
        start: '2027-01-09T09:00:00Z',
        end: '2027-01-09T09:30:00Z',
        kind: 'BOOKED',
      })
    }
    const touching = await service.call(agent, 'POST', V2, { ...request, start: '2027-01-09T09:30:00Z' })
    expect(touching.status).toBe(200)
    const { body } = responses.find(({ status }) => status === 200)!
    await service.call(supervisor, 'PUT', `${V2}/${body.id}/cancel`)
    expect((await service.call(agent, 'POST', V2, request)).status).toBe(200)
  })
})

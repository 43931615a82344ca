import { describe, expect, it } from 'vitest'
import {
  aCustomer,
  agent,
  anyText,
  appointmentsService,
  customerOf,
  of,
  rejection,
  supervisor,
  V1,
  V2,
} from './harness.ts'

const service = appointmentsService()
const update = (body: Record<string, unknown>, headers = {}) => service.call(agent, 'PUT', V2, body, headers)

/** All fields that a test may clear or keep. */
const full = {
  title: 'Review',
  notes: 'Bring the contract',
  metadata: { b: 1, a: 2 },
  notificationHeaders: { 'x-campaign': 'spring' },
}

describe('updateAppointment', () => {
  it('returns and stores the changes, and publishes which fields changed', async () => {
    const { id } = await service.scheduled(full)
    const { status, body, headers } = await update({ id, title: 'Second review', metadata: { a: 3 } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...full, title: 'Second review', metadata: { a: 3 }, version: 3 })
    expect(headers.get('etag')).toBe('"3"')
    expect(await service.read(id)).toEqual(body)
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({
      type: 'APUpdatedEvent',
      data: {
        changed: ['title', 'metadata'],
        actor: { id: 'agent-7', role: 'ROLE_AGENT' },
        appointment: { version: 2, title: 'Second review', metadata: { a: 3 } },
      },
    })
    expect(published?.data).not.toHaveProperty('customer')
  })

  it('completes the phone number of a customer, using the region of the application [H5.7]', async () => {
    await service.configured('app-region', { defaultRegion: 'DE' })
    const customers = [{ username: 'ada' }]
    const { id } = await service.scheduled({ applicationId: 'app-region', customers })
    const customer = (primaryPhone: string) => ({ id, customer: { contact: { primaryPhone } } })
    expect((await update(customer('030 1234567'))).status).toBe(200)
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({ data: { customer: { phone: '+49301234567' } } })
    expect(await update(customer('0800'))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/customer/contact/primaryPhone', code: 'INVALID_PHONE' }] },
    })
  })

  it('returns the v1 representation on v1 [4.1 PUT /]', async () => {
    const { id } = await service.scheduled(full)
    const { status, body } = await service.call(agent, 'PUT', V1, { id, notes: 'Nothing to bring' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...full, notes: 'Nothing to bring', participantIds: [{ id: 'agent-7' }] })
    expect(body).not.toHaveProperty('state')
    expect(body).not.toHaveProperty('version')
  })

  it.each(Object.keys(full))('keeps every other field when only %s is given [4.1.5]', async (field) => {
    const { id, ...before } = await service.scheduled(full)
    const { body } = await update({ id, [field]: null })
    const kept = Object.fromEntries(Object.entries(full).filter(([name]) => name !== field))
    expect(body).toMatchObject({ ...kept, start: before.start, duration: before.duration })
  })

  it.each([
    ['title', ['', null, {}], undefined],
    ['notes', ['', null], undefined],
    ['metadata', [{}, null, ''], {}],
    ['notificationHeaders', [{}, null, ''], {}],
  ] as const)('clears %s by any empty value [4.1.5]', async (field, empties, cleared) => {
    for (const empty of empties) {
      const { id } = await service.scheduled(full)
      const { body } = await update({ id, [field]: empty })
      expect(body[field as 'metadata']).toEqual(cleared)
      const [, published] = await service.eventsOf(id)
      expect(published).toMatchObject({ data: { changed: [field] } })
    }
  })

  it('replaces metadata as a whole', async () => {
    const { id } = await service.scheduled(full)
    const { body } = await update({ id, metadata: { c: null } })
    expect(body.metadata).toEqual({ c: null })
  })

  it('changes and publishes nothing if all fields already have these values', async () => {
    const { id } = await service.scheduled(full)
    const before = await service.footprint()
    const { status, body } = await update({ id, ...full, metadata: { a: 2, b: 1 } })
    expect({ status, version: body.version }).toEqual({ status: 200, version: 2 })
    expect(await service.footprint()).toEqual(before)
  })

  it.each([
    ['only the id', {}, 'NOTHING_TO_UPDATE'],
    ['only an unknown field', { colour: 'red' }, 'NOTHING_TO_UPDATE'],
    ['a title of two lines', { title: 'a\nb' }, 'VALIDATION_FAILED'],
    ['a reserved signature header', { notificationHeaders: { 'webhook-id': 'x' } }, 'VALIDATION_FAILED'],
    ['a forbidden key', { metadata: { constructor: 1 } }, 'VALIDATION_FAILED'],
    ['a customer of another type', { customer: 'Ada' }, 'VALIDATION_FAILED'],
  ])('rejects %s and changes nothing', async (_, change, code) => {
    const { id } = await service.scheduled(full)
    const before = await service.footprint()
    expect(rejection(await update({ id, ...change }))).toEqual({ status: 400, code })
    expect(await service.footprint()).toEqual(before)
  })

  it('names the fields that it can change if the request has none of them', async () => {
    const { id } = await service.scheduled(full)
    const { body } = await update({ id, place: { channel: 'PHONE' } })
    expect(body.errors).toMatchObject([
      { message: 'needs at least one of title, notes, metadata, notificationHeaders and customer' },
    ])
  })

  it('reports all faults together', async () => {
    const { body } = await update({
      title: 1,
      notes: 'x'.repeat(4001),
      customer: { contact: { primaryEmail: '?' } },
    })
    expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual([
      '/customer/contact/primaryEmail',
      '/id',
      '/notes',
      '/title',
    ])
  })

  it('returns 404 for the appointment of another organization and an unknown one', async () => {
    const { id } = await service.scheduled({ applicationId: 'app-org-1' }, of('org-1', agent))
    const before = await service.footprint()
    const foreign = await service.call(of('org-2', agent), 'PUT', V2, { id, title: 'Mine' })
    expect(rejection(foreign)).toEqual({ status: 404, code: 'APPOINTMENT_NOT_FOUND' })
    expect(rejection(await update({ id: 'nowhere', title: 'x' }))).toEqual(rejection(foreign))
    expect(await service.footprint()).toEqual(before)
  })

  it('rejects a cancelled appointment, with 404 on v1 and its state on v2', async () => {
    const { id } = await service.scheduled(full)
    await service.call(agent, 'PUT', `${V2}/${id}/cancel`)
    const before = await service.footprint()
    const request = { id, title: 'Too late' }
    expect(rejection(await service.call(agent, 'PUT', V1, request))).toEqual({
      status: 404,
      code: 'APPOINTMENT_NOT_FOUND',
    })
    expect(await update(request)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', state: 'CANCELLED' },
    })
    expect(await service.footprint()).toEqual(before)
  })

  it('checks the version in If-Match', async () => {
    const { id } = await service.scheduled(full)
    const before = await service.footprint()
    expect(rejection(await update({ id, title: 'B' }, { 'if-match': '"1"' }))).toEqual({
      status: 412,
      code: 'VERSION_MISMATCH',
    })
    expect(rejection(await update({ id, title: 'B' }, { 'if-match': 'W/"2"' }))).toMatchObject({
      status: 412,
    })
    expect(await service.footprint()).toEqual(before)
    const { headers } = await update({ id, title: 'B' }, { 'if-match': '"1", "2"' })
    expect(headers.get('etag')).toBe('"3"')
    expect((await update({ id, title: 'C' }, { 'if-match': '*' })).status).toBe(200)
  })

  it('accepts exactly one of many parallel changes of the same version', async () => {
    const { id } = await service.scheduled(full)
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => update({ id, title: `Take ${n}` }, { 'if-match': '"2"' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)])
    expect((await service.eventsOf(id)).map(({ type }) => type)).toEqual([
      'APScheduledEvent',
      'APUpdatedEvent',
    ])
  })

  it('accepts a new title even if the agent is double-booked', async () => {
    const applicationId = 'app-late-reject'
    const { id } = await service.scheduled({ applicationId })
    await service.scheduled({ applicationId })
    await service.configured(applicationId, { overlapPolicy: 'REJECT' })
    expect((await update({ id, title: 'Booked before' })).status).toBe(200)
  })
})

describe('the customer of an update', () => {
  const two = { customers: [aCustomer(), { username: 'bob' }] }

  it('is published as the given fields, and stored nowhere else', async () => {
    const scheduled = await service.scheduled({ customers: [aCustomer()] })
    const { id } = scheduled
    const customer = {
      contact: { primaryEmail: 'ada@example.org' },
      name: { firstName: '' },
      metadata: { vip: true, old: null },
    }
    const { status, body } = await update({ id, customer })
    expect({ status, version: body.version }).toEqual({ status: 200, version: 3 })
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({ type: 'APUpdatedEvent', data: { changed: ['customer'] } })
    expect((published!.data as { customer: unknown }).customer).toEqual({
      id: customerOf(scheduled),
      email: 'ada@example.org',
      metadata: { vip: true, old: null },
      clear: ['firstName'],
    })
    const [row] = await service.query<{ text: string }>(
      'SELECT a::text AS text FROM appointments a WHERE id = $1',
      [id],
    )
    expect(row?.text).not.toContain('ada@example.org')
  })

  it('raises the version even if the customer has these values already', async () => {
    const { id } = await service.scheduled({ customers: [aCustomer()] })
    const { status, body, headers } = await update({ id, customer: aCustomer() })
    expect({ status, version: body.version }).toEqual({ status: 200, version: 3 })
    expect(headers.get('etag')).toBe('"3"')
  })

  it('clears a group of fields by an empty value', async () => {
    const { id, ...scheduled } = await service.scheduled({ customers: [aCustomer({ username: 'ada' })] })
    await update({ id, customer: { contact: {}, name: null, metadata: '' } })
    const [, published] = await service.eventsOf(id)
    expect((published!.data as { customer: unknown }).customer).toEqual({
      id: customerOf(scheduled),
      clear: ['email', 'phone', 'firstName', 'lastName', 'metadata'],
    })
  })

  it.each(['id', 'participantId'])('is selected by %s [2.4 participantId, 2.4 id]', async (name) => {
    const scheduled = await service.scheduled(two)
    const customer = { [name]: customerOf(scheduled, 1), name: { firstName: 'Bob' } }
    expect((await update({ id: scheduled.id, customer })).status).toBe(200)
    const [, published] = await service.eventsOf(scheduled.id)
    expect(published).toMatchObject({
      data: { customer: { id: customerOf(scheduled, 1), firstName: 'Bob' } },
    })
  })

  it('may be selected by both ids if they are equal', async () => {
    const scheduled = await service.scheduled(two)
    const id = customerOf(scheduled)
    expect(
      (await update({ id: scheduled.id, customer: { id, participantId: id, username: 'ada' } })).status,
    ).toBe(200)
  })

  it('needs no id if there is only one', async () => {
    const { id } = await service.scheduled({ customers: [aCustomer()] })
    expect((await update({ id, customer: { username: 'ada' } })).status).toBe(200)
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({ data: { customer: { id: anyText, username: 'ada', clear: [] } } })
  })

  it('changes nothing if it has no changes', async () => {
    const { id } = await service.scheduled({ customers: [aCustomer()] })
    const before = await service.footprint()
    expect((await update({ id, customer: {} })).status).toBe(200)
    expect(await service.footprint()).toEqual(before)
  })

  const change = { username: 'x' }
  it.each([
    ['two ids that differ', two, { id: 'a', participantId: 'b', ...change }, 400, 'CUSTOMER_AMBIGUOUS'],
    ['no id among several', two, change, 400, 'CUSTOMER_AMBIGUOUS'],
    ['no id without customers', {}, change, 400, 'CUSTOMER_AMBIGUOUS'],
    ['an unknown id', two, { id: 'nobody', ...change }, 404, 'CUSTOMER_NOT_FOUND'],
    ["an agent's id", two, { id: 'agent-7', ...change }, 404, 'CUSTOMER_NOT_FOUND'],
    [
      'clearing the last contact',
      { customers: [{ contact: { primaryEmail: 'ada@example.com' } }] },
      { contact: { primaryEmail: null } },
      400,
      'CONTACT_REQUIRED',
    ],
    ['clearing all contacts', { customers: [aCustomer()] }, { contact: null }, 400, 'CONTACT_REQUIRED'],
  ])('rejects %s [7 404]', async (_, schedule, customer, status, code) => {
    const { id } = await service.scheduled(schedule)
    const before = await service.footprint()
    expect(rejection(await update({ id, title: 'Also', customer }))).toEqual({ status, code })
    expect(await service.footprint()).toEqual(before)
  })

  it('names the customer that would lose its last contact', async () => {
    const { id } = await service.scheduled({ customers: [aCustomer()] })
    const { body } = await update({
      id,
      customer: { username: null, contact: { primaryEmail: '', primaryPhone: null } },
    })
    expect(body.errors).toMatchObject([{ pointer: '/customer', code: 'CONTACT_REQUIRED' }])
  })

  it('may replace its last contact by another', async () => {
    const { id } = await service.scheduled({ customers: [{ username: 'ada' }] })
    const customer = { username: null, contact: { primaryPhone: '+49 30 123-456' } }
    expect((await update({ id, customer })).status).toBe(200)
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({ data: { customer: { phone: '+4930123456', clear: ['username'] } } })
  })

  it('uses the contacts that the participants service has published', async () => {
    const scheduled = await service.scheduled({ customers: [{ username: 'ada' }] })
    const roster = await service.rosterOf(scheduled.id)
    await service.publishRoster(scheduled.id, 2, {
      participants: roster.participants.map((one) =>
        one.type === 'CUSTOMER' ? { ...one, has: ['email', 'username'] } : one,
      ),
    })
    const response = await service.call(supervisor, 'PUT', V2, {
      id: scheduled.id,
      customer: { username: '' },
    })
    expect(response.status).toBe(200)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentSnapshot, Caller, CustomerRecord } from '@appointments/contracts'
import { newId } from '@appointments/runtime'
import { aCaller, aCustomerRecord, anAgent, aRoster, eventOf, later, NOW, previousOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

const supervisor = aCaller()
const DAY_MS = 86_400_000
const daysAfter = (start: string, days: number) => new Date(Date.parse(start) + days * DAY_MS).toISOString()

describe('searchAppointments', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  interface Found {
    content: { id: string; title?: string; participants: object[] }[]
    nextCursor?: string
    code?: string
    errors?: { pointer: string; code: string }[]
  }
  const search = async (body: object, caller: Caller = supervisor) => {
    const response = await service.v2('POST', '/search', { caller, body })
    return { status: response.status, body: response.body as unknown as Found }
  }
  const titles = async (body: object, caller?: Caller) => {
    const found = await search(body, caller)
    expect(found).toMatchObject({ status: 200 })
    return found.body.content.map(({ title }) => title)
  }
  const anApplicationId = () => `application-${newId()}`
  const book = (
    applicationId: string,
    title: string,
    {
      customers,
      agents,
      ...appointment
    }: Partial<AppointmentSnapshot> & { customers?: CustomerRecord[]; agents?: string[] } = {},
  ) =>
    service.scheduled({
      appointment: { applicationId, title, ...appointment },
      ...(customers && { customers }),
      ...(agents && { agents }),
    })

  describe('by words', () => {
    const applicationId = anApplicationId()
    const found = (q: string) => titles({ applicationId, q })
    beforeAll(async () => {
      const customers = {
        zoe: { firstName: 'Zoë', lastName: 'Müller-Groß', email: 'zoe@example.com' },
        brien: { firstName: 'Seán', lastName: 'O’Brien', email: 'sob@example.org' },
        soren: { firstName: 'SØREN', lastName: 'Łukasz', email: 'Soren.L@Bücher.example' },
        jurgen: { firstName: 'Jürgen', email: 'jürgen@xn--mller-kva.de' },
        nameless: { firstName: undefined, email: undefined, phone: '+4930999999' },
      }
      for (const [title, record] of Object.entries(customers))
        await book(applicationId, `${title} Vertragsprüfung`, { customers: [aCustomerRecord(record)] })
    })

    it.each([
      ['zoe', ['zoe Vertragsprüfung']],
      ['ZOË mul', ['zoe Vertragsprüfung']],
      ['gross', ['zoe Vertragsprüfung']],
      ['Groß müller', ['zoe Vertragsprüfung']],
      ["sean o'brien", ['brien Vertragsprüfung']],
      ['obrien', ['brien Vertragsprüfung']],
      ['Brien', ['brien Vertragsprüfung']],
      ['soren lukasz', ['soren Vertragsprüfung']],
      ['sob@example.org', ['brien Vertragsprüfung']],
      ['zoe@exa', ['zoe Vertragsprüfung']],
      // an e-mail address is stored with an ASCII domain
      ['jürgen@müller.de', ['jurgen Vertragsprüfung']],
      ['müller.de', ['jurgen Vertragsprüfung']],
      ['jurgen mull', ['jurgen Vertragsprüfung']],
      ['jürgen@xn--mller-kva.de', ['jurgen Vertragsprüfung']],
      ['vertragsprufung nameless', ['nameless Vertragsprüfung']],
      // the middle of a word does not match
      ['ller', []],
      ['zoe brien', []],
      // operators of the query language have no meaning
      ["zoe' | brien:*", []],
      ['\\ zoe & !', ['zoe Vertragsprüfung']],
    ])('%s', async (q, expected) => {
      expect(await found(q)).toEqual(expected)
    })

    it('finds an appointment by its id and by the beginning of its id', async () => {
      const { id } = await book(applicationId, 'by id')
      expect(await found(id)).toEqual(['by id'])
      expect(await found(id.slice(0, -3))).toEqual(['by id'])
    })

    it('finds an e-mail address and a phone number as a whole, however they are written', async () => {
      const { id } = await service.configured({ defaultRegion: 'DE' })
      const ofApplication = { applicationVersion: 2 }
      const international = aCustomerRecord({ email: 'jürgen@xn--mller-kva.de', phone: undefined })
      await book(id, 'jurgen', { ...ofApplication, customers: [international] })
      expect(await titles({ applicationId: id, contact: 'Jürgen@MÜLLER.de' })).toEqual(['jurgen'])
      await book(id, 'ada', { ...ofApplication, customers: [aCustomerRecord()] })
      await book(id, 'other', {
        ...ofApplication,
        customers: [aCustomerRecord({ email: 'ada@example.co', phone: '+493012345699' })],
      })
      for (const contact of ['ADA@example.com', '+49 30 123456', '030 123456', '0049 30 123456'])
        expect([contact, await titles({ applicationId: id, contact })]).toEqual([contact, ['ada']])
      expect(await search({ contact: '030 123456' })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', errors: [{ pointer: '/contact', code: 'INVALID_PHONE' }] },
      })
    })
  })

  it('selects by each filter and by all of them together', async () => {
    const { id: applicationId } = await service.configured({})
    const of = { applicationVersion: 2 }
    const start = (days: number) => daysAfter('2027-02-01T09:00:00.000Z', days)
    await book(applicationId, 'a', { ...of, start: start(0), serviceTypeId: 'consultation', agents: ['ann'] })
    await book(applicationId, 'b', { ...of, start: start(1), agents: ['ben', 'ann'] })
    const assignment = { state: 'PENDING' as const, queueId: 'first-line' }
    await book(applicationId, 'c', { ...of, start: start(2), assignment, agents: [] })
    const cancelled = await book(applicationId, 'd', { ...of, start: start(3), agents: ['cem'] })
    await service.publish(
      eventOf('APCancelledEvent', later(cancelled.appointment, { state: 'CANCELLED' }), { notify: true }),
    )
    const missed = await book(applicationId, 'e', { ...of, start: start(4), agents: ['cem'] })
    await service.publish(
      eventOf('APOutcomeEvent', later(missed.appointment, { outcome: 'NO_SHOW' }), { outcome: 'NO_SHOW' }),
    )
    const filters: [object, string][] = [
      [{}, 'abcde'],
      [{ from: start(1), to: start(3) }, 'bc'],
      [{ from: '2027-02-04' }, 'de'],
      [{ state: ['scheduled'] }, 'abce'],
      [{ outcome: ['NO_SHOW'] }, 'e'],
      [{ agentId: ['ann'] }, 'ab'],
      [{ agentId: ['ann', 'cem'], from: start(1) }, 'bde'],
      [{ agentId: [] }, 'abcde'],
      [{ queueId: ['first-line', 'second-line'] }, 'c'],
      [{ serviceTypeId: ['consultation'] }, 'a'],
      [{ unassigned: true }, 'c'],
      [{ unassigned: false }, 'abde'],
      [{ agentId: ['cem'], state: ['SCHEDULED'], q: 'e', outcome: ['NO_SHOW'], unassigned: false }, 'e'],
      [{ sort: '-start' }, 'edcba'],
    ]
    for (const [filter, expected] of filters)
      expect([filter, (await titles({ applicationId, ...filter })).join('')]).toEqual([filter, expected])
  })

  describe('what changes', () => {
    const applicationId = anApplicationId()
    const ada = aCustomerRecord()

    it('is found as soon as the change is applied', async () => {
      const { id, appointment, customer } = await book(applicationId, 'old', { customers: [ada] })
      const found = async (body: object) => (await titles({ applicationId, ...body })).length === 1
      const moved = later(appointment, { title: 'new', start: daysAfter(appointment.start, 7) })
      await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
      expect(await found({ q: 'new', from: moved.start })).toBe(true)
      expect(await found({ q: 'old' })).toBe(false)
      expect(await found({ agentId: ['agent-1'], from: moved.start })).toBe(true)
      expect(await found({ agentId: ['agent-1'], to: moved.start })).toBe(false)

      await service.v2('PUT', '/reassign', { body: { id, userId: 'agent-2' } })
      expect(await found({ agentId: ['agent-1'] })).toBe(false)
      expect(await found({ agentId: ['agent-2'] })).toBe(true)

      const grace = { name: { firstName: 'Grace' }, contact: { primaryEmail: 'grace@example.com' } }
      const added = await service.v2('POST', '/participants/customers', { body: { id, customer: grace } })
      expect(await found({ q: 'grace new ada' })).toBe(true)

      const renamed = { id: customer.id, firstName: 'Augusta', clear: [] }
      await service.publish(
        eventOf('APUpdatedEvent', later(moved), { changed: ['customer'], customer: renamed }),
      )
      expect(await found({ q: 'augusta' })).toBe(true)
      expect(await found({ q: 'ada', contact: 'ada@example.com' })).toBe(true)

      await service.v2('DELETE', `/${id}/participants/${added.body.id}`)
      expect(await found({ q: 'grace' })).toBe(false)
      expect(await found({ contact: 'grace@example.com' })).toBe(false)
      expect(await found({ q: 'augusta' })).toBe(true)
    })

    it('is sorted and selected by its last change', async () => {
      const application = anApplicationId()
      const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
      const first = await book(application, 'first')
      service.clock.current = at(1)
      await book(application, 'second')
      service.clock.current = at(2)
      await service.v2('PUT', `/${first.id}/participants/agent-1?state=JOINED`)
      service.clock.current = NOW
      expect(await titles({ applicationId: application, sort: '-changed' })).toEqual(['first', 'second'])
      expect(await titles({ applicationId: application, changedSince: at(1).toISOString() })).toHaveLength(2)
      expect(await titles({ applicationId: application, changedSince: at(2).toISOString() })).toEqual([
        'first',
      ])
    })

    it('is not found after it has been removed, and leaves nothing in the index', async () => {
      const application = anApplicationId()
      const marked = aCustomerRecord({ lastName: 'Canarywood', email: 'canarywood@example.com' })
      const { id, appointment } = await book(application, 'Canarywood', { customers: [marked] })
      expect(await titles({ q: 'canarywood' })).toHaveLength(1)
      await service.publish(eventOf('APRemovedEvent', later(appointment), {} as never))
      expect(await titles({ q: 'canarywood' })).toEqual([])
      for (const table of ['search_entries', 'search_agents', 'search_pending']) {
        const { rows } = await service.pool.query(`SELECT FROM ${table} WHERE appointment_id = $1`, [id])
        expect([table, rows.length]).toEqual([table, 0])
      }
      expect((await service.everythingStored()).toLowerCase()).not.toContain('canarywood')
    })
  })

  /** The titles of all pages. */
  const pagedTitles = async (body: object) => {
    const paged: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const page = await search({ ...body, ...(cursor !== undefined && { cursor }) })
      paged.push(...page.body.content.map(({ title }) => title))
      cursor = page.body.nextCursor
    } while (cursor !== undefined)
    return paged
  }

  describe('of agents', () => {
    const applicationId = anApplicationId()
    const AGENTS = 30
    const agent = (n: number) => `agent-${n % AGENTS}`
    /** In the order of their starts; every third has two agents, every fourth a service type. */
    const booked = Array.from({ length: 2 * AGENTS }, (_, n) => ({
      title: `number ${n}`,
      agents: n % 3 === 0 ? [agent(n), agent(n + 1)] : [agent(n)],
      ...(n % 4 === 0 && { serviceTypeId: 'review' }),
    }))
    beforeAll(async () => {
      for (const [n, { title, ...rest }] of booked.entries())
        await book(applicationId, title, { start: daysAfter('2027-03-01T09:00:00.000Z', n), ...rest })
    })

    // more agents than 20 are searched in another way
    it.each([
      [2, {}],
      [25, {}],
      [2, { serviceTypeId: ['review'] }],
      [25, { serviceTypeId: ['review'] }],
      [25, { from: daysAfter('2027-03-01T09:00:00.000Z', 7), to: daysAfter('2027-03-01T09:00:00.000Z', 40) }],
    ])('are those of %s agents with %j, without duplicates and in order', async (count, filter) => {
      const agentId = Array.from({ length: count }, (_, n) => agent(n))
      const expected = booked
        .filter(({ agents }) => agents.some((one) => agentId.includes(one)))
        .filter(({ serviceTypeId }) => !('serviceTypeId' in filter) || serviceTypeId === 'review')
        .map(({ title }) => title)
        .filter((title) => {
          const n = Number(title.slice('number '.length))
          return !('from' in filter) || (n >= 7 && n < 40)
        })
      expect(await pagedTitles({ applicationId, agentId, ...filter, limit: 4 })).toEqual(expected)
      const backwards = { applicationId, agentId, ...filter, sort: '-start', limit: 4 }
      expect(await pagedTitles(backwards)).toEqual(expected.toReversed())
      const changed = await titles({ applicationId, agentId, ...filter, sort: '-changed', limit: 100 })
      expect([...changed].sort()).toEqual([...expected].sort())
    })
  })

  describe('common and rare words', () => {
    const applicationId = anApplicationId()
    beforeAll(async () => {
      for (let n = 0; n < 120; n += 1)
        await book(applicationId, n === 60 ? 'Frequent quaint' : 'Frequent', {
          start: daysAfter('2027-03-01T09:00:00.000Z', n),
        })
      // now the database has statistics on the words
      await service.pool.query('ANALYZE search_entries')
    })

    it('are found page by page, also in combination', async () => {
      expect(await pagedTitles({ applicationId, q: 'frequent', limit: 50 })).toHaveLength(120)
      expect(await pagedTitles({ applicationId, q: 'frequent quaint' })).toEqual(['Frequent quaint'])
      expect(await pagedTitles({ applicationId, q: 'frequent absent' })).toEqual([])
    })
  })

  describe('pages', () => {
    const applicationId = anApplicationId()
    beforeAll(async () => {
      // two start at the same time
      for (const [index, title] of ['a', 'b', 'c', 'd', 'e'].entries())
        await book(applicationId, title, {
          start: daysAfter('2027-03-01T09:00:00.000Z', Math.floor(index / 2)),
        })
    })

    it.each(['start', '-start', '-changed'])('continue without a gap in the order %s', async (sort) => {
      const all = await titles({ applicationId, sort })
      expect([...all].sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
      expect(await pagedTitles({ applicationId, sort, limit: 2 })).toEqual(all)
    })

    it('have no cursor if they are the last', async () => {
      expect((await search({ applicationId, limit: 5 })).body).not.toHaveProperty('nextCursor')
      expect((await search({ applicationId: 'nowhere' })).body).toEqual({ content: [] })
    })

    it('reject a cursor of other filters and an invented cursor', async () => {
      const { body } = await search({ applicationId, limit: 1 })
      const cursor = body.nextCursor!
      const [fingerprint = ''] = cursor.split('.')
      const forged = (position: unknown) =>
        `${fingerprint}.${Buffer.from(JSON.stringify(position)).toString('base64url')}`
      const attempts = [
        { applicationId, cursor, q: 'a' },
        { applicationId, cursor, sort: '-start' },
        { cursor },
        { applicationId, cursor: 'abc' },
        { applicationId, cursor: forged([1e300, 'a']) },
        { applicationId, cursor: forged([-8.64e15, 'a']) },
        { applicationId, cursor: forged([0, 'a\0']) },
        { applicationId, cursor: forged(['0', 'a']) },
        { applicationId, cursor: forged(null) },
      ]
      for (const attempt of attempts)
        expect(await search(attempt)).toMatchObject({ status: 400, body: { code: 'CURSOR_INVALID' } })
      expect((await search({ applicationId, cursor, limit: 3 })).body.content).toHaveLength(3)
    })
  })

  describe('scope', () => {
    it('is that of the list: agents find only their own appointments unless the application lets them see all', async () => {
      const narrow = await service.configured({})
      const wide = await service.configured({ restrictAgentsToOwnAppointments: false })
      const assigned = await service.configured({
        restrictAgentsToOwnAppointments: false,
        agentAccess: 'ASSIGNED',
      })
      const marker = `scope${newId().slice(-6)}`
      for (const { id } of [narrow, wide, assigned])
        for (const agent of ['own-agent', 'colleague'])
          await book(id, `${marker} ${agent}`, { applicationVersion: 2, agents: [agent] })
      const caller = anAgent('own-agent')
      const found = async (body: object) =>
        (await titles({ q: marker, ...body }, caller)).map((title) => title?.split(' ')[1]).sort()
      expect(await found({ applicationId: narrow.id })).toEqual(['own-agent'])
      expect(await found({ applicationId: narrow.id, agentId: ['colleague'] })).toEqual(['own-agent'])
      expect(await found({ applicationId: wide.id })).toEqual(['colleague', 'own-agent'])
      expect(await found({ applicationId: wide.id, agentId: ['colleague'] })).toEqual(['colleague'])
      expect(await found({ applicationId: assigned.id })).toEqual(['own-agent'])
      // without an application, agents are restricted
      expect(await found({})).toEqual(['own-agent', 'own-agent', 'own-agent'])
    })

    it('is limited to the organization', async () => {
      const marker = `org${newId().slice(-6)}`
      await book(anApplicationId(), marker, { organizationId: 'ours' })
      expect(await titles({ q: marker }, aCaller({ organizationId: 'ours' }))).toEqual([marker])
      expect(await titles({ q: marker }, aCaller({ organizationId: 'theirs' }))).toEqual([])
      expect(await titles({ q: marker })).toEqual([marker])
    })
  })

  it('contains elements of the list, with names of customers only if they are included', async () => {
    const applicationId = anApplicationId()
    const customers = [
      aCustomerRecord({ lastName: 'Lovelace' }),
      aCustomerRecord({ firstName: undefined, username: 'grace' }),
      aCustomerRecord({ firstName: undefined }),
    ]
    const { id } = await book(applicationId, 'named', { customers })
    const read = (include: string[]) => search({ applicationId, include })
    const { body: plain } = await read([])
    const [agent, ...plainCustomers] = plain.content[0]!.participants
    expect(agent).toEqual({ id: 'agent-1', type: 'AGENT' })
    expect(plainCustomers).toEqual(customers.map((customer) => ({ id: customer.id, type: 'CUSTOMER' })))
    expect(plain.content[0]).toMatchObject({ id, state: 'SCHEDULED', version: 2 })
    expect(plain.content[0]).not.toHaveProperty('secureToken')
    const { body } = await read(['participants'])
    expect(body.content[0]!.participants).toEqual([
      agent,
      { id: customers[0]!.id, type: 'CUSTOMER', displayName: 'Ada Lovelace' },
      { id: customers[1]!.id, type: 'CUSTOMER', displayName: 'grace' },
      { id: customers[2]!.id, type: 'CUSTOMER' },
    ])
    expect(JSON.stringify(body)).not.toContain('example.com')
  })

  it('names every fault of a request', async () => {
    const { status, body } = await search({
      from: '2027-02-02',
      to: '2027-02-01',
      state: ['GONE'],
      agentId: ['two words'],
      contact: 'nobody',
      q: '--',
      limit: 201,
      nonsense: true,
    })
    expect(status).toBe(400)
    expect(body.errors!.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/agentId/0 AGENT_ID_INVALID',
      '/contact INVALID_CONTACT',
      '/limit TOO_LARGE',
      '/nonsense UNKNOWN_FIELD',
      '/q NO_WORDS',
      '/state/0 INVALID_VALUE',
      '/to INVALID_RANGE',
    ])
  })

  describe('appointments of a release without the search', () => {
    /** Writes an appointment as the previous release does. */
    const writeAsBefore = async (title: string, customer: CustomerRecord) => {
      const appointment = {
        ...(await service.scheduled({ appointment: { title: 'template' }, customers: [] })).appointment,
        id: `appointment-${newId()}`,
        title,
      }
      const roster = aRoster({ customers: [customer] })
      await service.pool.query(
        'INSERT INTO appointments (id, appointment, roster, interaction_course) VALUES ($1, $2, $3, $4)',
        [appointment.id, appointment, roster, '[]'],
      )
      await service.pool.query(
        "INSERT INTO customers (appointment_id, id, record, field_versions) VALUES ($1, $2, $3, '{}')",
        [appointment.id, customer.id, customer],
      )
      return { ...appointment, roster }
    }

    it('are found after a moment, even after further changes by such a release', async () => {
      const marker = `before${newId().slice(-6)}`
      const { id, roster } = await writeAsBefore(marker, aCustomerRecord({ firstName: 'Emmy' }))
      await expect.poll(() => titles({ q: `${marker} emmy` })).toEqual([marker])
      expect(await titles({ q: marker, agentId: ['agent-1'] })).toEqual([marker])
      await service.pool.query('UPDATE appointments SET roster = $2 WHERE id = $1', [
        id,
        { ...roster, version: 2, organizerId: 'agent-5', participants: [{ id: 'agent-5', type: 'AGENT' }] },
      ])
      await expect.poll(() => titles({ q: marker, agentId: ['agent-5'] })).toEqual([marker])
      expect(await titles({ q: marker, agentId: ['agent-1'] })).toEqual([])
    })

    it('leave nothing in the index if such a release removes them', async () => {
      const marker = `gone${newId().slice(-6)}`
      const { id } = await writeAsBefore(marker, aCustomerRecord())
      await expect.poll(() => titles({ q: marker })).toEqual([marker])
      await service.pool.query(
        `UPDATE appointments SET appointment = NULL, roster = NULL, interaction_course = NULL, removed_at = now()
         WHERE id = $1`,
        [id],
      )
      await service.pool.query('DELETE FROM customers WHERE appointment_id = $1', [id])
      const { rows } = await service.pool.query(
        'SELECT FROM search_entries WHERE appointment_id = $1 UNION ALL SELECT FROM search_agents WHERE appointment_id = $1',
        [id],
      )
      expect(rows).toEqual([])
    })
  })
})

import { randomUUID } from 'node:crypto'
import type { Caller } from '@appointments/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCaller, anAgent, NOW, runAvailability, type RunningAvailability } from './running-service.ts'

const HOUR_MS = 3_600_000
const tomorrow = Math.floor(NOW.getTime() / (24 * HOUR_MS) + 1) * 24 * HOUR_MS
const at = (hour: number) => new Date(tomorrow + hour * HOUR_MS).toISOString().replace('.000Z', 'Z')
const EVERY_DAY = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const anyone: Caller = { roles: [] }
const machine = aCaller({ roles: ['ROLE_CLIENT_SERVICE'] })
const customerOf = (appointmentId: string, via: 'manage' | 'room' = 'manage'): Caller => ({
  roles: ['ROLE_CUSTOMER'],
  organizationId: 'org-1',
  customer:
    via === 'room'
      ? { via, appointmentId }
      : {
          via,
          appointmentId,
          participantId: 'p-1',
          ticketVersion: 1,
          actions: ['READ', 'RESCHEDULE'],
          epoch: 1,
          manageEpoch: 1,
        },
})

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
  for (const id of ['open', 'closed', 'named'])
    await service.configured({ id, version: 1, organizationId: 'org-1' })
  await service.offering({
    applicationId: 'open',
    version: 1,
    publicSlots: true,
    availabilityPolicy: 'ENFORCE',
  })
  await service.offering({ applicationId: 'named', version: 1, publicSlots: true, showAgents: true })
  await service.put('/queues/advice', { name: 'Advice' })
  for (const [id, displayName] of [
    ['anna', 'Anna'],
    ['ben', 'Ben'],
  ])
    await service.put(`/agents/${id}`, {
      displayName,
      timezone: 'UTC',
      hours: [{ days: EVERY_DAY, from: '09:00', to: '12:00' }],
      queues: [{ queueId: 'advice' }],
    })
  for (const application of ['open', 'closed', 'named'])
    for (const [id, bookableBy] of [
      ['public', 'ANYONE'],
      ['internal', 'STAFF'],
    ])
      await service.put(`/applications/${application}/service-types/${id}`, {
        name: id,
        durations: ['PT1H'],
        granularity: 'PT1H',
        queueId: 'advice',
        bookableBy,
      })
})
afterAll(() => service.stop())

const claimed = async (
  agentId: string,
  hour: number,
  more: object = {},
  kind: 'BOOKED' | 'RESERVED' = 'BOOKED',
) => {
  const id = randomUUID()
  const holder = {
    holder: { type: 'APPOINTMENT' as const, id },
    organizationId: 'org-1',
    applicationId: 'open',
    start: at(hour),
    end: at(hour + 1),
    ...more,
  }
  const claims = [{ agentId, kind, from: holder.start, to: holder.end }]
  await service.claimed({ ...holder, version: 1, claims })
  return { id, free: () => service.claimed({ ...holder, version: 2, claims: [] }) }
}

const ask = (path: string, query: Record<string, string>, caller: Caller = aCaller()) =>
  service.get(`/availability/${path}?${new URLSearchParams(query).toString()}`, caller)
const day = { from: at(0), to: at(24) }
const offering = { ...day, serviceTypeId: 'public' }
const hoursOf = (body: { slots: { start: string }[] }) =>
  body.slots.map(({ start }) => (Date.parse(start) - tomorrow) / HOUR_MS)

describe('without a token, slots', () => {
  it('are readable if the application shows them, and are otherwise rejected with the same 401', async () => {
    for (const path of ['slots', 'days', 'next', 'service-types']) {
      const { to: _, ...next } = offering
      const query = path === 'next' ? next : path === 'service-types' ? {} : offering
      expect(await ask(path, { applicationId: 'open', ...query }, anyone)).toMatchObject({
        status: 200,
        cacheControl: 'no-cache',
      })
      const closed = await ask(path, { applicationId: 'closed', ...query }, anyone)
      const unknown = await ask(path, { applicationId: 'unknown', ...query }, anyone)
      expect(closed).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
      expect(unknown.status).toBe(401)
      expect({ ...unknown.body, instance: '' }).toEqual({ ...closed.body, instance: '' })
    }
  })

  it('show times and nothing else', async () => {
    const { body } = await ask('slots', { applicationId: 'open', ...offering }, anyone)
    expect(body).toMatchObject({ policy: 'ENFORCE', duration: 'PT1H' })
    expect(Object.keys(body.slots[0])).toEqual(['start', 'end', 'local'])
    expect(
      await ask('slots', { applicationId: 'open', ...offering, include: 'capacity' }, anyone),
    ).toMatchObject({ status: 400, body: { errors: [{ parameter: 'include', code: 'FIELD_NOT_ALLOWED' }] } })
    expect(
      await ask('slots', { applicationId: 'open', ...day, agentId: 'anna', duration: 'PT1H' }, anyone),
    ).toMatchObject({ status: 400, body: { errors: [{ parameter: 'agentId', code: 'FIELD_NOT_ALLOWED' }] } })
    expect(
      await ask('slots', { applicationId: 'open', ...day, serviceTypeId: 'internal' }, anyone),
    ).toMatchObject({ status: 404, body: { code: 'SERVICE_TYPE_NOT_FOUND' } })
  })

  it('name agents if the application shows them', async () => {
    const { body } = await ask('slots', { applicationId: 'named', ...offering }, anyone)
    expect(body.slots[0].agents).toEqual([
      { id: 'anna', displayName: 'Anna' },
      { id: 'ben', displayName: 'Ben' },
    ])
    const one = { applicationId: 'named', ...day, agentId: 'anna', serviceTypeId: 'public' }
    expect((await ask('slots', one, anyone)).body.slots).toHaveLength(3)
  })

  it('do not depend on who is booked', async () => {
    const query = { applicationId: 'open', ...offering }
    const world = async (agentId: string) => {
      const { free } = await claimed(agentId, 9)
      const { body } = await ask('slots', query, anyone)
      await free()
      return JSON.stringify(body)
    }
    expect(await world('anna')).toBe(await world('ben'))
  })
})

describe('service types', () => {
  it('are those that the caller may book', async () => {
    const { body } = await ask('service-types', { applicationId: 'open' }, anyone)
    expect(body.serviceTypes).toEqual([
      {
        id: 'public',
        applicationId: 'open',
        name: 'public',
        active: true,
        bookableBy: 'ANYONE',
        durations: ['PT1H'],
        granularity: 'PT1H',
        channel: 'VIDEO',
        intake: [],
      },
    ])
    const { body: all } = await ask('service-types', { applicationId: 'open' })
    expect(all.serviceTypes.map(({ id, queueId }: { id: string; queueId: string }) => [id, queueId])).toEqual(
      [
        ['internal', 'advice'],
        ['public', 'advice'],
      ],
    )
    expect((await ask('service-types', { applicationId: 'closed' }, anyone)).status).toBe(401)
  })
})

describe('slots for a move', () => {
  it('are those of the agent, including the time of the appointment itself', async () => {
    const { id, free } = await claimed('anna', 10, { serviceTypeId: 'internal' })
    const other = await claimed('anna', 11)
    const slots = await ask('slots', { appointmentId: id, ...day }, customerOf(id))
    expect(slots).toMatchObject({ status: 200, body: { policy: 'ENFORCE', duration: 'PT1H' } })
    expect(hoursOf(slots.body)).toEqual([9, 10])
    await free()
    await other.free()
  })

  it('are those of the queue that the appointment was booked for', async () => {
    const { id, free } = await claimed('anna', 10, { serviceTypeId: 'public', queueId: 'advice' })
    const [a, b] = [await claimed('anna', 9), await claimed('ben', 9)]
    expect(hoursOf((await ask('slots', { appointmentId: id, ...day })).body)).toEqual([10, 11])
    for (const { free: end } of [a, b]) await end()
    await free()
  })

  it('are those of members with the language and the skills of the booking', async () => {
    await service.put('/queues/languages', { name: 'Languages' })
    const capable: Record<string, object> = { dora: { languages: ['fr'], skills: ['loans'] }, emil: {} }
    for (const [id, more] of Object.entries(capable))
      await service.put(`/agents/${id}`, {
        displayName: id,
        timezone: 'UTC',
        hours: [{ days: EVERY_DAY, from: '09:00', to: '12:00' }],
        queues: [{ queueId: 'languages' }],
        ...more,
      })
    const busy = await claimed('dora', 9)
    const booked = { queueId: 'languages', serviceTypeId: 'public' }
    const plain = await claimed('dora', 10, booked)
    const requires = { languages: ['fr'], skills: ['loans'] }
    const french = await claimed('dora', 11, { ...booked, requires })
    const move = { appointmentId: french.id, ...day }
    expect(hoursOf((await ask('slots', { appointmentId: plain.id, ...day })).body)).toEqual([9, 10, 11])
    expect(hoursOf((await ask('slots', move)).body)).toEqual([11])
    expect(hoursOf((await ask('next', { appointmentId: french.id, from: at(0) })).body)).toEqual([11])
    expect(hoursOf((await ask('slots', { ...move, skills: 'cards' })).body)).toEqual([])
    const checkOf = { appointmentId: french.id, start: at(9) }
    expect((await service.post('/availability/check', checkOf)).body).toMatchObject({
      offered: false,
      reasons: ['BOOKED', 'REQUIREMENT_MISSING', 'NOBODY_FREE'],
    })
    for (const { free } of [busy, plain, french]) await free()
  })

  it('are those of the organizer if other agents are on the appointment', async () => {
    const busy = await claimed('anna', 9)
    const shared = async (id: string, organizer: object) => {
      const version = { holder: { type: 'APPOINTMENT' as const, id }, version: 1, organizationId: 'org-1' }
      const time = { from: at(10), to: at(11), kind: 'BOOKED' as const }
      const claims = ['adam', 'anna', 'ben'].map((agentId) => ({ agentId, ...time }))
      const appointment = { applicationId: 'open', serviceTypeId: 'public', start: at(10), end: at(11) }
      await service.claimed({ ...version, ...appointment, ...organizer, claims })
      const { status, body } = await ask('slots', { appointmentId: id, ...day }, customerOf(id))
      await service.claimed({ ...version, ...appointment, version: 2, claims: [] })
      return status === 200 ? hoursOf(body) : body.code
    }
    expect(await shared('of-ben', { organizerId: 'ben' })).toEqual([9, 10, 11])
    expect(await shared('of-anna', { organizerId: 'anna' })).toEqual([10, 11])
    // an older release names no organizer; the first agent is not in the directory
    expect(await shared('of-unknown', {})).toBe('CALENDAR_NOT_FOUND')
    await busy.free()
  })

  it('are those of the organizer once the queue has been removed', async () => {
    await service.put('/queues/closing', { name: 'Closing' })
    const of = (more: object, kind?: 'RESERVED') => claimed('ben', 10, { queueId: 'closing', ...more }, kind)
    const assigned = await of({ organizerId: 'ben' })
    const waiting = await of({}, 'RESERVED')
    expect((await service.remove('/queues/closing')).status).toBe(204)
    const slots = await ask('slots', { appointmentId: assigned.id, ...day }, customerOf(assigned.id))
    expect(slots).toMatchObject({ status: 200, body: { policy: 'ENFORCE' } })
    expect(hoursOf(slots.body)).toContain(11)
    // an appointment that waits for a member has no organizer
    expect(await ask('slots', { appointmentId: waiting.id, ...day }, customerOf(waiting.id))).toMatchObject({
      status: 404,
      body: { code: 'CALENDAR_NOT_FOUND', policy: 'ENFORCE' },
    })
    await assigned.free()
    await waiting.free()
  })

  it('are for the customer of the appointment alone', async () => {
    const { id, free } = await claimed('anna', 10)
    for (const caller of [customerOf('another'), customerOf(id, 'room')])
      expect(await ask('slots', { appointmentId: id, ...day }, caller)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      })
    expect((await ask('slots', { applicationId: 'open', ...offering }, customerOf(id))).status).toBe(403)
    expect((await ask('slots', { appointmentId: id, ...day }, anyone)).status).toBe(401)
    await free()
  })

  it('require a calendar', async () => {
    const { id, free } = await claimed('nobody', 10)
    const unknown = { status: 404, body: { code: 'CALENDAR_NOT_FOUND' } }
    expect(await ask('slots', { appointmentId: id, ...day }, customerOf(id))).toMatchObject({
      status: 404,
      body: { code: 'CALENDAR_NOT_FOUND', policy: 'ENFORCE' },
    })
    expect(await ask('slots', { appointmentId: 'none', ...day }, customerOf('none'))).toMatchObject(unknown)
    const foreign = aCaller({ organizationId: 'org-2' })
    expect(await ask('slots', { appointmentId: id, ...day }, foreign)).toMatchObject(unknown)
    await free()
    const both = await ask('slots', { appointmentId: id, agentId: 'anna', ...day })
    expect(both).toMatchObject({ status: 400, body: { errors: [{ code: 'FIELD_NOT_ALLOWED' }] } })
  })

  it('have the buffers that the appointment was booked with, whatever its service type has now', async () => {
    const path = '/applications/open/service-types/buffered'
    await service.put(path, {
      name: 'buffered',
      durations: ['PT1H'],
      granularity: 'PT1H',
      bufferAfter: 'PT30M',
      queueId: 'advice',
    })
    const own = await claimed('anna', 9, { serviceTypeId: 'buffered' })
    const other = await claimed('anna', 11)
    const move = { appointmentId: own.id, ...day }
    expect(hoursOf((await ask('slots', move)).body)).toEqual([9, 10])
    const check = await service.post('/availability/check', { appointmentId: own.id, start: at(10) })
    expect(check.body).toMatchObject({ offered: true })
    await own.free()
    await other.free()
    await service.remove(path)
  })
})

describe('a check', () => {
  const check = (body: object, caller?: Caller) =>
    service.post(
      '/availability/check',
      { applicationId: 'open', serviceTypeId: 'public', ...body },
      {
        ...(caller && { caller }),
      },
    )

  it('explains for each agent why a time is not offered', async () => {
    const { id, free } = await claimed('anna', 9)
    const { body: absence } = await service.post('/agents/ben/exceptions', {
      type: 'ABSENCE',
      from: at(8),
      until: at(10),
    })
    const agents = [
      {
        agentId: 'anna',
        offered: false,
        reasons: [{ code: 'BOOKED', from: at(9), until: at(10), appointmentId: id }],
      },
      { agentId: 'ben', offered: false, reasons: [{ code: 'ABSENT', from: at(8), until: at(10) }] },
    ]
    expect(await check({ start: at(9) })).toMatchObject({
      status: 200,
      body: { offered: false, reasons: ['ABSENT', 'BOOKED', 'NOBODY_FREE'], agents },
    })
    const { body: seenByBen } = await check({ start: at(9) }, anAgent('ben'))
    expect(seenByBen.agents[0].reasons).toEqual([{ code: 'BOOKED', from: at(9), until: at(10) }])
    await service.remove(`/agents/ben/exceptions/${absence.id}`)
    expect((await check({ start: at(9) })).body).toMatchObject({
      offered: true,
      reasons: [],
      agents: [{ agentId: 'ben', offered: true, reasons: [] }, { agentId: 'anna' }],
    })
    await free()
  })

  it('names the reasons that apply to every agent, and reports unknown agents and non-members', async () => {
    expect((await check({ start: at(9.5), duration: 'PT2H' }, machine)).body.reasons).toEqual([
      'NOT_ALIGNED',
      'DURATION_NOT_OFFERED',
    ])
    const past = new Date(NOW.getTime() - HOUR_MS).toISOString()
    expect((await check({ start: past }, machine)).body.reasons).toContain('TOO_SOON')
    expect((await check({ start: at(9), agentId: 'nobody' })).body.agents[0].reasons).toEqual([
      { code: 'AGENT_UNKNOWN' },
    ])
    await service.put('/queues/other', { name: 'Other' })
    const { body } = await check({ start: at(9), agentId: 'anna', queueId: 'other' })
    expect(body).toMatchObject({ offered: false, reasons: ['NOT_A_MEMBER'] })
  })

  it('agrees with the slots at every quarter of an hour', async () => {
    const { free } = await claimed('anna', 10)
    const request = { applicationId: 'open', agentId: 'anna', serviceTypeId: 'public', ...day }
    const offered = hoursOf((await ask('slots', request)).body)
    for (let hour = 8; hour < 13; hour += 0.25) {
      const { body } = await check({ agentId: 'anna', start: at(hour) })
      expect(body.offered, `at ${hour}`).toBe(offered.includes(hour))
      expect(body.reasons.length === 0).toBe(body.offered)
    }
    await free()
  })
})

describe('free and busy time', () => {
  it('lists what occupies each agent', async () => {
    const booked = await claimed('anna', 9)
    const reserved = await claimed('anna', 10, {}, 'RESERVED')
    const { body: absence } = await service.post('/agents/anna/exceptions', {
      type: 'ABSENCE',
      from: at(11),
      until: at(24),
    })
    const query = { agentId: 'anna,ben', ...day }
    const { body } = await ask('freebusy', query)
    expect(body.agents).toEqual([
      {
        agentId: 'anna',
        open: [{ from: at(9), until: at(11) }],
        busy: [
          { from: at(9), until: at(10), kind: 'APPOINTMENT', appointmentId: booked.id },
          { from: at(10), until: at(11), kind: 'RESERVATION', appointmentId: reserved.id },
          { from: at(11), until: at(24), kind: 'ABSENCE' },
        ],
      },
      { agentId: 'ben', open: [{ from: at(9), until: at(12) }], busy: [] },
    ])
    const { body: seen } = await ask('freebusy', query, anAgent('ben'))
    expect(seen.agents[0].busy[0]).toEqual({ from: at(9), until: at(10), kind: 'APPOINTMENT' })
    await service.remove(`/agents/anna/exceptions/${absence.id}`)
    await booked.free()
    await reserved.free()
  })

  it('counts the holidays of an application', async () => {
    await service.put('/holiday-calendars/feast', {
      name: 'Feast',
      timezone: 'UTC',
      days: [{ date: at(0).slice(0, 10), name: 'Feast', open: [{ from: '09:00', to: '10:00' }] }],
    })
    await service.configured({ id: 'festive', version: 1, organizationId: 'org-1' })
    await service.offering({ applicationId: 'festive', version: 1, holidayCalendarIds: ['feast'] })
    const { body } = await ask('freebusy', { agentId: 'ben', applicationId: 'festive', ...day })
    expect(body.agents[0]).toMatchObject({
      open: [{ from: at(9), until: at(10) }],
      busy: [{ from: at(10), until: at(12), kind: 'HOLIDAY' }],
    })
    const slots = { applicationId: 'festive', agentId: 'ben', duration: 'PT1H', ...day }
    expect(hoursOf((await ask('slots', slots)).body)).toEqual([9])
    expect(await service.remove('/holiday-calendars/feast')).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', count: 1 },
    })
    // the next read shows a change of the calendar
    await service.put('/holiday-calendars/feast', { name: 'Feast', timezone: 'UTC', days: [] })
    expect(hoursOf((await ask('slots', slots)).body)).toEqual([
      9, 9.25, 9.5, 9.75, 10, 10.25, 10.5, 10.75, 11,
    ])
  })

  it.each([
    ['no agent', {}],
    ['a long window', { agentId: 'anna', from: at(0), to: at(32 * 24) }],
  ])('rejects a request with %s', async (_, query: Record<string, string>) => {
    expect((await ask('freebusy', query)).status).toBe(400)
  })

  it('rejects an agent that the directory does not have', async () => {
    expect(await ask('freebusy', { agentId: 'nobody' })).toMatchObject({
      status: 404,
      body: { code: 'AGENT_NOT_FOUND' },
    })
  })
})

describe('affected appointments', () => {
  it('are those whose agent is absent or not in the directory', async () => {
    const open = await claimed('anna', 9)
    const absent = await claimed('ben', 9, { queueId: 'advice' })
    const gone = await claimed('gone', 10, { queueId: 'advice' }, 'RESERVED')
    const { body: absence } = await service.post('/agents/ben/exceptions', {
      type: 'ABSENCE',
      from: at(8),
      until: at(10),
    })
    expect(absence.affected).toBe(1)
    const expected = {
      appointmentId: absent.id,
      applicationId: 'open',
      agentId: 'ben',
      queueId: 'advice',
      start: at(9),
      end: at(10),
      timezone: 'UTC',
      kind: 'ASSIGNED',
      reasons: ['ABSENT'],
    }
    const { body } = await ask('affected', { queueId: 'advice', ...day })
    expect(body).toMatchObject({ total: 2, sortField: 'start' })
    expect(body.content).toEqual([
      expected,
      expect.objectContaining({ appointmentId: gone.id, kind: 'RESERVED', reasons: ['AGENT_UNKNOWN'] }),
    ])
    expect((await ask('affected', { exceptionId: absence.id })).body.content).toEqual([expected])
    expect((await ask('affected', { agentId: 'anna', ...day })).body.total).toBe(0)
    await service.remove(`/agents/ben/exceptions/${absence.id}`)
    for (const { free } of [open, absent, gone]) await free()
  })

  it('are those of an inactive agent, and of the agents of a team', async () => {
    const agentId = `agent-${randomUUID()}`
    const put = (more: object) =>
      service.put(`/agents/${agentId}`, {
        displayName: 'Cora',
        timezone: 'Asia/Kathmandu',
        hours: [{ days: EVERY_DAY, from: '00:00', to: '24:00' }],
        teamIds: ['first-line'],
        ...more,
      })
    await service.put('/teams/first-line', { name: 'First line' })
    expect((await put({})).status).toBe(201)
    const [early, late] = [await claimed(agentId, 9), await claimed(agentId, 11)]
    const affected = async (query: Record<string, string>) => {
      const { body } = await ask('affected', { ...day, ...query })
      return (body.content as { appointmentId: string }[]).map(({ appointmentId }) => appointmentId)
    }
    expect(await affected({ teamId: 'first-line' })).toEqual([])
    expect((await put({ active: false })).status).toBe(200)
    const { body } = await ask('affected', { ...day, agentId })
    expect(body.content).toMatchObject([
      { appointmentId: early.id, timezone: 'Asia/Kathmandu', reasons: ['INACTIVE'] },
      { appointmentId: late.id, reasons: ['INACTIVE'] },
    ])
    expect(await affected({ teamId: 'first-line' })).toEqual([early.id, late.id])
    expect(await affected({ teamId: 'first-line', sortOrder: 'desc' })).toEqual([late.id, early.id])
    expect(await affected({ teamId: 'first-line', pageSize: '1', pageNumber: '2' })).toEqual([late.id])
    // what overlaps the window, ends excluded
    expect(await affected({ agentId, from: at(9.5), to: at(11) })).toEqual([early.id])
    for (const { free } of [early, late]) await free()
  })

  it('require exactly one known target', async () => {
    const codes = async (query: Record<string, string>) => {
      const { status, body } = await ask('affected', query)
      return [status, body.code]
    }
    expect(await codes({})).toEqual([400, 'VALIDATION_FAILED'])
    expect(await codes({ agentId: 'anna', queueId: 'advice' })).toEqual([400, 'VALIDATION_FAILED'])
    expect(await codes({ teamId: 'unused' })).toEqual([404, 'TEAM_NOT_FOUND'])
    expect(await codes({ queueId: 'unused' })).toEqual([404, 'QUEUE_NOT_FOUND'])
    expect(await codes({ exceptionId: 'unused' })).toEqual([404, 'EXCEPTION_NOT_FOUND'])
  })
})

describe('a hold', () => {
  it('occupies time until it expires, to the millisecond', async () => {
    const expiresAt = new Date(NOW.getTime() + 300_000)
    await service.claimed({
      holder: { type: 'HOLD', id: 'hash' },
      version: 1,
      organizationId: 'org-1',
      applicationId: 'open',
      start: at(9),
      end: at(10),
      claims: [
        { agentId: 'anna', kind: 'HELD', from: at(9), to: at(10), expiresAt: expiresAt.toISOString() },
      ],
    })
    const read = async () =>
      hoursOf(
        (await ask('slots', { applicationId: 'open', agentId: 'anna', serviceTypeId: 'public', ...day }))
          .body,
      )
    expect(await read()).toEqual([10, 11])
    service.clock.current = new Date(expiresAt.getTime() - 1)
    expect(await read()).toEqual([10, 11])
    service.clock.current = expiresAt
    expect(await read()).toEqual([9, 10, 11])
    service.clock.current = NOW
  })
})

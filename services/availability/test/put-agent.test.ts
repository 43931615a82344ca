import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCaller, anAgent, runAvailability, type RunningAvailability } from './running-service.ts'

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
  for (const path of ['/teams/berlin', '/queues/advice', '/queues/loans'])
    await service.put(path, { name: path })
  await service.put('/schedules/weekdays', { name: 'Weekdays', hours: [] })
  await service.put('/holiday-calendars/berlin', { name: 'Berlin', timezone: 'Europe/Berlin', days: [] })
})
afterAll(() => service.stop())

const anna = { displayName: 'Anna', timezone: 'Europe/Berlin' }
const newId = () => `agent-${randomUUID()}`

describe('writing an agent', () => {
  it('creates it with defaults, then replaces it', async () => {
    const id = newId()
    const created = await service.put(`/agents/${id}`, anna)
    expect(created).toMatchObject({
      status: 201,
      body: {
        id,
        organizationId: 'org-1',
        ...anna,
        languages: [],
        skills: [],
        teamIds: [],
        queues: [],
        active: true,
        managesOwnAbsence: false,
      },
    })
    expect(created.etag).toBe(`"${created.body.version}"`)
    const replaced = await service.put(`/agents/${id}`, { ...anna, skills: ['loans'] })
    expect(replaced).toMatchObject({ status: 200, body: { id, skills: ['loans'] } })
    expect(replaced.body.version).toBeGreaterThan(created.body.version)
    const read = await service.get(`/agents/${id}`)
    expect(read).toMatchObject({ status: 200, etag: replaced.etag, body: replaced.body })
  })

  it('repeats the first response to the same key, status included', async () => {
    const id = newId()
    const key = randomUUID()
    const first = await service.put(`/agents/${id}`, anna, { key })
    expect(await service.put(`/agents/${id}`, anna, { key })).toEqual({ ...first, isReplayed: true })
    expect(first).toMatchObject({ status: 201, isReplayed: false })
    expect(await service.put(`/agents/${id}`, { ...anna, active: false }, { key })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })

  it('writes only the version that If-Match names', async () => {
    const id = newId()
    expect(await service.put(`/agents/${id}`, anna, { ifMatch: '*' })).toMatchObject({
      status: 412,
      body: { detail: 'There is no such entry; If-Match only replaces an existing one.' },
    })
    const { body: first } = await service.put(`/agents/${id}`, anna)
    const { body: second } = await service.put(`/agents/${id}`, anna, { ifMatch: first.version })
    expect(await service.put(`/agents/${id}`, anna, { ifMatch: first.version })).toMatchObject({
      status: 412,
      body: { code: 'VERSION_MISMATCH' },
    })
    expect((await service.get(`/agents/${id}`)).body.version).toBe(second.version)
  })

  it('reads language tags as operating systems write them, also in queries', async () => {
    const id = newId()
    const { status, body } = await service.put(`/agents/${id}`, { ...anna, languages: ['rm_CH'] })
    expect([status, body.languages]).toEqual([201, ['rm-CH']])
    const found = await service.get('/agents?language=rm_CH')
    expect(found).toMatchObject({ status: 200, body: { content: [{ id }] } })
  })

  it('never reuses a version of a removed agent', async () => {
    const id = newId()
    const { body: first } = await service.put(`/agents/${id}`, anna)
    const before = await service.calendarVersion(id)
    expect(await service.remove(`/agents/${id}`)).toMatchObject({ status: 204 })
    const again = await service.put(`/agents/${id}`, anna)
    expect(again.status).toBe(201)
    expect(again.body.version).toBeGreaterThan(first.version)
    expect(await service.calendarVersion(id)).toBeGreaterThan(before)
  })

  it('names every fault of the input, and stores nothing', async () => {
    const before = await service.counts()
    const response = await service.put(`/agents/${newId()}`, {
      displayName: '',
      email: 'nobody',
      phone: '030 123',
      timezone: 'Europe/Atlantis',
      languages: ['de', 'DE'],
      skills: ['Loans'],
      queues: [{ queueId: 'advice', weight: 0 }],
      scheduleId: 'weekdays',
      hours: [
        { days: ['MO'], from: '09:00', to: '09:00' },
        { days: [], from: '9', to: '25:00', validFrom: '2027-02-01', validUntil: '2027-01-31' },
      ],
      maxPerDay: 0,
      nickname: 'Ann',
    })
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    const pointers = (response.body.errors as { pointer: string }[]).map(({ pointer }) => pointer)
    expect(pointers.sort()).toEqual(
      [
        '/displayName',
        '/email',
        '/phone',
        '/timezone',
        '/languages/1',
        '/skills/0',
        '/queues/0/weight',
        '/hours',
        '/hours/0/to',
        '/hours/1/days',
        '/hours/1/from',
        '/hours/1/to',
        '/hours/1/validUntil',
        '/maxPerDay',
        '/nickname',
      ].sort(),
    )
    expect(await service.counts()).toEqual(before)
  })

  it('names every reference that does not exist in the organization', async () => {
    const id = newId()
    const response = await service.put(`/agents/${id}`, {
      ...anna,
      teamIds: ['berlin', 'paris'],
      queues: [{ queueId: 'advice' }, { queueId: 'gone' }],
      scheduleId: 'nights',
      holidayCalendarId: 'paris',
    })
    expect(response).toMatchObject({ status: 400, body: { code: 'UNKNOWN_REFERENCE' } })
    const errors = response.body.errors as { pointer: string; code: string }[]
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/teamIds/1',
      '/queues/1/queueId',
      '/scheduleId',
      '/holidayCalendarId',
    ])
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['UNKNOWN_REFERENCE']))
    expect((await service.get(`/agents/${id}`)).status).toBe(404)
    const ofOther = aCaller({ organizationId: 'org-2' })
    const foreign = await service.put(`/agents/${id}`, { ...anna, teamIds: ['berlin'] }, { caller: ofOther })
    expect(foreign).toMatchObject({ status: 400, body: { code: 'UNKNOWN_REFERENCE' } })
  })

  it('raises the version of its calendar, and of queues that it joins, leaves or gets another weight in', async () => {
    const id = newId()
    const versions = async () => ({
      calendar: await service.calendarVersion(id),
      advice: await service.membersVersion('advice'),
      loans: await service.membersVersion('loans'),
    })
    const write = (...queues: object[]) => service.put(`/agents/${id}`, { ...anna, queues })
    const start = await versions()
    await write({ queueId: 'advice' })
    const joined = await versions()
    expect(joined.advice).toBeGreaterThan(start.advice)
    expect(joined.loans).toBe(start.loans)
    await write({ queueId: 'advice', weight: 50 }, { queueId: 'loans' })
    const weighed = await versions()
    expect(weighed.advice).toBeGreaterThan(joined.advice)
    expect(weighed.loans).toBeGreaterThan(joined.loans)
    await write({ queueId: 'loans' })
    const left = await versions()
    expect(left.advice).toBeGreaterThan(weighed.advice)
    expect(left.loans).toBe(weighed.loans)
    expect(left.calendar).toBeGreaterThan(weighed.calendar)
    const { body } = await service.get('/queues/loans/members')
    expect(body.content).toMatchObject([{ agentId: id, displayName: 'Anna', weight: 100, active: true }])
  })

  it('applies parallel writes of one agent one after another', async () => {
    const id = newId()
    const written = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        service.put(`/agents/${id}`, { ...anna, queues: [{ queueId: 'advice', weight: index + 1 }] }),
      ),
    )
    expect(written.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201])
    const latest = written.toSorted((a, b) => b.body.version - a.body.version)[0]!
    expect((await service.get(`/agents/${id}`)).body).toEqual(latest.body)
    const { body } = await service.get(`/queues/advice/members?q=${id}`)
    expect(body.content).toMatchObject([{ agentId: id, weight: latest.body.queues[0].weight }])
  })
})

describe('reading an agent', () => {
  it('shows contact data to administrators and the agent itself only', async () => {
    const id = newId()
    const contact = { email: 'anna@example.com', phone: '+4930123456' }
    await service.put(`/agents/${id}`, { ...anna, ...contact })
    const seenBy = async (caller = aCaller()) => {
      const [one, list] = await Promise.all([
        service.get(`/agents/${id}`, caller),
        service.get(`/agents?q=${id}`, caller),
      ])
      return [one.body, list.body.content[0]]
    }
    for (const caller of [aCaller(), aCaller({ roles: ['ROLE_CLIENT_SERVICE'] }), anAgent(id)])
      expect(await seenBy(caller)).toMatchObject([contact, contact])
    for (const seen of await seenBy(anAgent('agent-other'))) {
      expect(seen).toMatchObject({ id, displayName: 'Anna' })
      expect(seen).not.toHaveProperty('email')
      expect(seen).not.toHaveProperty('phone')
    }
  })

  it('keeps organizations apart', async () => {
    const id = newId()
    await service.put(`/agents/${id}`, anna)
    const ofOther = aCaller({ organizationId: 'org-2' })
    expect(await service.get(`/agents/${id}`, ofOther)).toMatchObject({
      status: 404,
      body: { code: 'AGENT_NOT_FOUND' },
    })
    expect(await service.remove(`/agents/${id}`, ofOther)).toMatchObject({ status: 404 })
    expect(await service.get(`/agents/${id}?organizationId=org-1`, ofOther)).toMatchObject({
      status: 404,
      body: { code: 'ORGANIZATION_NOT_FOUND' },
    })
    const { organizationId: _, ...ofNone } = aCaller()
    expect(await service.get(`/agents/${id}`, ofNone)).toMatchObject({ status: 404 })
    expect(await service.get(`/agents/${id}?organizationId=org-1`, ofNone)).toMatchObject({ status: 200 })
    const own = await service.put(`/agents/${id}`, { ...anna, displayName: 'Other' }, { caller: ofNone })
    expect(own).toMatchObject({ status: 201, body: { displayName: 'Other' } })
    expect(own.body).not.toHaveProperty('organizationId')
    expect((await service.get(`/agents/${id}`)).body.displayName).toBe('Anna')
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCaller, runAvailability, type RunningAvailability } from './running-service.ts'

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
})
afterAll(() => service.stop())

const newId = () => `x-${randomUUID()}`
const anna = { displayName: 'Anna', timezone: 'Europe/Berlin' }

const kinds = [
  {
    path: '/teams',
    entry: { name: 'Berlin' },
    uses: (id: string) => ({ teamIds: [id] }),
    missing: 'TEAM_NOT_FOUND',
    faulty: { name: '', members: [] },
    pointers: ['/name', '/members'],
  },
  {
    path: '/queues',
    entry: { name: 'Advice', requires: { skills: ['loans'], languages: ['de'] }, strategy: 'ROUND_ROBIN' },
    uses: (id: string) => ({ queues: [{ queueId: id }] }),
    missing: 'QUEUE_NOT_FOUND',
    faulty: { name: 'Advice', strategy: 'FIRST', assign: { when: 'LATER', lead: 'P31D' } },
    pointers: ['/strategy', '/assign/when', '/assign/lead'],
  },
  {
    path: '/schedules',
    entry: {
      name: 'Nights',
      hours: [{ days: ['FR', 'SA'], from: '22:00', to: '06:00', validFrom: '2027-01-01' }],
    },
    uses: (id: string) => ({ scheduleId: id }),
    missing: 'SCHEDULE_NOT_FOUND',
    faulty: {
      name: 'Nights',
      timezone: 'Nowhere',
      hours: [
        { days: ['FR', 'FR'], from: '24:00', to: '24:30' },
        { days: ['MO'], from: '00:00', to: '00:00' },
        { days: ['MO'], from: '08:00', to: '24:00', validFrom: '2027-02-30' },
      ],
    },
    pointers: [
      '/timezone',
      '/hours/0/days/1',
      '/hours/0/from',
      '/hours/0/to',
      '/hours/1/to',
      '/hours/2/validFrom',
    ],
  },
  {
    path: '/holiday-calendars',
    entry: {
      name: 'Berlin',
      timezone: 'Europe/Berlin',
      days: [{ date: '2027-12-24', name: 'Christmas Eve', open: [{ from: '09:00', to: '12:00' }] }],
    },
    uses: (id: string) => ({ holidayCalendarId: id }),
    missing: 'HOLIDAY_CALENDAR_NOT_FOUND',
    faulty: {
      name: 'Berlin',
      timezone: 'Europe/Berlin',
      days: [
        { date: '2027-12-24', name: 'Eve', open: [{ from: '12:00', to: '09:00' }] },
        { date: '2027-12-24', name: 'Again' },
        { date: '24.12.2027', name: 'Eve' },
      ],
    },
    pointers: ['/days/0/open/0/to', '/days/1', '/days/2/date'],
  },
]

describe.each(kinds)('$path', ({ path, entry, uses, missing, faulty, pointers }) => {
  it('creates, replaces, reads and removes an entry', async () => {
    const id = newId()
    expect(await service.get(`${path}/${id}`)).toMatchObject({ status: 404, body: { code: missing } })
    const created = await service.put(`${path}/${id}`, entry)
    expect(created).toMatchObject({ status: 201, body: { id, organizationId: 'org-1', ...entry } })
    expect(created.etag).toBe(`"${created.body.version}"`)
    const replaced = await service.put(`${path}/${id}`, { ...entry, name: 'Other' })
    expect(replaced).toMatchObject({ status: 200, body: { name: 'Other' } })
    expect(await service.put(`${path}/${id}`, entry, { ifMatch: created.body.version })).toMatchObject({
      status: 412,
    })
    expect(await service.get(`${path}/${id}`)).toMatchObject({ status: 200, body: replaced.body })
    expect((await service.remove(`${path}/${id}`)).status).toBe(204)
    expect(await service.remove(`${path}/${id}`)).toMatchObject({ status: 404, body: { code: missing } })
  })

  it('is only created with If-None-Match: *', async () => {
    const at = `${path}/${newId()}`
    const created = await service.put(at, entry, { ifNoneMatch: '*' })
    expect(created.status).toBe(201)
    expect(await service.put(at, { ...entry, name: 'Other' }, { ifNoneMatch: '*' })).toMatchObject({
      status: 412,
      body: { code: 'VERSION_MISMATCH' },
    })
    expect((await service.get(at)).body).toEqual(created.body)
  })

  it('names every fault, and stores nothing', async () => {
    const before = await service.counts()
    const response = await service.put(`${path}/${newId()}`, faulty)
    expect(response.status).toBe(400)
    const found = (response.body.errors as { pointer: string }[]).map(({ pointer }) => pointer)
    expect(found.sort()).toEqual(pointers.toSorted())
    expect((await service.put(`${path}/No%20id`, entry)).status).toBe(400)
    expect(await service.counts()).toEqual(before)
  })

  it('is not removed while an agent uses it', async () => {
    const id = newId()
    const agents = [newId(), newId()]
    await service.put(`${path}/${id}`, entry)
    for (const agent of agents)
      expect((await service.put(`/agents/${agent}`, { ...anna, ...uses(id) })).status).toBe(201)
    expect(await service.remove(`${path}/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', count: 2 },
    })
    await service.put(`/agents/${agents[0]}`, anna)
    expect((await service.remove(`${path}/${id}`)).body.count).toBe(1)
    await service.remove(`/agents/${agents[1]}`)
    expect((await service.remove(`${path}/${id}`)).status).toBe(204)
  })

  it('lists entries by the beginning of id or name, of one organization', async () => {
    const mark = randomUUID()
    const ids = [`${mark}-b`, `${mark}-a`, newId()]
    for (const [index, id] of ids.entries())
      await service.put(`${path}/${id}`, {
        ...entry,
        name: index < 2 ? 'Other' : `${mark.toUpperCase()} name`,
      })
    const ofOther = aCaller({ organizationId: 'org-2' })
    await service.put(`${path}/${mark}-c`, entry, { caller: ofOther })
    const found = async (query: string, caller = aCaller()) => {
      const { status, body } = await service.get(`${path}?q=${mark}${query}`, caller)
      expect(status).toBe(200)
      return { total: body.total as number, ids: (body.content as { id: string }[]).map(({ id }) => id) }
    }
    const byId = ids.toSorted()
    expect(await found('')).toEqual({ total: 3, ids: byId })
    expect(await found('&pageSize=2&pageNumber=2')).toEqual({ total: 3, ids: byId.slice(2) })
    expect(await found('&sortOrder=desc')).toEqual({ total: 3, ids: byId.toReversed() })
    expect(await found('', ofOther)).toEqual({ total: 1, ids: [`${mark}-c`] })
    expect(await found('x')).toEqual({ total: 0, ids: [] })
    expect((await found('&sortField=name')).ids.slice(-2).sort()).toEqual(
      expect.arrayContaining([expect.stringContaining(mark)]),
    )
  })
})

it('excludes a new reference to an entry that is being removed', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = newId()
    await service.put(`/queues/${id}`, { name: 'Advice' })
    const agent = newId()
    const [removed, joined] = await Promise.all([
      service.remove(`/queues/${id}`),
      service.put(`/agents/${agent}`, { ...anna, queues: [{ queueId: id }] }),
    ])
    expect([
      [204, 400],
      [409, 201],
    ]).toContainEqual([removed.status, joined.status])
    expect((await service.get(`/queues/${id}`)).status).toBe(joined.status === 201 ? 200 : 404)
  }
})

it.each([
  ['schedules', 'scheduleId', { name: 'Shared', hours: [] }],
  ['holiday-calendars', 'holidayCalendarId', { name: 'Shared', timezone: 'UTC', days: [] }],
])(
  'a change in %s raises the calendar version only of the agents that use it',
  async (path, field, entry) => {
    const id = newId()
    const [user, other] = [newId(), newId()]
    await service.put(`/${path}/${id}`, entry)
    await service.put(`/agents/${user}`, { ...anna, [field]: id })
    await service.put(`/agents/${other}`, anna)
    const before = [await service.calendarVersion(user), await service.calendarVersion(other)]
    await service.put(`/${path}/${id}`, { ...entry, name: 'Changed' })
    expect(await service.calendarVersion(user)).toBeGreaterThan(before[0]!)
    expect(await service.calendarVersion(other)).toBe(before[1])
  },
)

import { beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '@appointments/contracts'
import {
  agent,
  appointmentsService,
  aCustomer,
  machine,
  of,
  rejection,
  supervisor,
  V1,
  V2,
} from './harness.ts'

const service = appointmentsService()
const agent8: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-8' }
const NOTHING = { status: 404, code: 'NO_APPOINTMENTS_MATCH' }

/** The titles of a list in its order; parameters as in the query string. */
const list = async (parameters: string, caller: Caller = supervisor, version = V2) => {
  const response = await service.call(caller, 'GET', `${version}/?${parameters}`)
  if (response.status !== 200) return rejection(response)
  return response.body.content.map(({ title }) => title)
}

describe('the content of a list', () => {
  // title, application, agent, start, duration
  const rows = [
    ['a', 'app-1', 'agent-7', '2027-01-01T09:00:00Z', 'PT1H'],
    ['b', 'app-1', 'agent-8', '2027-01-02T09:00:00Z', 'PT60M'],
    ['c', 'app-1', 'agent-7', '2027-01-03T09:00:00Z', 'PT30M'],
    ['d', 'app-2', 'agent-8', '2027-01-04T09:00:00Z', 'PT0.5H'],
    ['e', 'app-2', 'agent-9', '2027-01-05T09:00:00Z', 'P1D'],
  ] as const
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    for (const [title, applicationId, agentId, start, duration] of rows) {
      const targetAssignment = { id: agentId, type: 'AGENT' }
      const request = { title, applicationId, start, duration, targetAssignment, customers: [aCustomer()] }
      ids[title] = (await service.scheduled(request, machine)).id
    }
    // c has a second agent, who is not its organizer
    const roster = await service.rosterOf(ids.c!)
    await service.publishRoster(ids.c!, 2, {
      participants: [...roster.participants, { id: 'agent-9', type: 'AGENT' }],
    })
    await service.call(supervisor, 'PUT', `${V2}/${ids.e!}/cancel`)
  })

  it.each([
    ['everything', '', 'abcde'],
    ['an application', 'applicationId=app-2', 'de'],
    ['an agent', 'agentId=agent-7', 'ac'],
    ['agents, by comma', 'agentId=agent-7,agent-9', 'ace'],
    ['agents, by repetition', 'agentId=agent-7&agentId=agent-9', 'ace'],
    ['agents, by both, with blanks', 'agentId=agent-7,%20agent-8&agentId=agent-9', 'abcde'],
    ['an organizer', 'organizerId=agent-9', 'e'],
    ['organizers', 'organizerId=agent-7,agent-8', 'abcd'],
    ['an agent rather than an organizer', 'agentId=agent-9&organizerId=agent-7', 'ce'],
    ['a duration in another notation', 'duration=PT60M', 'ab'],
    ['durations, by comma', 'duration=PT1H,PT1800S', 'abcd'],
    ['durations, by repetition', 'duration=PT24H&duration=PT30M', 'cde'],
    ['a range, its end excluded', 'range=2027-01-02T09:00:00Z,2027-01-04T09:00:00Z', 'bc'],
    ['a range, by repetition', 'range=2027-01-02T09:00:00.001Z&range=2027-01-04T09:00:00.001Z', 'cd'],
    ['a range with offsets', 'range=2027-01-02T10:00:00%2B01:00,2027-01-02T10:00:01%2B01:00', 'b'],
    ['a range of days [H5.1]', 'range=2027-01-02,20270104', 'bc'],
    ['a range in other spellings [H5.1]', 'range=2027-01-02T09:00:00,001,20270104T100000,002%2B01', 'cd'],
    ['an agent in a range', 'agentId=agent-9&range=2027-01-03T00:00:00Z,2027-01-04T00:00:00Z', 'c'],
    [
      'all filters combined',
      'applicationId=app-1&agentId=agent-7&duration=PT30M&range=2027-01-01T00:00:00Z,2028-01-01T00:00:00Z',
      'c',
    ],
  ])('filters by %s [4.1.3, 8.4]', async (_, parameters, titles) => {
    expect(await list(parameters)).toEqual(titles.split(''))
  })

  it.each([
    'applicationId=nowhere',
    'agentId=nobody',
    'organizerId=nobody',
    'duration=PT2H',
    'range=2028-01-01T00:00:00Z,2028-01-02T00:00:00Z',
  ])('returns 404 if nothing matches %s [7 404]', async (parameters) => {
    expect(await list(parameters)).toEqual(NOTHING)
    expect(await list(parameters, supervisor, V1)).toEqual(NOTHING)
  })

  it('omits cancelled appointments on v1 only', async () => {
    expect(await list('applicationId=app-2', supervisor, V1)).toEqual(['d'])
    expect(await list('applicationId=app-2', supervisor, V2)).toEqual(['d', 'e'])
    expect(await list('agentId=agent-9&applicationId=app-2', supervisor, V1)).toEqual(NOTHING)
  })

  it('shows the elements of each version [4.1 GET /, 4.2 GET /, 2.1 roomAccess]', async () => {
    await service.call(machine, 'POST', `${V2}/activate/${ids.a!}`)
    const { body: v1 } = await service.call(supervisor, 'GET', `${V1}/?duration=PT1H`)
    const { body: read } = await service.call(supervisor, 'GET', `${V1}/${ids.a!}`)
    const { roomAccess: _room, ...element } = read
    expect(v1.content[0]).toEqual(element)
    const { body: v2 } = await service.call(supervisor, 'GET', `${V2}/?duration=PT1H`)
    const { secureToken: _token, ...elementV2 } = await service.read(ids.a!)
    expect(v2.content[0]).toEqual(elementV2)
  })

  describe('pages', () => {
    it('contain 20 elements by default, and their position in the list [2.7 FindAppointmentsResponsePaged, 8.5]', async () => {
      const { body } = await service.call(supervisor, 'GET', V2)
      expect(body).toMatchObject({
        pageCount: 1,
        pageNumber: 1,
        pageSize: 20,
        total: 5,
        sortField: 'start',
        sortOrder: 'asc',
      })
    })

    it('continue each other [8.3, 2.7 FindAppointmentsResponsePaged]', async () => {
      expect(await list('pageSize=2')).toEqual(['a', 'b'])
      expect(await list('pageSize=2&pageNumber=2')).toEqual(['c', 'd'])
      expect(await list('pageSize=2&pageNumber=3')).toEqual(['e'])
      const { body } = await service.call(supervisor, 'GET', `${V2}?pageSize=2&pageNumber=3`)
      expect(body).toMatchObject({ pageCount: 3, pageNumber: 3, pageSize: 2, total: 5 })
    })

    it('are empty after the last one, but report the total', async () => {
      const { status, body } = await service.call(supervisor, 'GET', `${V2}?pageSize=2&pageNumber=4`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ content: [], pageCount: 3, pageNumber: 4, total: 5 })
      expect(await list('pageNumber=999999999999')).toEqual([])
    })

    it('contain at most 200 elements [8.5]', async () => {
      const { body } = await service.call(supervisor, 'GET', `${V2}?pageSize=201`)
      expect(body).toMatchObject({ pageSize: 200, pageCount: 1 })
    })
  })

  describe('the order', () => {
    it.each([
      ['sortField=start', 'abcde'],
      ['sortOrder=desc', 'edcba'],
      ['sortField=end&sortOrder=desc', 'edcba'],
      ['sortField=createdAt&sortOrder=desc', 'edcba'],
      ['sortField=id', 'abcde'],
      ['sortField=id&sortOrder=desc', 'edcba'],
      // ids grow with time, so ties are in the order of scheduling
      ['sortField=duration', 'cdabe'],
      ['sortField=duration&sortOrder=desc', 'ebadc'],
    ])('by %s', async (parameters, titles) => {
      expect(await list(parameters)).toEqual(titles.split(''))
    })

    it('is stable across pages with many ties', async () => {
      for (let count = 0; count < 7; count += 1) await service.scheduled({ applicationId: 'app-ties' })
      const idsOf = async (parameters: string) => {
        const { body } = await service.call(supervisor, 'GET', `${V2}?applicationId=app-ties&${parameters}`)
        return body.content.map(({ id }) => id)
      }
      const all = await idsOf('')
      expect(all).toEqual([...all].sort())
      const pages = await Promise.all([1, 2, 3].map((page) => idsOf(`pageSize=3&pageNumber=${page}`)))
      expect(pages.flat()).toEqual(all)
      expect(await idsOf('sortOrder=desc')).toEqual([...all].reverse())
    })
  })

  it.each([
    ['pageSize=0', ['pageSize']],
    ['pageSize=-1', ['pageSize']],
    ['pageSize=1.5', ['pageSize']],
    ['pageNumber=0', ['pageNumber']],
    ['pageNumber=first', ['pageNumber']],
    ['sortField=notes', ['sortField']],
    ['sortOrder=up', ['sortOrder']],
    ['duration=P1W', ['duration']],
    ['duration=PT1H,nonsense', ['duration']],
    ['range=2027-01-02T09:00:00Z', ['range']],
    ['range=2027-01-02T09:00:00Z,2027-01-02T09:00:00Z', ['range']],
    ['range=2027-01-03T09:00:00Z,2027-01-02T09:00:00Z', ['range']],
    ['range=2027-01-01T00:00:00Z,2027-01-02T00:00:00Z,2027-01-03T00:00:00Z', ['range']],
    ['range=2027-01-32,2027-02-29', ['range', 'range']],
    ['agentId=a%00b', ['agentId']],
    ['pageSize=x&sortField=y&range=z', ['pageSize', 'range', 'range', 'sortField']],
  ])('rejects %s', async (parameters, faulty) => {
    const { status, body } = await service.call(supervisor, 'GET', `${V1}/?${parameters}`)
    expect(status).toBe(400)
    expect(body.errors.map(({ parameter }) => parameter).sort()).toEqual(faulty)
  })
})

describe('whose appointments a list contains [4.1.1, 4.1.2, 5.3]', () => {
  const person: Caller = { roles: ['ROLE_CLIENT_SERVICE'], userId: 'agent-8' }
  beforeAll(async () => {
    await service.configured('app-free', { restrictAgentsToOwnAppointments: false })
    await service.configured('app-assigned', {
      restrictAgentsToOwnAppointments: false,
      agentAccess: 'ASSIGNED',
    })
    for (const applicationId of ['app-own', 'app-free', 'app-assigned']) {
      for (const id of ['agent-7', 'agent-8']) {
        const targetAssignment = { id, type: 'AGENT' }
        await service.scheduled({ applicationId, title: id, targetAssignment }, machine)
      }
    }
  })
  const both = ['agent-7', 'agent-8']

  it.each<[string, string, Caller, string[] | typeof NOTHING]>([
    // restricted, as by default
    ["an agent's own", 'applicationId=app-own', agent, ['agent-7']],
    [
      "an agent's own, whichever agent it filters by",
      'applicationId=app-own&agentId=agent-8',
      agent,
      ['agent-7'],
    ],
    ["an agent's own, whichever organizer", 'applicationId=app-own&organizerId=agent-8', agent8, ['agent-8']],
    [
      'nothing for an agent without appointments',
      'applicationId=app-own',
      { roles: ['ROLE_AGENT'], userId: 'agent-9' },
      NOTHING,
    ],
    ['nothing for an agent without a user id', 'applicationId=app-own', { roles: ['ROLE_AGENT'] }, NOTHING],
    ["a supervisor's choice", 'applicationId=app-own&agentId=agent-8', supervisor, ['agent-8']],
    ['everything for a supervisor', 'applicationId=app-own', supervisor, both],
    [
      'everything for a supervisor who is also an agent',
      'applicationId=app-own',
      { roles: ['ROLE_AGENT', 'ROLE_SUPERVISOR'], userId: 'agent-7' },
      both,
    ],
    ['everything for a machine', 'applicationId=app-own', machine, both],
    ["a machine's choice of agent", 'applicationId=app-own&agentId=agent-8', machine, ['agent-8']],
    ["not a machine's choice of organizer", 'applicationId=app-own&organizerId=agent-8', machine, both],
    ["a client service's own if a person uses it", 'applicationId=app-own', person, ['agent-8']],
    ['its own, whatever agent the query names', 'applicationId=app-own&agentId=agent-7', person, ['agent-8']],
    // not restricted
    ['everything for an agent', 'applicationId=app-free', agent, both],
    ["an agent's choice of agent", 'applicationId=app-free&agentId=agent-8', agent, ['agent-8']],
    ["not an agent's choice of organizer", 'applicationId=app-free&organizerId=agent-8', agent, both],
    ['everything for a person with a client service', 'applicationId=app-free', person, both],
    // not restricted, but visible to assigned agents only
    ["an agent's own if access is for assigned agents", 'applicationId=app-assigned', agent, ['agent-7']],
    ['everything for a supervisor, even in that case', 'applicationId=app-assigned', supervisor, both],
  ])('%s', async (_, parameters, caller, expected) => {
    expect(await list(parameters, caller)).toEqual(expected)
    expect(await list(parameters, caller, V1)).toEqual(expected)
  })

  it('is restricted without an application, whatever the applications allow', async () => {
    const { body } = await service.call(agent8, 'GET', `${V2}?pageSize=200`)
    expect(body.total).toBeGreaterThan(0)
    for (const { organizer } of body.content) expect(organizer?.id).toBe('agent-8')
  })

  it('shows a reassigned appointment to the new agent, and no longer to the former one', async () => {
    const { id } = await service.scheduled({ applicationId: 'app-given', title: 'given' })
    await service.publishRoster(id, 2, {
      organizerId: 'agent-8',
      participants: [{ id: 'agent-8', type: 'AGENT' }],
    })
    expect(await list('applicationId=app-given', agent)).toEqual(NOTHING)
    expect(await list('applicationId=app-given', agent8)).toEqual(['given'])
    expect(await list('applicationId=app-given&organizerId=agent-8')).toEqual(['given'])
  })

  it('shows no appointment for which an agent has only a claim', async () => {
    await service.configured('app-once', { overlapPolicy: 'REJECT' })
    const { id } = await service.scheduled({ applicationId: 'app-once', title: 'once' })
    const claim = { appointmentId: id, agentIds: ['agent-8'], rosterVersion: 1 }
    expect((await service.call(machine, 'POST', '/internal/slots/claim', claim)).status).toBe(204)
    expect(await list('applicationId=app-once', agent8)).toEqual(NOTHING)
  })

  it("is confined to the caller's organization", async () => {
    await service.scheduled({ applicationId: 'app-org-1', title: 'one' }, of('org-1', agent))
    await service.scheduled({ applicationId: 'app-org-2', title: 'two' }, of('org-2', agent))
    for (const caller of [agent, supervisor, machine]) {
      expect(await list('', of('org-1', caller))).toEqual(['one'])
      expect(await list('applicationId=app-org-2', of('org-1', caller))).toEqual(NOTHING)
      expect(await list('applicationId=app-org-2', of('org-2', caller))).toEqual(['two'])
      expect(await list('', of('org-3', caller))).toEqual(NOTHING)
    }
  })
})

it('sorts by title, state, zone, application and last change, ties by id [H5.14]', async () => {
  const caller = of('org-sorted', machine)
  const made: { id: string; title: string | undefined }[] = []
  for (const [index, title] of ['beta', 'alpha', undefined, 'alpha'].entries()) {
    const body = await service.scheduled(
      {
        applicationId: `app-sorted-${index % 2}`,
        timezone: ['UTC', 'Asia/Tokyo', 'Europe/Berlin', 'UTC'][index],
        ...(title !== undefined && { title }),
      },
      caller,
    )
    made.push({ id: body.id, title })
  }
  await service.call(caller, 'PUT', `${V2}/${made[1]!.id}/cancel`)
  const ids = async (query: string) =>
    (await service.call(of('org-sorted', supervisor), 'GET', `${V2}?${query}`)).body.content.map(({ id }) =>
      made.findIndex((one) => one.id === id),
    )
  // ids grow in the order of booking
  expect(await ids('sortField=title')).toEqual([1, 3, 0, 2])
  expect(await ids('sortField=title&sortOrder=desc')).toEqual([0, 3, 1, 2])
  expect(await ids('sortField=state')).toEqual([1, 0, 2, 3])
  expect(await ids('sortField=timezone')).toEqual([1, 2, 0, 3])
  expect(await ids('sortField=applicationId')).toEqual([0, 2, 1, 3])
  expect((await ids('sortField=updatedAt')).length).toBe(4)
})

describe('filters of v2 only', () => {
  const titlesOf = async (query: string, caller: Caller = supervisor, version = V2) => {
    const response = await service.call(caller, 'GET', `${version}?applicationId=app-filters&${query}`)
    return response.status === 200
      ? response.body.content.map(({ title }) => title).join('')
      : rejection(response)
  }
  const [before, changed, after] = ['2027-01-04T08:10:00Z', '2027-01-04T08:20:00Z', '2027-01-04T08:30:00Z']
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    for (const title of ['a', 'b', 'c', 'd'])
      ids[title] = (await service.scheduled({ applicationId: 'app-filters', title }, machine)).id
    await service.call(supervisor, 'PUT', `${V2}/${ids.b!}/cancel`)
    await service.call(machine, 'POST', `${V2}/activate/${ids.c!}`)
    service.setNow(changed)
    await service.call(supervisor, 'PUT', V2, { id: ids.a, notes: 'changed' })
    const { participants } = await service.rosterOf(ids.d!)
    await service.publishRoster(ids.d!, 2, {
      participants: participants.map((one) => ({ ...one, state: 'JOINED' as const })),
    })
  })

  it('select one or several states and outcomes', async () => {
    expect(await titlesOf('state=CANCELLED')).toBe('b')
    expect(await titlesOf('state=activated,cancelled')).toBe('bc')
    expect(await titlesOf('state=SCHEDULED&state=ACTIVATED')).toBe('acd')
    expect(await titlesOf('outcome=COMPLETED,NO_SHOW')).toEqual(NOTHING)
    const { id } = await service.scheduled({ applicationId: 'app-outcomes', title: 'missed' })
    await service.query(
      'UPDATE appointments SET appointment = (appointment::jsonb || \'{"outcome": "NO_SHOW"}\') WHERE id = $1',
      [id],
    )
    expect(await list('applicationId=app-outcomes&outcome=NO_SHOW')).toEqual(['missed'])
    expect(await list('applicationId=app-outcomes&outcome=COMPLETED')).toEqual(NOTHING)
  })

  it('select appointments that changed, or whose participants changed', async () => {
    expect(await titlesOf(`changedSince=${before}`)).toBe('ad')
    expect(await titlesOf(`changedSince=${changed}&state=SCHEDULED`)).toBe('ad')
    expect(await titlesOf(`changedSince=${after}`)).toEqual(NOTHING)
  })

  it('are ignored on v1, and name every fault on v2', async () => {
    expect(await titlesOf('state=GONE', supervisor, V1)).toBe('acd')
    const { status, body } = await service.call(
      supervisor,
      'GET',
      `${V2}?state=GONE&outcome=WELL&changedSince=soon`,
    )
    expect(status).toBe(400)
    expect(body.errors.map(({ parameter }) => parameter).sort()).toEqual(['changedSince', 'outcome', 'state'])
  })
})

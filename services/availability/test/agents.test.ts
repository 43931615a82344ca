import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCaller, runAvailability, type RunningAvailability } from './running-service.ts'

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
  await service.put('/teams/berlin', { name: 'Berlin' })
  await service.put('/queues/advice', { name: 'Advice' })
})
afterAll(() => service.stop())

const zone = { timezone: 'Europe/Berlin' }

describe('a list of agents', () => {
  it('meets all conditions', async () => {
    const mark = randomUUID()
    const agents = {
      all: { teamIds: ['berlin'], queues: [{ queueId: 'advice' }], skills: ['loans'], languages: ['de-DE'] },
      other: { skills: ['cards'], languages: ['fr'] },
      inactive: { active: false, skills: ['loans'] },
    }
    for (const [name, fields] of Object.entries(agents))
      await service.put(`/agents/${mark}-${name}`, { displayName: name, ...zone, ...fields })
    const found = async (query: string) => {
      const { status, body } = await service.get(`/agents?q=${mark}&${query}`)
      expect(status).toBe(200)
      return (body.content as { id: string }[]).map(({ id }) => id.slice(mark.length + 1))
    }
    expect(await found('')).toEqual(['all', 'inactive', 'other'])
    expect(await found('teamId=berlin')).toEqual(['all'])
    expect(await found('queueId=advice')).toEqual(['all'])
    expect(await found('queueId=unknown')).toEqual([])
    expect(await found('skill=loans')).toEqual(['all', 'inactive'])
    expect(await found('skill=loans&active=true')).toEqual(['all'])
    expect(await found('active=false')).toEqual(['inactive'])
    expect(await found('active=False')).toEqual(['inactive'])
    expect(await found('skill=loans&active=TRUE')).toEqual(['all'])
    expect(await found('language=de-de')).toEqual(['all'])
    expect(await found('language=fr&skill=loans')).toEqual([])
    expect(await found('sortField=displayName&sortOrder=desc')).toEqual(['other', 'inactive', 'all'])
    expect(await service.get(`/agents?active=maybe&pageSize=0`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'active' }, { parameter: 'pageSize' }] },
    })
  })
})

describe('a list of agents that the directory does not know', () => {
  const mark = randomUUID()
  const HOUR_MS = 3_600_000
  const claimed = (
    name: string,
    endsInHours: number,
    more: { kind?: 'HELD'; expiresInHours?: number } = {},
  ) => {
    const at = (hours: number) => new Date(service.clock.now().getTime() + hours * HOUR_MS).toISOString()
    const { kind = 'BOOKED', expiresInHours } = more
    const [start, end] = [at(endsInHours - 1), at(endsInHours)]
    return service.claimed({
      holder: { type: kind === 'HELD' ? 'HOLD' : 'APPOINTMENT', id: randomUUID() },
      version: 1,
      organizationId: 'org-1',
      applicationId: 'app',
      start,
      end,
      claims: [
        {
          agentId: `${mark}-${name}`,
          kind,
          from: start,
          to: end,
          ...(expiresInHours !== undefined && { expiresAt: at(expiresInHours) }),
        },
      ],
    })
  }
  const found = async (query = '') => {
    const { status, body } = await service.get(`/agents?known=false&q=${mark}&${query}`)
    expect(status).toBe(200)
    return { ...body, names: (body.content as { id: string }[]).map(({ id }) => id.slice(mark.length + 1)) }
  }

  it('contains those with claims that are not over', async () => {
    await service.put(`/agents/${mark}-known`, { displayName: 'Known', ...zone })
    await claimed('known', 5)
    await claimed('booked', 5)
    await claimed('booked', 7)
    await claimed('another', 1)
    await claimed('over', 0)
    await claimed('held', 5, { kind: 'HELD', expiresInHours: 1 })
    await claimed('expired', 5, { kind: 'HELD', expiresInHours: 0 })
    const { names, content, total } = await found()
    expect([names, total]).toEqual([['another', 'booked', 'held'], 3])
    expect(content[0]).toEqual({ id: `${mark}-another`, organizationId: 'org-1' })
    expect(await found('pageSize=1&pageNumber=2&sortOrder=desc')).toMatchObject({
      names: ['booked'],
      total: 3,
    })
    expect((await found('skill=loans')).names).toEqual([])
    expect((await service.get(`/agents?known=true&q=${mark}`)).body.total).toBe(1)
    await service.put(`/agents/${mark}-booked`, { displayName: 'Booked', ...zone })
    expect((await found()).names).toEqual(['another', 'held'])
  })

  it('contains only agents of one organization', async () => {
    await claimed('booked-of-one', 5)
    const caller = aCaller({ organizationId: 'org-2' })
    expect((await service.get(`/agents?known=false&q=${mark}`, caller)).body.total).toBe(0)
  })
})

describe('a batch of agents', () => {
  it('writes each agent on its own, and names the faults of the others', async () => {
    const [known, fresh] = [randomUUID(), randomUUID()]
    await service.put(`/agents/${known}`, { displayName: 'Known', ...zone })
    const response = await service.post('/agents/batch', {
      agents: [
        { id: known, displayName: 'Changed', ...zone },
        { id: fresh, displayName: 'Fresh', ...zone },
        { id: 'no zone', displayName: '', nickname: 'x' },
        { id: 'lost', displayName: 'Lost', ...zone, teamIds: ['berlin', 'paris'] },
        'not an agent',
      ],
    })
    expect(response.status).toBe(200)
    expect(response.body.results).toEqual([
      { agentId: known, status: 200 },
      { agentId: fresh, status: 201 },
      {
        status: 400,
        code: 'VALIDATION_FAILED',
        errors: ['/id', '/displayName', '/timezone', '/nickname'].map((pointer) =>
          expect.objectContaining({ pointer: `/agents/2${pointer}` }),
        ),
      },
      {
        agentId: 'lost',
        status: 400,
        code: 'UNKNOWN_REFERENCE',
        errors: [expect.objectContaining({ pointer: '/agents/3/teamIds/1', code: 'UNKNOWN_REFERENCE' })],
      },
      expect.objectContaining({ status: 400 }),
    ])
    expect((await service.get(`/agents/${known}`)).body.displayName).toBe('Changed')
    expect((await service.get(`/agents/${fresh}`)).status).toBe(200)
    expect((await service.get('/agents/lost')).status).toBe(404)
  })

  it('accepts an agent in the form that a GET returns, like a PUT', async () => {
    const id = randomUUID()
    await service.put(`/agents/${id}`, { displayName: 'Read', ...zone })
    const { body: read } = await service.get(`/agents/${id}`)
    const changed = { ...read, displayName: 'Sent back' }
    expect((await service.put(`/agents/${id}`, changed)).status).toBe(200)
    const batch = async (agent: object) =>
      (await service.post('/agents/batch', { agents: [agent] })).body.results
    expect(await batch({ ...changed, displayName: 'In a batch' })).toEqual([{ agentId: id, status: 200 }])
    expect((await service.get(`/agents/${id}`)).body.displayName).toBe('In a batch')
    expect(await batch({ ...changed, version: 'one' })).toMatchObject([
      { status: 400, errors: [{ pointer: '/agents/0/version', code: 'UNKNOWN_FIELD' }] },
    ])
  })

  it('repeats its results for the same key', async () => {
    const key = randomUUID()
    const body = { agents: [{ id: randomUUID(), displayName: 'Anna', ...zone }] }
    const first = await service.post('/agents/batch', body, { key })
    expect(first.body.results).toMatchObject([{ status: 201 }])
    expect(await service.post('/agents/batch', body, { key })).toEqual({ ...first, isReplayed: true })
  })

  it('accepts 1 to 200 agents', async () => {
    const agents = Array.from({ length: 201 }, (_, index) => ({
      id: `many-${index}`,
      displayName: 'x',
      ...zone,
    }))
    for (const body of [{ agents: [] }, { agents }, {}])
      expect(await service.post('/agents/batch', body)).toMatchObject({ status: 400 })
    expect((await service.get('/agents?q=many-')).body.total).toBe(0)
  })
})

describe('removing an agent', () => {
  it('leaves nothing of its contact data and reasons, not even in stored responses', async () => {
    const id = randomUUID()
    const canaries = ['Canary-name', 'canary@example.com', '+4930999888', 'canary-reason']
    const [displayName, email, phone, reason] = canaries
    await service.put(
      `/agents/${id}`,
      { displayName, email, phone, ...zone, teamIds: ['berlin'], queues: [{ queueId: 'advice' }] },
      { key: randomUUID() },
    )
    await service.post(
      `/agents/${id}/exceptions`,
      { type: 'ABSENCE', from: '2027-04-01T00:00', until: '2027-04-02T00:00', reason },
      { key: randomUUID() },
    )
    const responses = async () =>
      (await service.pool.query('SELECT FROM idempotent_requests WHERE subject LIKE $1', [`%${id}%`]))
        .rowCount
    const stored = await service.everythingStored()
    for (const canary of canaries) expect(stored).toContain(canary)
    expect(await responses()).toBe(2)
    const members = await service.membersVersion('advice')
    expect((await service.remove(`/agents/${id}`)).status).toBe(204)
    // its event leaves the outbox once it is recorded that the other services have applied it
    await expect.poll(() => service.everythingStored()).not.toContain(displayName)
    const left = await service.everythingStored()
    for (const canary of canaries) expect(left).not.toContain(canary)
    expect(await responses()).toBe(0)
    expect(await service.membersVersion('advice')).toBeGreaterThan(members)
    expect((await service.get('/queues/advice/members')).body.content).not.toContainEqual(
      expect.objectContaining({ agentId: id }),
    )
    expect(await service.remove(`/agents/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'AGENT_NOT_FOUND' },
    })
  })

  it('keeps the stored responses about an agent with the same id in another organization', async () => {
    const id = randomUUID()
    const key = randomUUID()
    const ofOther = aCaller({ organizationId: 'org-2' })
    const body = { displayName: 'Anna', ...zone }
    const first = await service.put(`/agents/${id}`, body, { caller: ofOther, key })
    await service.put(`/agents/${id}`, body)
    await service.remove(`/agents/${id}`)
    expect(await service.put(`/agents/${id}`, body, { caller: ofOther, key })).toEqual({
      ...first,
      isReplayed: true,
    })
  })
})

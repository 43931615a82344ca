import { describe, expect, it } from 'vitest'
import type { Caller, Change, ChangePage } from '@appointments/contracts'
import { aCustomer, agent, appointmentsService, machine, of, rejection, supervisor, V2 } from './harness.ts'

const service = appointmentsService()
const CHANGES = '/api/v2/changes'
const agent8: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-8' }
const target = (id: string) => ({ targetAssignment: { id, type: 'AGENT' } })

const read = async (caller: Caller, parameters: string): Promise<ChangePage> => {
  const { status, body } = await service.call(caller, 'GET', `${CHANGES}?${parameters}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as ChangePage
}

const rejected = async (caller: Caller, parameters: string) =>
  rejection(await service.call(caller, 'GET', `${CHANGES}?${parameters}`))

/** A cursor after everything that has happened so far. */
const cursorOfNow = async (caller: Caller = supervisor, filters = ''): Promise<string> => {
  await service.numbered()
  const { content, nextCursor, hasMore } = await read(caller, filters)
  expect({ content, hasMore }).toEqual({ content: [], hasMore: false })
  return nextCursor
}

/** All changes after a cursor, read page by page. */
async function readAll(caller: Caller, cursor: string, filters = ''): Promise<Change[]> {
  const found: Change[] = []
  for (let next = cursor; ;) {
    const page = await read(caller, `cursor=${next}&${filters}`)
    found.push(...page.content)
    if (!page.hasMore) return found
    next = page.nextCursor
  }
}

/** Moves the appointment to another agent. */
async function reassign(id: string, agentId: string) {
  const roster = await service.rosterOf(id)
  const version = roster.version + 1
  await service.publish('APReassignedEvent', id, version, {
    appointmentId: id,
    actor: { id: 'supervisor-1', role: 'ROLE_SUPERVISOR' },
    roster: {
      ...roster,
      version,
      organizerId: agentId,
      participants: [
        { id: agentId, type: 'AGENT' },
        ...roster.participants.filter(({ type }) => type === 'CUSTOMER'),
      ],
    },
  })
}

const idsAndScope = (content: readonly Change[]) =>
  content.map(({ appointmentId, inScope }) => ({ appointmentId, inScope }))

describe('the feed of changes', () => {
  it('shows each change after the cursor with the current appointment', async () => {
    const cursor = await cursorOfNow()
    const { id } = await service.scheduled({ ...target('agent-7'), customers: [aCustomer()], title: 'a' })
    await service.call(supervisor, 'PUT', V2, { id, title: 'b' })
    const content = await readAll(supervisor, cursor)
    expect(content.map(({ type, version }) => ({ type, version }))).toEqual([
      { type: 'APScheduledEvent', version: 2 },
      { type: 'APUpdatedEvent', version: 3 },
    ])
    for (const { inScope, appointment } of content)
      expect({ inScope, appointment }).toMatchObject({ inScope: true, appointment: { id, title: 'b' } })
  })

  it('contains each change as soon as its request has a response', async () => {
    let cursor = await cursorOfNow()
    for (let count = 0; count < 20; count += 1) {
      const { id } = await service.scheduled()
      const { content, nextCursor } = await read(supervisor, `cursor=${cursor}`)
      expect(idsAndScope(content)).toEqual([{ appointmentId: id, inScope: true }])
      cursor = nextCursor
    }
  })

  it('has no more changes at its end, and continues from there', async () => {
    const first = await cursorOfNow()
    await service.scheduled()
    const page = await read(supervisor, `cursor=${first}`)
    expect(page.content).toHaveLength(1)
    expect((await read(supervisor, `cursor=${page.nextCursor}`)).content).toEqual([])
    const { id } = await service.scheduled()
    expect(idsAndScope((await read(supervisor, `cursor=${page.nextCursor}`)).content)).toEqual([
      { appointmentId: id, inScope: true },
    ])
  })

  it('comes in pages of the requested size', async () => {
    const cursor = await cursorOfNow()
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push((await service.scheduled()).id)
    const page = await read(supervisor, `cursor=${cursor}&limit=2`)
    expect(page).toMatchObject({
      content: [{ appointmentId: ids[0] }, { appointmentId: ids[1] }],
      hasMore: true,
    })
    expect((await readAll(supervisor, cursor, 'limit=2')).map(({ appointmentId }) => appointmentId)).toEqual(
      ids,
    )
  })

  it('can begin at a time', async () => {
    service.setNow('2026-12-02T08:00:00Z')
    const early = await service.scheduled()
    service.setNow('2026-12-02T10:00:00Z')
    const late = await service.scheduled()
    const found = (since: string) => read(supervisor, `since=${since}`)
    expect(idsAndScope((await found('2026-12-02T09:00:00Z')).content)).toContainEqual({
      appointmentId: late.id,
      inScope: true,
    })
    expect((await found('2026-12-02T09:00:00Z')).content).not.toContainEqual(
      expect.objectContaining({ appointmentId: early.id }),
    )
    expect((await found('2026-12-02T10:00:01Z')).content).toEqual([])
    expect((await found('2026-12-02T07:59:00Z')).content).toContainEqual(
      expect.objectContaining({ appointmentId: early.id }),
    )
  })

  it('reports a removed appointment by its id alone', async () => {
    const cursor = await cursorOfNow()
    const { id } = await service.scheduled({ customers: [aCustomer()] })
    await service.call(supervisor, 'DELETE', `${V2}/${id}`)
    const content = await readAll(supervisor, cursor)
    expect(content).toEqual([
      {
        type: 'APRemovedEvent',
        appointmentId: id,
        version: expect.any(Number) as number,
        at: expect.any(String) as string,
        changed: [],
        inScope: false,
      },
    ])
  })

  it.each([
    ['an application', 'applicationId=app-2', 'b'],
    ['an agent', 'agentId=agent-8', 'b'],
    ['types', 'type=APScheduledEvent,APCancelledEvent', 'ab'],
    ['types in another case', 'type=apcancelledevent', ''],
    ['all of them', 'applicationId=app-1&agentId=agent-7&type=APScheduledEvent', 'a'],
  ])('filters by %s', async (_, filters, titles) => {
    const cursor = await cursorOfNow(supervisor, filters)
    await service.scheduled({ ...target('agent-7'), title: 'a' }, machine)
    await service.scheduled({ ...target('agent-8'), title: 'b', applicationId: 'app-2' }, machine)
    const content = await readAll(supervisor, cursor, filters)
    expect(content.map(({ appointment }) => appointment?.title)).toEqual(titles.split(''))
  })
})

describe('who gets a change', () => {
  it('is every caller that may list the appointment', async () => {
    await service.configured('app-own', { restrictAgentsToOwnAppointments: true })
    await service.configured('app-all', { restrictAgentsToOwnAppointments: false })
    const [own, all] = [await cursorOfNow(agent8, 'applicationId=app-own'), await cursorOfNow(agent8)]
    const shared = await cursorOfNow(agent8, 'applicationId=app-all')
    const hidden = await service.scheduled({ ...target('agent-7'), applicationId: 'app-own' }, machine)
    const mine = await service.scheduled({ ...target('agent-8'), applicationId: 'app-own' }, machine)
    const visible = await service.scheduled({ ...target('agent-7'), applicationId: 'app-all' }, machine)
    const ids = (content: Change[]) => content.map(({ appointmentId }) => appointmentId)
    expect(ids(await readAll(agent8, own, 'applicationId=app-own'))).toEqual([mine.id])
    expect(ids(await readAll(agent8, all))).toEqual([mine.id])
    expect(ids(await readAll(agent8, shared, 'applicationId=app-all'))).toEqual([visible.id])
    expect(JSON.stringify(await readAll(agent8, all))).not.toContain(hidden.id)
  })

  it('is not a caller of another organization', async () => {
    const cursor = await cursorOfNow(of('org-2', supervisor))
    const { id } = await service.scheduled({ applicationId: 'app-of-org-1' }, of('org-1', agent))
    await service.scheduled()
    expect(await readAll(of('org-2', supervisor), cursor)).toEqual([])
    expect(idsAndScope(await readAll(of('org-1', supervisor), cursor))).toEqual([
      { appointmentId: id, inScope: true },
    ])
  })

  it('gets one notice without details when an appointment leaves the scope', async () => {
    const cursor = await cursorOfNow(agent)
    const { id } = await service.scheduled({ ...target('agent-7'), title: 'Secret' }, machine)
    const seen = await read(agent, `cursor=${cursor}`)
    expect(idsAndScope(seen.content)).toEqual([{ appointmentId: id, inScope: true }])
    await reassign(id, 'agent-8')
    await service.call(supervisor, 'PUT', V2, { id, title: 'Most secret' })
    const left = await readAll(agent, seen.nextCursor)
    expect(idsAndScope(left)).toEqual([{ appointmentId: id, inScope: false }])
    expect(JSON.stringify(left)).not.toMatch(/ecret|agent-8/)
    // a client that reads from the beginning ends at the same state
    expect(idsAndScope(await readAll(agent, cursor))).toEqual([{ appointmentId: id, inScope: false }])
    expect(idsAndScope(await readAll(agent8, cursor))).toEqual([
      { appointmentId: id, inScope: true },
      { appointmentId: id, inScope: true },
    ])
  })

  it('gets a notice when an appointment is removed, even if it left the scope before', async () => {
    const cursor = await cursorOfNow(agent)
    const { id } = await service.scheduled(target('agent-7'), machine)
    const seen = await read(agent, `cursor=${cursor}`)
    await reassign(id, 'agent-8')
    await service.call(supervisor, 'DELETE', `${V2}/${id}`)
    expect(idsAndScope(await readAll(agent, seen.nextCursor))).toEqual([
      { appointmentId: id, inScope: false },
    ])
  })

  it('gets one notice when an appointment leaves the filter', async () => {
    const cursor = await cursorOfNow(supervisor, 'agentId=agent-7')
    const { id } = await service.scheduled(target('agent-7'), machine)
    await reassign(id, 'agent-8')
    expect(idsAndScope(await readAll(supervisor, cursor, 'agentId=agent-7'))).toEqual([
      { appointmentId: id, inScope: false },
    ])
  })
})

describe('a cursor', () => {
  it('is valid only with its own filters', async () => {
    const cursor = await cursorOfNow(supervisor, 'applicationId=app-1&type=APCancelledEvent,APScheduledEvent')
    const sameFilters = 'type=APScheduledEvent&type=APCancelledEvent&applicationId=app-1'
    expect((await read(supervisor, `cursor=${cursor}&${sameFilters}&limit=7`)).content).toEqual([])
    for (const filters of [
      '',
      'applicationId=app-2',
      'applicationId=app-1',
      `${sameFilters}&agentId=agent-7`,
    ])
      expect(await rejected(supervisor, `cursor=${cursor}&${filters}`)).toEqual({
        status: 400,
        code: 'CURSOR_INVALID',
      })
    expect(await rejected(supervisor, 'cursor=a.b.c')).toEqual({ status: 400, code: 'CURSOR_INVALID' })
  })

  it('expires when the feed may no longer contain every change since it was issued', async () => {
    service.setNow('2026-12-03T12:00:00Z')
    const cursor = await cursorOfNow()
    service.setNow('2027-01-02T11:59:59Z')
    expect((await read(supervisor, `cursor=${cursor}`)).content).toEqual([])
    service.setNow('2027-01-02T12:00:01Z')
    const expired = { status: 410, code: 'CURSOR_EXPIRED' }
    expect(await rejected(supervisor, `cursor=${cursor}`)).toEqual(expired)
    expect(await rejected(supervisor, 'since=2026-12-03T12:00:00Z')).toEqual(expired)
    expect((await read(supervisor, 'since=2026-12-03T12:00:01Z')).content).toEqual([])
    service.setNow('2026-12-03T12:00:00Z')
  })

  it.each(['since=yesterday', 'wait=PT26S', 'limit=0', 'limit=201', 'type=APUnknownEvent'])(
    'is accepted only with valid parameters: %s',
    async (parameters) => {
      expect(await rejected(supervisor, parameters)).toMatchObject({ status: 400 })
    },
  )

  it('cannot be combined with a time, and one response names all faults', async () => {
    const { status, body } = await service.call(
      supervisor,
      'GET',
      `${CHANGES}?cursor=a.b&since=2026-12-01T00:00:00Z&wait=P1D`,
    )
    expect(status).toBe(400)
    expect(body.errors.map(({ parameter }) => parameter).sort()).toEqual(['since', 'wait'])
  })
})

describe('a request that waits', () => {
  it('gets the next change that it may see, whichever instance made it', async () => {
    const other = await service.startAnother()
    const cursor = await cursorOfNow(agent8)
    const waiting = read(agent8, `cursor=${cursor}&wait=PT25S`)
    await service.scheduled(target('agent-7'), machine)
    const { body } = await service.callAt(other, machine, 'POST', V2, {
      applicationId: 'app-1',
      start: '2027-01-09T09:00:00Z',
      duration: 'PT30M',
      ...target('agent-8'),
    })
    const { content, nextCursor } = await waiting
    expect(idsAndScope(content)).toEqual([{ appointmentId: body.id, inScope: true }])
    expect((await read(agent8, `cursor=${nextCursor}`)).content).toEqual([])
    await other.stop()
  })

  it('gets an empty page when the time is up', async () => {
    const cursor = await cursorOfNow(agent8)
    const { content, nextCursor, hasMore } = await read(agent8, `cursor=${cursor}&wait=PT0.05S`)
    expect({ content, hasMore }).toEqual({ content: [], hasMore: false })
    expect((await read(agent8, `cursor=${nextCursor}`)).content).toEqual([])
  })

  it('does not wait if there already are changes', async () => {
    const cursor = await cursorOfNow()
    const { id } = await service.scheduled()
    expect(idsAndScope((await read(supervisor, `cursor=${cursor}&wait=PT25S`)).content)).toEqual([
      { appointmentId: id, inScope: true },
    ])
  })

  it('ends when the service stops', async () => {
    const other = await service.startAnother()
    const cursor = await cursorOfNow()
    const waiting = service.callAt(other, supervisor, 'GET', `${CHANGES}?cursor=${cursor}&wait=PT25S`)
    await expect.poll(() => other.followers()).toBe(1)
    await other.stop()
    expect(await waiting).toMatchObject({ status: 200, body: { content: [] } })
  })
})

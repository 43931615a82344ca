import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller, Change, ChangePage } from '@appointments/contracts'
import type { OpenedStream } from '@appointments/testing'
import { changeIn, openStream } from './event-source.ts'
import { appointmentsService, machine, supervisor, V2, type Body } from './harness.ts'

const service = appointmentsService()
const CHANGES = '/api/v2/changes'
const agents = ['agent-7', 'agent-8', 'agent-9'] as const
const agent = (userId: string): Caller => ({ roles: ['ROLE_AGENT'], userId })

type Instance = Awaited<ReturnType<typeof service.startAnother>>
let instances: { url: string }[]
let other: Instance
beforeAll(async () => {
  other = await service.startAnother()
  instances = [{ url: service.url() }, other]
})
afterAll(() => other.stop())

/** Repeats a read until it succeeds. While no connections are killed, the first response must be a success. */
async function read(at: { url: string }, caller: Caller, path: string) {
  for (;;) {
    const response = await service.callAt(at, caller, 'GET', path)
    if (response.status < 500 || !mayFail) return response
  }
}
/** Whether connections to the database are being killed. */
let mayFail = false

const pageAt = async (at: { url: string }, caller: Caller, parameters: string): Promise<ChangePage> => {
  const { status, body } = await read(at, caller, `${CHANGES}?${parameters}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as ChangePage
}

/** The state of each appointment that a caller must see, by id. */
type Copy = Map<string, unknown>

/** All appointments of an application that a caller may list. */
async function listed(caller: Caller, applicationId: string): Promise<Copy> {
  const path = `${V2}/?pageSize=200&applicationId=${applicationId}`
  const { status, body } = await read(instances[0]!, caller, path)
  return new Map(status === 404 ? [] : body.content.map((element) => [element.id, element]))
}

/** Applies changes to a copy, as a client does. */
function apply(copy: Copy, changes: readonly Change[]): void {
  for (const { appointmentId, inScope, appointment } of changes)
    if (inScope) copy.set(appointmentId, appointment)
    else copy.delete(appointmentId)
}

/** A step of a history: a request about one of a few appointments to one of the instances. */
const step = fc.record({
  kind: fc.constantFrom('book', 'retitle', 'move', 'reassign', 'cancel', 'remove'),
  place: fc.nat({ max: 3 }),
  instance: fc.nat({ max: 1 }),
  agent: fc.constantFrom(...agents),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Performs steps. A step that an earlier one has made impossible is rejected, which is part of the history. */
function performer(applicationId: string) {
  const ids: (string | undefined)[] = []
  let turns = Promise.resolve()
  const at = ({ instance }: Step) => instances[instance]!
  const put = (one: Step, path: string, body?: unknown) =>
    service.callAt(at(one), supervisor, 'PUT', `${V2}${path}`, body)
  return async (one: Step): Promise<void> => {
    const id = ids[one.place]
    if (id === undefined || one.kind === 'book') {
      const target = { targetAssignment: { type: 'AGENT', id: one.agent } }
      const request = { applicationId, start: '2027-01-09T09:00:00Z', duration: 'PT30M', ...target }
      const { body } = await service.callAt(at(one), machine, 'POST', V2, request)
      ids[one.place] = body.id
    } else if (one.kind === 'retitle') await put(one, '', { id, title: one.agent })
    else if (one.kind === 'move')
      await put(one, '/reschedule', { id, start: `2027-01-1${one.place}T10:00:00Z` })
    else if (one.kind === 'cancel') await put(one, `/${id}/cancel`)
    else if (one.kind === 'remove') await service.callAt(at(one), supervisor, 'DELETE', `${V2}/${id}`)
    else {
      // the participants service publishes one roster after another
      turns = turns.then(() => reassign(id, one.agent))
      await turns
    }
  }
}

async function reassign(id: string, agentId: string): Promise<void> {
  const [row] = await service.query<{ roster: Awaited<ReturnType<typeof service.rosterOf>> }>(
    'SELECT roster FROM appointments WHERE id = $1',
    [id],
  )
  if (!row) return
  const version = row.roster.version + 1
  const participants = [{ id: agentId, type: 'AGENT' as const }]
  await service.publish('APReassignedEvent', id, version, {
    appointmentId: id,
    roster: { ...row.roster, version, organizerId: agentId, participants },
    actor: { id: 'supervisor-1', role: 'ROLE_SUPERVISOR' },
  })
}

/** A reader that gets a cursor, reads the list, and then follows in pages, at any instance. */
async function pageReader(caller: Caller, applicationId: string, limit: number) {
  const filters = `applicationId=${applicationId}&limit=${limit}`
  let cursor = (await pageAt(instances[0]!, caller, filters)).nextCursor
  const copy = await listed(caller, applicationId)
  let turn = 0
  const readAll = async () => {
    for (let more = true; more;) {
      const page = await pageAt(instances[turn++ % 2]!, caller, `cursor=${cursor}&${filters}`)
      apply(copy, page.content)
      cursor = page.nextCursor
      more = page.hasMore
    }
  }
  return { copy, read: readAll }
}

/** Like `pageReader`, with a stream that is cut and resumed at the other instance. */
async function streamReader(caller: Caller, applicationId: string) {
  const filters = `applicationId=${applicationId}`
  const { nextCursor } = await pageAt(instances[0]!, caller, filters)
  const copy = await listed(caller, applicationId)
  const seen: string[] = []
  let last = nextCursor
  let turn = 0
  let stream: OpenedStream | undefined
  let reading: Promise<void> | undefined
  let isCut = false
  const follow = async (opened: OpenedStream) => {
    for (let event = await opened.next(); event; event = await opened.next()) {
      // a stream that fails ends without such an event
      if (event.event !== 'change') continue
      seen.push(event.id ?? '')
      last = event.id ?? last
      apply(copy, [changeIn(event)])
    }
    if (!isCut && mayFail) await follow(await connect())
  }
  const connect = async (): Promise<OpenedStream> => {
    const path = `${CHANGES}/stream?${filters}`
    stream = await openStream(instances[turn++ % 2]!.url, caller, path, { 'last-event-id': last })
    return stream.status < 500 || !mayFail ? stream : connect()
  }
  const open = async () => {
    isCut = false
    reading = follow(await connect())
    await Promise.resolve()
  }
  const cut = async () => {
    isCut = true
    stream?.close()
    await reading
  }
  await open()
  return { copy, seen, cut, reopen: () => cut().then(open) }
}

/** Groups of steps; the steps of a group run concurrently, one group after another. */
const histories = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 6 })
let runs = 0

/** Readers begin and continue while a history runs, and must end at the current list. */
async function converges(history: readonly Step[][], limit: number): Promise<void> {
  const applicationId = `app-converges-${runs++}`
  const perform = performer(applicationId)
  const callers = [supervisor, agent('agent-7'), agent('agent-8')]
  const readers: { caller: Caller; copy: Copy; read: () => Promise<void> }[] = []
  const streams: ({ caller: Caller } & Awaited<ReturnType<typeof streamReader>>)[] = []
  await perform({ kind: 'book', place: 0, instance: 0, agent: 'agent-7' })
  for (const together of history) {
    // readers begin while writes are under way
    const writes = Promise.all(together.map(perform))
    const caller = callers[readers.length % callers.length]!
    readers.push({ caller, ...(await pageReader(caller, applicationId, limit)) })
    if (streams.length < 2) streams.push({ caller, ...(await streamReader(caller, applicationId)) })
    else await streams[readers.length % 2]!.reopen()
    await readers[0]!.read()
    await writes
  }
  await service.numbered()
  for (const one of readers) {
    await one.read()
    expect(one.copy).toEqual(await listed(one.caller, applicationId))
  }
  for (const { caller, copy, seen, cut } of streams) {
    const present = await listed(caller, applicationId)
    await expect.poll(() => copy).toEqual(present)
    await cut()
    expect(new Set(seen).size).toBe(seen.length)
  }
}

/** The key of the lock that a numberer holds. */
const NUMBERING_LOCK = 0x63_68_67_73

/** Ends the connections that are numbering changes at this moment, as the crash of their process would. */
const killNumberers = () =>
  service.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database
     WHERE datname = current_database() AND locktype = 'advisory' AND objid = $1 AND granted`,
    [NUMBERING_LOCK],
  )
/** Ends every connection of both instances: those of writes, of readers and of numberers. */
const killConnections = () =>
  service.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'appointments'`,
  )

/** Makes numbering slow, so that kills happen in the middle of it. */
const SLOW_NUMBERING = [
  `CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.003); RETURN NEW; END $$`,
  `CREATE TRIGGER slowly BEFORE UPDATE OF position ON appointment_changes FOR EACH ROW EXECUTE FUNCTION slowly()`,
]
/** After a kill, the next replica can number undisturbed for this long. */
const BETWEEN_KILLS_MS = 300

describe('a reader of the feed', () => {
  it('ends at the current list, from any cursor and at any instance', { timeout: 120_000 }, () =>
    fc.assert(fc.asyncProperty(histories, fc.integer({ min: 1, max: 5 }), converges), { numRuns: 12 }),
  )

  it(
    'ends at the current list although connections are killed, also in the middle of numbering',
    { timeout: 120_000 },
    async () => {
      for (const statement of SLOW_NUMBERING) await service.query(statement)
      let [isOver, killed] = [false, 0]
      mayFail = true
      const killing = (async () => {
        while (!isOver) {
          const strikes = (await killNumberers()).length
          if (strikes === 0) continue
          killed += strikes
          if (killed % 3 === 0) await killConnections()
          await pause(BETWEEN_KILLS_MS)
        }
      })()
      try {
        await fc.assert(fc.asyncProperty(histories, fc.integer({ min: 1, max: 5 }), converges), {
          numRuns: 6,
        })
      } finally {
        isOver = true
        await killing
        mayFail = false
        await service.query('DROP TRIGGER slowly ON appointment_changes')
      }
      expect(killed).toBeGreaterThan(0)
    },
  )

  it('gets a change that was stored before others but committed after them', async () => {
    const { nextCursor } = await pageAt(instances[0]!, supervisor, '')
    const { id } = await service.scheduled({ applicationId: 'app-late' })
    await service.numbered()
    const commit = await service.hold(
      `INSERT INTO appointment_changes (appointment_id, application_id, version, type, at, actor, changed, agents_before,
         agents_after, starts)
       VALUES ($1, 'app-late', 3, 'APUpdatedEvent', $2, '{}', '[]', '{}', '{}', '{}')`,
      [id, service.now()],
    )
    const later = await service.scheduled({ applicationId: 'app-late' })
    const seen = async (cursor: string) => {
      const { content, nextCursor: next } = await pageAt(instances[1]!, supervisor, `cursor=${cursor}`)
      return { next, ids: content.map(({ appointmentId }) => appointmentId) }
    }
    await vi.waitFor(async () => expect((await seen(nextCursor)).ids).toEqual([id, later.id]), {
      timeout: 10_000,
      interval: 5,
    })
    const { next } = await seen(nextCursor)
    await commit('COMMIT')
    await service.numbered()
    expect((await seen(next)).ids).toEqual([id])
  })

  it('gets each of many changes that are stored at the same time', async () => {
    // otherwise the first booking would create the application, and the others would wait for its lock
    await service.configured('app-many', {})
    const { nextCursor } = await pageAt(instances[0]!, supervisor, 'applicationId=app-many')
    const booked = await Promise.all(
      Array.from({ length: 60 }, (_, place) =>
        service.callAt(instances[place % 2]!, machine, 'POST', V2, {
          applicationId: 'app-many',
          start: '2027-01-09T09:00:00Z',
          duration: 'PT30M',
        }),
      ),
    )
    for (const { status, body } of booked) expect(status, JSON.stringify(body)).toBe(200)
    await service.numbered()
    const { content } = await pageAt(
      instances[1]!,
      supervisor,
      `cursor=${nextCursor}&applicationId=app-many&limit=200`,
    )
    const ids = (all: readonly Pick<Body, 'id'>[]) => all.map(({ id }) => id).sort()
    expect(content.map(({ appointmentId }) => appointmentId).sort()).toEqual(
      ids(booked.map(({ body }) => body)),
    )
  })
})

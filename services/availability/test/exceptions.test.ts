import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@appointments/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agents } from '../src/repositories/directory.ts'
import { aCaller, anAgent, NOW, runAvailability, type RunningAvailability } from './running-service.ts'
import { changesOf, offsetOf } from './zone-oracle.ts'

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
})
afterAll(() => service.stop())

const agentWith = async (fields: object = {}): Promise<string> => {
  const id = `agent-${randomUUID()}`
  const { status } = await service.put(`/agents/${id}`, {
    displayName: 'Anna',
    timezone: 'Europe/Berlin',
    ...fields,
  })
  expect(status).toBe(201)
  return id
}
const day = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString().slice(0, 10)
const absence = (from = 10, until = 11) => ({
  type: 'ABSENCE',
  from: `${day(from)}T00:00`,
  until: `${day(until)}T00:00`,
})

const storedOf = async (id: string) => {
  const { rows } = await service.pool.query<{ starts_at: Date; ends_at: Date }>(
    'SELECT starts_at, ends_at FROM exceptions WHERE id = $1',
    [id],
  )
  return rows[0]!
}
const pointersOf = ({ body }: { body: { errors: { pointer: string }[] } }) =>
  body.errors.map(({ pointer }) => pointer)

it('records an absence, lists it, and removes it', async () => {
  const agentId = await agentWith()
  const before = await service.calendarVersion(agentId)
  const created = await service.post(`/agents/${agentId}/exceptions`, { ...absence(), reason: 'Training' })
  expect(created).toMatchObject({
    status: 201,
    body: { agentId, ...absence(), reason: 'Training', affected: 0 },
  })
  const recorded = await service.calendarVersion(agentId)
  expect(recorded).toBeGreaterThan(before)
  const { affected: _, ...entry } = created.body as { affected: number; id: string }
  const path = `/agents/${agentId}/exceptions/${entry.id}`
  expect(await service.get(path)).toMatchObject({ status: 200, body: entry })
  expect((await service.get(`/agents/${agentId}/exceptions`)).body).toMatchObject({
    total: 1,
    content: [entry],
  })
  expect((await service.remove(path)).status).toBe(204)
  expect(await service.calendarVersion(agentId)).toBeGreaterThan(recorded)
  expect(await service.remove(path)).toMatchObject({ status: 404, body: { code: 'EXCEPTION_NOT_FOUND' } })
})

it('counts the appointments that an absence affects, but no others, no holds and none of other agents', async () => {
  const agentId = await agentWith()
  const other = await agentWith()
  const claim = (holder: string, type: string, agent: string, from: string, to: string) =>
    service.pool.query(
      `WITH holder AS (INSERT INTO claim_holders (type, id, version, ends_at) VALUES ($1, $2, 1, $6))
       INSERT INTO claims (holder_type, holder_id, organization_id, agent_id, application_id, kind, start_at, end_at,
                           occupied_from, occupied_to)
       VALUES ($1, $2, 'org-1', $3, 'app', $4, $5, $6, $5, $6)`,
      [type, holder, agent, type === 'HOLD' ? 'HELD' : 'BOOKED', from, to],
    )
  const at = (days: number, hour: string) => `${day(days)}T${hour}:00Z`
  await claim('inside', 'APPOINTMENT', agentId, at(10, '09:00'), at(10, '10:00'))
  await claim('across', 'APPOINTMENT', agentId, at(9, '20:00'), at(10, '01:00'))
  await claim('before', 'APPOINTMENT', agentId, at(9, '09:00'), at(9, '10:00'))
  await claim('touching', 'APPOINTMENT', agentId, at(11, '12:00'), at(11, '13:00'))
  await claim('held', 'HOLD', agentId, at(10, '11:00'), at(10, '12:00'))
  await claim('other', 'APPOINTMENT', other, at(10, '09:00'), at(10, '10:00'))
  const ends = { from: at(10, '00:00'), until: at(11, '12:00') }
  const affectedBy = async (type: string) =>
    (await service.post(`/agents/${agentId}/exceptions`, { type, ...ends })).body.affected as number
  expect(await affectedBy('ABSENCE')).toBe(2)
  expect(await affectedBy('EXTRA_HOURS')).toBe(0)
})

it.each([
  ['as PostgreSQL writes it', `${day(20)} 10:00:00+02`, `${day(20)} 12:00:00+02`],
  ['in the basic format', `${day(20)}T080000Z`.replaceAll('-', ''), `${day(20)}T100000Z`.replaceAll('-', '')],
  ['with a zone in brackets', `${day(20)}T08:00+00:00[UTC]`, `${day(20)}T10:00[UTC][u-ca=iso8601]`],
])('takes an instant %s, and returns it in UTC', async (_form, from, until) => {
  const agentId = await agentWith()
  const shown = { from: `${day(20)}T08:00:00Z`, until: `${day(20)}T10:00:00Z` }
  const created = await service.post(`/agents/${agentId}/exceptions`, { type: 'ABSENCE', from, until })
  expect(created).toMatchObject({ status: 201, body: shown })
  const list = async () => (await service.get(`/agents/${agentId}/exceptions`)).body.content as object[]
  expect(await list()).toMatchObject([shown])
  // as an earlier release stored it
  const content = JSON.stringify({ type: 'ABSENCE', from, until })
  await service.pool.query('UPDATE exceptions SET content = $2 WHERE id = $1', [created.body.id, content])
  expect(await list()).toMatchObject([shown])
})

it('interprets local times in the zone of the agent, and again if the agent changes its zone', async () => {
  const agentId = await agentWith({ timezone: 'Asia/Kathmandu' })
  const { body: local } = await service.post(`/agents/${agentId}/exceptions`, absence())
  const instants = { type: 'EXTRA_HOURS', from: `${day(20)}T10:00:00+02:00`, until: `${day(20)}T12:00:00Z` }
  const { body: fixed } = await service.post(`/agents/${agentId}/exceptions`, instants)
  expect((await storedOf(local.id)).starts_at).toEqual(new Date(`${day(9)}T18:15:00Z`))
  expect((await storedOf(fixed.id)).starts_at).toEqual(new Date(`${day(20)}T08:00:00Z`))
  await service.put(`/agents/${agentId}`, { displayName: 'Anna', timezone: 'UTC' })
  expect(await storedOf(local.id)).toEqual({
    starts_at: new Date(`${day(10)}T00:00:00Z`),
    ends_at: new Date(`${day(11)}T00:00:00Z`),
  })
  expect((await storedOf(fixed.id)).starts_at).toEqual(new Date(`${day(20)}T08:00:00Z`))
})

it('moves the end of an absence along if the new zone of the agent moves the beginning past it', async () => {
  const from = NOW.getTime() / 60_000
  const change = changesOf('Europe/Berlin', from).find((at) => offsetOf('Europe/Berlin', at) === 120)!
  const after = (minutes: number) => new Date((change + minutes) * 60_000)
  // the clock of Berlin goes from 02:00 to 03:00 on this day
  const date = after(0).toISOString().slice(0, 10)
  const agentId = await agentWith({ timezone: 'UTC' })
  const recorded = async (until: string) => {
    const body = { type: 'ABSENCE', from: `${date}T02:30`, until: `${date}T${until}` }
    return (await service.post(`/agents/${agentId}/exceptions`, body)).body.id as string
  }
  const [skipped, partly, longer] = [
    await recorded('03:00'),
    await recorded('03:15'),
    await recorded('04:00'),
  ]
  const moveTo = async (timezone: string) => {
    const body = { agents: [{ id: agentId, displayName: 'Anna', timezone }] }
    expect(await service.post('/agents/batch', body)).toMatchObject({
      status: 200,
      body: { results: [{ status: 200 }] },
    })
  }
  await moveTo('Europe/Berlin')
  expect(await storedOf(skipped)).toEqual({ starts_at: after(30), ends_at: after(60) })
  expect(await storedOf(partly)).toEqual({ starts_at: after(30), ends_at: after(75) })
  expect(await storedOf(longer)).toEqual({ starts_at: after(30), ends_at: after(60) })
  await moveTo('UTC')
  expect(await storedOf(skipped)).toEqual({
    starts_at: new Date(`${date}T02:30Z`),
    ends_at: new Date(`${date}T03:00Z`),
  })
})

it.each([
  ['that is reversed', { ...absence(11, 10) }, ['/until']],
  ['that is empty', { ...absence(10, 10) }, ['/until']],
  ['longer than a year', { ...absence(1, 400) }, ['/until']],
  ['with one local and one absolute end', { ...absence(), until: `${day(11)}T00:00:00Z` }, ['/until']],
  [
    'without a type, with a bad end and an unknown field',
    { from: 'soon', until: `${day(1)}T25:00`, note: '' },
    ['/type', '/from', '/until', '/note'],
  ],
])('rejects an exception %s', async (_what, body, pointers) => {
  const agentId = await agentWith()
  const before = await service.counts()
  const response = await service.post(`/agents/${agentId}/exceptions`, body)
  expect(response.status).toBe(400)
  expect(pointersOf(response)).toEqual(pointers)
  expect(await service.counts()).toEqual(before)
})

it('lets an agent record and remove its own absences only, and only if its entry allows it', async () => {
  const allowed = await agentWith({ managesOwnAbsence: true })
  const denied = await agentWith()
  const post = (agentId: string, as: string, body: object = absence()) =>
    service.post(`/agents/${agentId}/exceptions`, body, { caller: anAgent(as) })
  const own = await post(allowed, allowed)
  expect(own.status).toBe(201)
  expect((await post(denied, denied)).status).toBe(403)
  expect((await post(allowed, denied)).status).toBe(403)
  expect((await post(allowed, allowed, { ...absence(), type: 'EXTRA_HOURS' })).status).toBe(403)
  const extra = await service.post(`/agents/${allowed}/exceptions`, { ...absence(), type: 'EXTRA_HOURS' })
  const remove = (id: string, as: string) =>
    service.remove(`/agents/${allowed}/exceptions/${id}`, anAgent(as))
  expect((await remove(own.body.id as string, denied)).status).toBe(403)
  expect((await remove(extra.body.id as string, allowed)).status).toBe(403)
  expect((await remove(own.body.id as string, allowed)).status).toBe(204)
})

it('replays the response for the same idempotency key', async () => {
  const agentId = await agentWith()
  const key = randomUUID()
  const first = await service.post(`/agents/${agentId}/exceptions`, absence(), { key })
  const again = await service.post(`/agents/${agentId}/exceptions`, absence(), { key })
  expect(again).toEqual({ ...first, isReplayed: true })
  expect((await service.get(`/agents/${agentId}/exceptions`)).body.total).toBe(1)
})

it('accepts at most 500 exceptions that are not over', async () => {
  const agentId = await agentWith()
  await service.pool.query(
    `INSERT INTO exceptions (id, organization_id, agent_id, content, type, starts_at, ends_at, created_at)
     SELECT $1 || n, 'org-1', $1, '{}', 'ABSENCE', $2::timestamptz - interval '1 day', $2::timestamptz + (CASE WHEN n < 500 THEN interval '1 day' ELSE interval '0' END), $2
     FROM generate_series(1, 600) n`,
    [agentId, NOW],
  )
  expect((await service.post(`/agents/${agentId}/exceptions`, absence())).status).toBe(201)
  expect(await service.post(`/agents/${agentId}/exceptions`, absence())).toMatchObject({
    status: 409,
    body: { code: 'DIRECTORY_FULL', limit: 500 },
  })
})

it('hides agents of other organizations and their absences', async () => {
  const agentId = await agentWith()
  const { body } = await service.post(`/agents/${agentId}/exceptions`, absence())
  const ofOther = aCaller({ organizationId: 'org-2' })
  for (const path of [`/agents/${agentId}/exceptions`, `/agents/${agentId}/exceptions/${body.id}`])
    expect(await service.get(path, ofOther)).toMatchObject({ status: 404, body: { code: 'AGENT_NOT_FOUND' } })
  expect((await service.remove(`/agents/${agentId}/exceptions/${body.id}`, ofOther)).status).toBe(404)
})

it('writers of one agent occupy two connections while they wait [H2.3]', async () => {
  const [wanted, other] = [await agentWith(), await agentWith()]
  const waiting = async () => {
    const { rows } = await service.pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'availability' AND wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  }
  const holder = await service.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    agents.lockName('org-1', wanted),
  ])
  const writes = Array.from({ length: 20 }, (_, n) =>
    service.post(`/agents/${wanted}/exceptions`, absence(10 + n, 11 + n)),
  )
  await expect.poll(waiting).toBe(2)
  expect((await service.post(`/agents/${other}/exceptions`, absence())).status).toBe(201)
  expect(await waiting()).toBeLessThanOrEqual(2)
  await holder.query('ROLLBACK')
  holder.release()
  await Promise.all(writes)
})

import { randomUUID } from 'node:crypto'
import { DAY_MS, type EventData } from '@appointments/contracts'
import { migratedDatabase } from '@appointments/foundation/test-harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOW, runAvailability, type RunningAvailability } from './running-service.ts'

const profile = { displayName: 'Anna Berg', timezone: 'Europe/Berlin', email: 'anna@example.com' }
const namesOf = ({ published }: RunningAvailability, agentId: string) =>
  published
    .filter(({ type }) => type === 'APAgentChangedEvent')
    .map(({ data }) => data as EventData<'APAgentChangedEvent'>)
    .filter(({ id }) => id === agentId)

describe('the name of an agent', () => {
  let service: RunningAvailability
  beforeAll(async () => {
    service = await runAvailability()
  })
  afterAll(() => service.stop())

  it('is published before the response, with nothing else about the agent', async () => {
    const id = randomUUID()
    const { body } = await service.put(`/agents/${id}`, profile)
    expect(namesOf(service, id)).toEqual([
      {
        organizationId: 'org-1',
        id,
        version: body.version as number,
        displayName: 'Anna Berg',
        active: true,
        removed: false,
      },
    ])
  })

  it('is published again if it changes or the agent becomes inactive, and not with other changes', async () => {
    const id = randomUUID()
    await service.put(`/agents/${id}`, profile)
    await service.put(`/agents/${id}`, { ...profile, skills: ['loans'] })
    expect(namesOf(service, id)).toHaveLength(1)
    await service.post('/agents/batch', { agents: [{ ...profile, id, displayName: 'Anna Ahlers' }] })
    await service.put(`/agents/${id}`, { ...profile, displayName: 'Anna Ahlers', active: false })
    const [first, renamed, inactive] = namesOf(service, id)
    expect([renamed, inactive]).toMatchObject([
      { displayName: 'Anna Ahlers', active: true },
      { displayName: 'Anna Ahlers', active: false },
    ])
    expect(renamed!.version).toBeGreaterThan(first!.version)
    expect(inactive!.version).toBeGreaterThan(renamed!.version)
  })

  it('is absent from the event of a removal, which has a higher version than all earlier events', async () => {
    const id = randomUUID()
    await service.put(`/agents/${id}`, profile)
    await service.remove(`/agents/${id}`)
    const [named, removed] = namesOf(service, id)
    expect(removed).toEqual({
      organizationId: 'org-1',
      id,
      version: expect.any(Number) as number,
      active: false,
      removed: true,
    })
    expect(removed!.version).toBeGreaterThan(named!.version)
    await service.put(`/agents/${id}`, profile)
    expect(namesOf(service, id).at(-1)!.version).toBeGreaterThan(removed!.version)
  })

  it('is published by a job if an older release has written it', async () => {
    const [known, id] = [randomUUID(), randomUUID()]
    await service.put(`/agents/${known}`, profile)
    for (const agentId of [known, id])
      await service.pool.query(
        `INSERT INTO agents (organization_id, id, name, content, version, created_at, updated_at)
         VALUES ('org-1', $1, 'Ben', $2, nextval('versions'), now(), now())
         ON CONFLICT (organization_id, id) DO UPDATE SET name = excluded.name, content = excluded.content`,
        [agentId, { ...profile, displayName: 'Ben', active: true }],
      )
    for (const agentId of [known, id])
      await expect
        .poll(() => namesOf(service, agentId).at(-1), { timeout: 20_000 })
        .toMatchObject({ displayName: 'Ben' })
    const [first, second] = namesOf(service, known)
    expect(second!.version).toBeGreaterThan(first!.version)
  })
})

it('publishes the name of an agent only after names are shared, and then once', async () => {
  const database = await migratedDatabase('availability')
  const id = randomUUID()
  const silent = await runAvailability({ database, sharesNames: false })
  await silent.put(`/agents/${id}`, profile)
  expect(namesOf(silent, id)).toEqual([])
  await silent.stop()
  const sharing = await runAvailability({ database })
  await expect
    .poll(() => namesOf(sharing, id), { timeout: 20_000 })
    .toMatchObject([{ displayName: 'Anna Berg' }])
  await sharing.put(`/agents/${id}`, { ...profile, languages: ['de'] })
  expect(namesOf(sharing, id)).toHaveLength(1)
  await sharing.stop()
  await database.drop()
})

it('publishes no event that a release without names does not know', async () => {
  const database = await migratedDatabase('availability')
  const id = randomUUID()
  const silent = await runAvailability({ database, sharesNames: false })
  await silent.put(`/agents/${id}`, profile)
  const [from, until] = [1, 2].map((days) => new Date(NOW.getTime() + days * DAY_MS).toISOString())
  const { body } = await silent.post(`/agents/${id}/exceptions`, { type: 'EXTRA_HOURS', from, until })
  await silent.remove(`/agents/${id}/exceptions/${body.id as string}`)
  expect((await silent.post(`/agents/${id}/exceptions`, { type: 'ABSENCE', from, until })).status).toBe(201)
  expect((await silent.put(`/agents/${id}`, { ...profile, active: false })).status).toBe(200)
  expect((await silent.remove(`/agents/${id}`)).status).toBe(204)
  expect(silent.published).toEqual([])
  await silent.stop()
  await database.drop()
})

it('publishes the removal of an agent whose name was published, even if names are no longer shared', async () => {
  const database = await migratedDatabase('availability')
  const id = randomUUID()
  const sharing = await runAvailability({ database })
  await sharing.put(`/agents/${id}`, profile)
  await sharing.stop()
  const silent = await runAvailability({ database, sharesNames: false })
  await silent.remove(`/agents/${id}`)
  expect(namesOf(silent, id)).toMatchObject([{ removed: true }])
  await silent.stop()
  await database.drop()
})

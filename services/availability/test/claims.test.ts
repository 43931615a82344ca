import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimedTime } from '../src/repositories/claimed-time.ts'
import { storedTimes } from '../src/repositories/stored-times.ts'
import { forgetClaims } from '../src/use-cases/forget-claims.ts'
import { aCaller, NOW, runAvailability, type RunningAvailability } from './running-service.ts'

const HOUR_MS = 3_600_000
/** Tomorrow at midnight, UTC. */
const tomorrow = Math.floor(NOW.getTime() / (24 * HOUR_MS) + 1) * 24 * HOUR_MS
const at = (hour: number) => new Date(tomorrow + hour * HOUR_MS).toISOString()
const claim = (agentId: string, hour: number) => ({
  agentId,
  kind: 'BOOKED' as const,
  from: at(hour),
  to: at(hour + 1),
})

let service: RunningAvailability
let appointments = 0

beforeAll(async () => {
  service = await runAvailability()
  await service.configured({ id: 'shop', version: 1, organizationId: 'org-1' })
  for (const id of ['ann', 'bob'])
    await service.put(`/agents/${id}`, {
      displayName: id,
      timezone: 'UTC',
      hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '09:00', to: '12:00' }],
    })
})
afterAll(() => service.stop())

/** The hours of tomorrow at which an agent is offered. */
async function offered(agentId: string): Promise<number[]> {
  const query = new URLSearchParams({
    applicationId: 'shop',
    agentId,
    duration: 'PT1H',
    from: at(0),
    to: at(24),
    limit: '50',
  })
  const caller = aCaller({ roles: ['ROLE_CLIENT_SERVICE'] })
  const { status, body } = await service.get(`/availability/slots?${query.toString()}`, caller)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { slots: { start: string }[] }).slots
    .map(({ start }) => (Date.parse(start) - tomorrow) / HOUR_MS)
    .filter(Number.isInteger)
}

const anId = () => `appointment-${(appointments += 1)}`
const claimed = (
  id: string,
  version: number,
  claims: ReturnType<typeof claim>[],
  organizationId = 'org-1',
  revision?: number,
) =>
  service.claimed({
    holder: { type: 'APPOINTMENT', id },
    version,
    ...(revision !== undefined && { revision }),
    organizationId,
    applicationId: 'shop',
    start: at(9),
    end: at(10),
    claims,
  })

/** Publishes the claims of a hold that expires after a time. */
const held = (id: string, version: number, claims: ReturnType<typeof claim>[], lifeMs: number) =>
  service.claimed({
    holder: { type: 'HOLD', id },
    version,
    organizationId: 'org-1',
    applicationId: 'shop',
    start: at(8),
    end: at(11),
    claims: claims.map((one) => ({
      ...one,
      kind: 'HELD',
      expiresAt: new Date(NOW.getTime() + lifeMs).toISOString(),
    })),
  })

describe('claims', () => {
  it('are those of the latest version, and of the highest revision within a version', async () => {
    const id = anId()
    await claimed(id, 2, [claim('ann', 9)])
    await claimed(id, 2, [claim('ann', 10)], 'org-1', 2)
    await claimed(id, 2, [claim('ann', 11)], 'org-1', 1)
    expect(await offered('ann')).toEqual([9, 11])
    await claimed(id, 3, [])
    expect(await offered('ann')).toEqual([9, 10, 11])
  })

  it('remove the time of a booking from the offers, and restore it once the booking is freed', async () => {
    const id = anId()
    expect(await offered('ann')).toEqual([9, 10, 11])
    await claimed(id, 2, [claim('ann', 10)])
    expect(await offered('ann')).toEqual([9, 11])
    await claimed(id, 3, [])
    expect(await offered('ann')).toEqual([9, 10, 11])
  })

  it('move from one agent to another with the appointment', async () => {
    const id = anId()
    await claimed(id, 2, [claim('ann', 9)])
    await claimed(id, 3, [claim('bob', 9)])
    expect([await offered('ann'), await offered('bob')]).toEqual([
      [9, 10, 11],
      [10, 11],
    ])
    await claimed(id, 4, [])
  })

  it('stay those of the newest version if events arrive out of order', async () => {
    const id = anId()
    await claimed(id, 5, [])
    await claimed(id, 4, [claim('ann', 9)])
    expect(await offered('ann')).toEqual([9, 10, 11])
  })

  it('of another organization do not affect an agent with the same id', async () => {
    const id = anId()
    await claimed(id, 2, [claim('ann', 9)], 'org-2')
    expect(await offered('ann')).toEqual([9, 10, 11])
  })

  it('apply to an agent that is added to the directory later', async () => {
    await claimed(anId(), 2, [claim('cora', 11)])
    await service.put('/agents/cora', {
      displayName: 'Cora',
      timezone: 'UTC',
      hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '09:00', to: '12:00' }],
    })
    expect(await offered('cora')).toEqual([9, 10])
  })

  it('of a hold that surrounds the appointment it moves occupy both parts, and count as one start', async () => {
    const agentId = `agent-${randomUUID()}`
    await service.put(`/agents/${agentId}`, {
      displayName: 'Dora',
      timezone: 'UTC',
      hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '08:00', to: '12:00' }],
      maxPerDay: 2,
    })
    await held(randomUUID(), 1, [claim(agentId, 8), claim(agentId, 10)], HOUR_MS)
    expect(await offered(agentId)).toEqual([9, 11])
    await claimed(anId(), 1, [claim(agentId, 9)])
    expect(await offered(agentId)).toEqual([])
  })

  it('are deleted 90 days after their end', async () => {
    const id = anId()
    await claimed(id, 1, [claim('bob', 9)])
    const isKept = async () =>
      (await service.pool.query('SELECT FROM claims WHERE holder_id = $1', [id])).rowCount === 1
    const forgetAt = (time: number) =>
      forgetClaims({ pool: service.pool, clock: { now: () => new Date(time) } })()
    const due = Date.parse(at(10)) + 90 * 24 * HOUR_MS
    expect(await forgetAt(due)).toBe(false)
    expect(await isKept()).toBe(true)
    await forgetAt(due + 1)
    expect(await isKept()).toBe(false)
  })

  it('of an expired hold are not read', async () => {
    const agentId = `agent-${randomUUID()}`
    await service.put(`/agents/${agentId}`, { displayName: 'Emma', timezone: 'UTC' })
    await held(randomUUID(), 1, [claim(agentId, 9)], HOUR_MS)
    const period = { from: new Date(at(0)), to: new Date(at(24)) }
    const readAt = async (ms: number) => {
      const now = new Date(NOW.getTime() + ms)
      const packed = await claimedTime(service.pool, 'org-1', [agentId], period, [], now)
      const [stored] = await storedTimes(service.pool, 'org-1', [agentId], period, now)
      return [packed.size, stored?.claims.length]
    }
    expect(await readAt(HOUR_MS - 1)).toEqual([1, 1])
    expect(await readAt(HOUR_MS)).toEqual([0, 0])
  })

  it('of a hold are deleted an hour after its expiry, and a late event still extends it', async () => {
    const id = randomUUID()
    await held(id, 1, [claim('bob', 9)], 0)
    const isKept = async () =>
      (await service.pool.query('SELECT FROM claims WHERE holder_id = $1', [id])).rowCount === 1
    const forgetAt = (time: number) =>
      forgetClaims({ pool: service.pool, clock: { now: () => new Date(time) } })()
    await forgetAt(NOW.getTime() + HOUR_MS)
    expect(await isKept()).toBe(true)
    expect(await forgetAt(NOW.getTime() + HOUR_MS + 1)).toBe(false)
    expect(await isKept()).toBe(false)
    // a duplicate does not bring the claims back
    await held(id, 1, [claim('bob', 9)], 0)
    expect(await isKept()).toBe(false)
    await held(id, 2, [claim('bob', 9)], HOUR_MS)
    expect(await offered('bob')).toEqual([10, 11])
    await held(id, 3, [], 0)
  })
})

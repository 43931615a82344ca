import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClaimsOfHolder, EventData } from '@appointments/contracts'
import { migratedDatabase } from '@appointments/foundation/test-harness'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import type { AppointmentsReader } from '../src/use-cases/deps.ts'
import { OlderRelease } from '../src/catch-up.ts'
import { readProjection } from '../src/use-cases/read-projection.ts'
import { claimsEvent, NOW, runAvailability, type RunningAvailability } from './running-service.ts'

const HOUR_MS = 3_600_000
const tomorrow = Math.floor(NOW.getTime() / (24 * HOUR_MS) + 1) * 24 * HOUR_MS
const at = (hour: number) => new Date(tomorrow + hour * HOUR_MS).toISOString()

let service: RunningAvailability
afterEach(() => service.stop())

const aHolder = (hour: number, version = 2): ClaimsOfHolder => ({
  holder: { type: 'APPOINTMENT', id: randomUUID() },
  version,
  organizationId: 'org-1',
  applicationId: 'shop',
  start: at(hour),
  end: at(hour + 1),
  claims: [{ agentId: 'ann', kind: 'BOOKED', from: at(hour), to: at(hour + 1) }],
})

/** An appointments service whose claims the test changes; reading them waits for a signal. */
function anAppointmentsService(holders: ClaimsOfHolder[][]) {
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  const reader: AppointmentsReader = {
    async *claims() {
      await asked
      yield* holders
    },
    async *applications() {
      await Promise.resolve()
      yield [{ application: { id: 'shop', version: 3, organizationId: 'org-1' } as never }]
    },
    unapplied: () => Promise.resolve([]),
  }
  return { reader, answer }
}

const anAgent = () =>
  service.put('/agents/ann', {
    displayName: 'Ann',
    timezone: 'UTC',
    hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '09:00', to: '12:00' }],
  })
const query = new URLSearchParams({
  applicationId: 'shop',
  agentId: 'ann',
  duration: 'PT1H',
  from: at(0),
  to: at(24),
})
const read = () => service.get(`/availability/slots?${query.toString()}`)
const offered = async () => {
  const { status, body } = await read()
  expect(status).toBe(200)
  return (body as { slots: { start: string }[] }).slots
    .map(({ start }) => (Date.parse(start) - tomorrow) / HOUR_MS)
    .filter(Number.isInteger)
}

it('reads the claims from before its first start, and is not ready until it has them', async () => {
  const early = aHolder(9)
  const { reader, answer } = anAppointmentsService([[early], [aHolder(11)]])
  service = await runAvailability({ appointments: reader, waitsUntilReady: false })
  await anAgent()
  expect(await service.isReady()).toBe(false)
  const rejected = await read()
  expect(rejected).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  // an event that is newer than the page
  await service.claimed({ ...early, version: 3, claims: [] })
  answer()
  await service.untilReady()
  expect(await offered()).toEqual([9, 10])
})

it('responds beside an older release, and reads the claims after its upgrade', async () => {
  const { reader, answer } = anAppointmentsService([[aHolder(9)]])
  let isUpgraded = false
  let areClaimsRead = false
  const requireUpgrade = () => {
    if (!isUpgraded) throw new OlderRelease('an older release')
  }
  const upgrading: AppointmentsReader = {
    applications: () => {
      requireUpgrade()
      return reader.applications()
    },
    claims: () => {
      requireUpgrade()
      areClaimsRead = true
      return reader.claims()
    },
    unapplied: () => (isUpgraded ? reader.unapplied() : Promise.reject(new OlderRelease('an older release'))),
  }
  service = await runAvailability({ appointments: upgrading })
  await anAgent()
  // no event about the application has arrived yet
  expect(await read()).toMatchObject({ status: 404, body: { code: 'APPLICATION_NOT_FOUND' } })
  isUpgraded = true
  await expect.poll(() => areClaimsRead).toBe(true)
  // no times of the application are offered before its claims are known
  expect((await read()).status).toBe(404)
  answer()
  await expect.poll(async () => (await read()).status).toBe(200)
  expect(await offered()).toEqual([10, 11])
})

it('publishes existing service types once every service knows their event, and then never again', async () => {
  const database = await migratedDatabase('availability')
  const typesOf = ({ published }: RunningAvailability) =>
    published
      .filter(({ type }) => type === 'APServiceTypeChangedEvent')
      .map(({ data }) => (data as EventData<'APServiceTypeChangedEvent'>).id)
  const { reader, answer } = anAppointmentsService([])
  const beside = await runAvailability({
    appointments: reader,
    database,
    sharesNames: false,
    waitsUntilReady: false,
  })
  await beside.pool.query(
    `INSERT INTO service_types (application_id, id, name, content, version, created_at, updated_at)
     VALUES ('shop', 'advice', 'Advice', '{"name":"Advice"}', nextval('versions'), now(), now())`,
  )
  answer()
  await beside.untilReady()
  expect(typesOf(beside)).toEqual([])
  await beside.stop()
  const upgraded = await runAvailability({ database })
  await expect.poll(() => typesOf(upgraded)).toEqual(['advice'])
  await upgraded.stop()
  service = await runAvailability({ database })
  // other services receive its event after those of the start
  await anAgent()
  expect(typesOf(service)).toEqual([])
})

it('responds after a start once the events that waited for it are applied', async () => {
  const { reader, answer } = anAppointmentsService([])
  answer()
  const missed = claimsEvent(aHolder(10))
  const waiting = { ...reader, unapplied: () => Promise.resolve([missed.event.id]) }
  service = await runAvailability({ appointments: waiting, waitsUntilReady: false })
  await anAgent()
  await expect.poll(() => service.isComplete()).toBe(true)
  expect(await service.isReady()).toBe(false)
  expect(await read()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  await service.publish(missed)
  await service.untilReady()
  expect(await offered()).toEqual([9, 11])
})

it('restores missing claims in a rebuild, and drops those that the appointments service does not have', async () => {
  const kept = aHolder(9)
  const held = (hour: number): ClaimsOfHolder => {
    const { claims, ...holder } = aHolder(hour)
    const expiresAt = new Date(NOW.getTime() + HOUR_MS).toISOString()
    return {
      ...holder,
      holder: { type: 'HOLD', id: randomUUID() },
      claims: claims.map((claim) => ({ ...claim, kind: 'HELD', expiresAt })),
    }
  }
  const live = held(11)
  const { reader, answer } = anAppointmentsService([[kept, live]])
  answer()
  service = await runAvailability({ appointments: reader })
  await anAgent()
  // the event that released this hold was missed
  const released = held(10)
  await service.claimed(released)
  expect(await offered()).toEqual([])
  // so was the event that freed this appointment
  await service.claimed(aHolder(10))
  await service.pool.query('DELETE FROM claims WHERE holder_id = $1', [kept.holder.id])
  await service.pool.query("UPDATE agents SET calendar_version = nextval('versions')")
  expect(await offered()).toEqual([9])
  await readProjection({
    pool: service.pool,
    partTransaction: service.transaction,
    appointments: reader,
    clock: service.clock,
  })()
  expect(await offered()).toEqual([10])
})

it('stores the newest versions after any order of events, with duplicates, and after a rebuild', async () => {
  const { reader, answer } = anAppointmentsService([])
  answer()
  service = await runAvailability({ appointments: reader })
  const stored = async () =>
    (
      await service.pool.query<{ claimed: string }>(
        `SELECT holder_id || ' ' || agent_id || ' ' || kind || ' ' || extract(hour FROM occupied_from AT TIME ZONE 'UTC')::integer AS claimed
         FROM claims ORDER BY holder_id, agent_id`,
      )
    ).rows.map(({ claimed }) => claimed)
  const versions = fc.array(
    fc.record({
      kind: fc.constantFrom('BOOKED' as const, 'RESERVED' as const),
      agentIds: fc.uniqueArray(fc.constantFrom('ann', 'bob', 'cid'), { maxLength: 2 }),
      hour: fc.integer({ min: 8, max: 18 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const histories = fc.array(versions, { minLength: 1, maxLength: 3 })
  const deliveries = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(histories, deliveries, async (given, repeated) => {
      await service.pool.query('DELETE FROM claim_holders')
      const events = given.flatMap((history, index) =>
        history.map(({ kind, agentIds, hour }, version) => ({
          ...aHolder(hour, version + 1),
          holder: { type: 'APPOINTMENT' as const, id: `holder-${index}` },
          claims: agentIds.map((agentId) => ({ agentId, kind, from: at(hour), to: at(hour + 1) })),
        })),
      )
      const shuffled = [...events]
      for (const [from, to] of repeated) {
        const [moved] = shuffled.splice(from % shuffled.length, 1)
        if (moved) shuffled.splice(to % (shuffled.length + 1), 0, moved, moved)
      }
      for (const event of shuffled) await service.claimed(event)
      const newest = given.map(
        (_, index) => events.findLast(({ holder }) => holder.id === `holder-${index}`) ?? events[0],
      )
      const expected = newest
        .flatMap(
          (holder) =>
            holder?.claims.map(({ agentId, kind, from }) => [
              holder.holder.id,
              agentId,
              kind,
              new Date(from).getUTCHours(),
            ]) ?? [],
        )
        .map((parts) => parts.join(' '))
        .sort()
      expect(await stored()).toEqual(expected)
      const live = newest.filter((holder) => holder !== undefined && holder.claims.length > 0)
      await readProjection({
        pool: service.pool,
        partTransaction: service.transaction,
        appointments: { ...reader, claims: () => Readable.from([live as ClaimsOfHolder[]]) },
        clock: service.clock,
      })()
      expect(await stored()).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})

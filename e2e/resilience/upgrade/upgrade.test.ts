import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { backendsOfThisRun, type OwnBackends } from '../../src/backends.ts'
import { inParallel } from '../../src/in-parallel.ts'
import { REPOSITORY } from '../../src/repository.ts'
import { deskAt } from './desk.ts'
import { createFleet, type Fleet, type Release } from './fleet.ts'
import type {} from './global-setup.ts'
import { deathReasons, unpublishedEvents } from './leftovers.ts'
import { startTraffic, type Traffic } from './traffic.ts'

const releaseBefore = inject('releaseBefore')
const ROUNDS = 20

describe.skipIf(releaseBefore === undefined)('an upgrade under traffic', () => {
  let system: OwnBackends
  let fleet: Fleet
  let traffic: Traffic
  let before: Release
  let after: Release

  beforeAll(async () => {
    const secret = randomBytes(32).toString('base64url')
    system = await backendsOfThisRun({
      // the release before makes links and keeps webhook secrets with the one, this one with the other
      INTERNAL_SECRET: secret,
      DATA_SECRET: secret,
      // two releases at a time are a lot for a small machine, and slow is not what this is about
      SETTLE_LIMIT_MS: '10000',
      DEADLINE_MS: '30000',
    })
    fleet = await createFleet(system)
  })
  afterAll(async () => {
    await traffic.stop()
    await fleet.close()
    await system.drop()
  })

  it('begins with the release before', async () => {
    before = await fleet.join(releaseBefore ?? '')
    await deskAt(fleet.gatewayUrl).openApplication()
    traffic = startTraffic(fleet.gatewayUrl)
    await traffic.rounds(ROUNDS)
    expect(traffic.faults.slice(0, 3)).toEqual([])
  })

  it('applies the migrations of this tree while the release before serves', async () => {
    await fleet.migrate(REPOSITORY)
    await traffic.rounds(ROUNDS)
    expect(traffic.faults.slice(0, 3)).toEqual([])
  })

  it('serves with both releases at a time, and either reads what the other wrote', async () => {
    after = await fleet.join(REPOSITORY, { MIGRATE_ON_START: 'false' })
    await traffic.rounds(2 * ROUNDS)
    expect(traffic.faults.slice(0, 3)).toEqual([])
    for (const counts of [before.served(), after.served()])
      for (const [service, count] of Object.entries(counts))
        expect.soft(count, service).toBeGreaterThan(ROUNDS)
    const written = [...traffic.written]
    for (const { ownGatewayUrl } of [before, after]) {
      const { read } = deskAt(ownGatewayUrl)
      expect(await inParallel(written, 4, ({ id }) => read(id))).toEqual(written)
    }
  })

  it('goes on when the release before has left', async () => {
    await before.retire()
    await traffic.rounds(ROUNDS)
    await traffic.stop()
    expect(traffic.faults.slice(0, 3)).toEqual([])
  })

  it('leaves every write behind once: read, told to its customer, and nothing dead or waiting', async () => {
    const desk = deskAt(fleet.gatewayUrl)
    for (const written of traffic.written) {
      expect(await desk.read(written.id)).toEqual(written)
      const last = written.state === 'CANCELLED' ? 'CANCELLED' : 'RESCHEDULE'
      await expect
        .poll(() => desk.mails(written.id), { timeout: 30_000 })
        .toContainEqual({ type: last, status: 'DELIVERED' })
      // what was overtaken by a later change before it went out is called off
      const mails = await desk.mails(written.id)
      expect(mails.map(({ type }) => type)).toEqual([
        ...(written.state === 'CANCELLED' ? ['CANCELLED'] : []),
        'CREATE',
        'RESCHEDULE',
      ])
      expect(mails.filter(({ status }) => status !== 'DELIVERED' && status !== 'CANCELLED')).toEqual([])
    }
    expect(await unpublishedEvents(system.databases)).toBe(0)
    expect(await deathReasons(system.environment.RABBITMQ_URL ?? '')).toEqual([])
  })
})

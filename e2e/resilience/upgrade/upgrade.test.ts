import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { backendsOfThisRun, type OwnBackends } from '../../src/backends.ts'
import { inParallel } from '../../src/in-parallel.ts'
import { REPOSITORY } from '../../src/repository.ts'
import { deskAt } from './desk.ts'
import type { ServiceName } from '@appointments/contracts'
import { createFleet, type Fleet, type Release } from './fleet.ts'
import type {} from './global-setup.ts'
import { deathReasons, unpublishedEvents } from './leftovers.ts'
import { startTraffic, type Traffic } from './traffic.ts'

const releaseBefore = inject('releaseBefore')
const ROUNDS = 20

const FINAL = ['DELIVERED', 'CANCELLED']

describe.skipIf(releaseBefore === undefined)('an upgrade under traffic', () => {
  let system: OwnBackends
  let fleet: Fleet
  let traffic: Traffic
  let before: Release
  let after: Release

  beforeAll(async () => {
    const secret = randomBytes(32).toString('base64url')
    system = await backendsOfThisRun('empty', {
      // a deployment has two different secrets; here one value serves as both
      INTERNAL_SECRET: secret,
      DATA_SECRET: secret,
      // two releases overload a small machine, and this test is not about speed
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

  it('starts with the previous release', async () => {
    before = await fleet.join(releaseBefore ?? '')
    await deskAt(fleet.gatewayUrl).openApplication()
    traffic = startTraffic(fleet.gatewayUrl)
    await traffic.rounds(ROUNDS)
    expect(traffic.faults.slice(0, 3)).toEqual([])
  })

  it('applies the migrations of this tree while the previous release serves', async () => {
    await fleet.migrate(REPOSITORY)
    await traffic.rounds(ROUNDS)
    expect(traffic.faults.slice(0, 3)).toEqual([])
  })

  it('serves with both releases in parallel, and each reads the writes of the other', async () => {
    // the previous release does not know the events of names, calendars and service types
    after = await fleet.join(REPOSITORY, { MIGRATE_ON_START: 'false', SHARE_AGENT_NAMES: 'false' })
    await traffic.rounds(2 * ROUNDS)
    expect(traffic.faults.slice(0, 3)).toEqual([])
    const counts = [before.served(), after.served()]
    // a service that the previous release lacks has nothing to be compared with
    for (const service of Object.keys(counts[0] ?? {}) as ServiceName[])
      for (const served of counts) expect.soft(served[service], service).toBeGreaterThan(ROUNDS)
    const written = [...traffic.written]
    for (const { ownGatewayUrl } of [before, after]) {
      const { read } = deskAt(ownGatewayUrl)
      expect(await inParallel(written, 4, ({ id }) => read(id))).toEqual(written)
    }
  })

  it('keeps serving after the previous release has left', async () => {
    await before.retire()
    await traffic.rounds(ROUNDS)
    await traffic.stop()
    expect(traffic.faults.slice(0, 3)).toEqual([])
  })

  it('keeps every write exactly once: readable, sent to its customer, and no message dead or waiting', async () => {
    const desk = deskAt(fleet.gatewayUrl)
    for (const written of traffic.written) {
      expect(await desk.read(written.id)).toEqual(written)
      const last = written.state === 'CANCELLED' ? 'CANCELLED' : 'RESCHEDULE'
      const pending = async () =>
        (await desk.mails(written.id)).filter(({ status }) => !FINAL.includes(status))
      await expect.poll(pending, { timeout: 30_000 }).toEqual([])
      // a message that a later change overtook before it was sent is cancelled
      const mails = await desk.mails(written.id)
      expect(mails.map(({ type }) => type)).toEqual([
        ...(written.state === 'CANCELLED' ? ['CANCELLED'] : []),
        'CREATE',
        'RESCHEDULE',
      ])
      expect(mails).toContainEqual({ type: last, status: 'DELIVERED' })
    }
    expect(await unpublishedEvents(system.databases)).toBe(0)
    expect(await deathReasons(system.environment.RABBITMQ_URL ?? '')).toEqual([])
  })
})

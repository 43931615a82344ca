import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scrape } from '@appointments/testing'
import { client } from '../src/client.ts'
import { neighbours, startThirdParties, type ThirdParties } from '../src/neighbours.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

let thirdParties: ThirdParties
let system: Services
beforeAll(async () => {
  thirdParties = await startThirdParties()
  system = await startServices({
    // even on a slow machine, the time limit of the room provider must end a request before this deadline does
    env: { ROOM_PROVIDER_URL: thirdParties.roomProviderUrl, DEADLINE_MS: '60000' },
  })
}, 120_000)
afterAll(async () => {
  await thirdParties.stop()
  await system.close()
})

const tenant = (organizationId: string) => ({
  desk: client(
    system.gatewayUrl,
    tokenFor('ROLE_AGENT', { userId: `agent-of-${organizationId}`, organizationId }),
  ),
  machine: client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE', { organizationId })),
})

const openCircuits = async () => (await scrape(system.metricsUrl('gateway'))).value('circuit_breakers_open')

/** Webhooks of an application that are in flight. */
async function inHand(applicationId: string): Promise<number> {
  const database = new pg.Client({ connectionString: system.databases.notifications })
  await database.connect()
  const { rows } = await database.query<{ held: number }>(
    'SELECT count(*)::int AS held FROM notifications WHERE lease_token IS NOT NULL AND application_id = $1',
    [applicationId],
  )
  await database.end()
  return rows[0]?.held ?? 0
}

it('serves a tenant while everything another tenant depends on hangs [H2.1] [H2.2]', async () => {
  const two = await neighbours(tenant('org-troubled'), tenant('org-quiet'), thirdParties, 'test')
  const { settled } = await two.trouble(40, 9)
  await expect.poll(two.hanging, { timeout: 20_000 }).toBeGreaterThanOrEqual(20)

  expect((await two.readAll()).map(({ status }) => status)).toEqual(Array<number>(61).fill(200))
  await two.webhook()
  // every webhook that the six receivers have read is still hanging; some may just be on their way
  await expect.poll(async () => (await inHand(two.troubledApp)) - two.hanging()).toBe(0)

  const { activations, endpointTests } = await settled
  for (const { status, body } of activations)
    expect([
      [502, 'ROOM_UNAVAILABLE'],
      [504, 'ROOM_TIMEOUT'],
    ]).toContainEqual([status, (body as { code: string }).code])
  expect(activations.map(({ status }) => status)).toContain(504)
  expect(endpointTests.map(({ status }) => status).sort()).toEqual([200, 200, ...Array<number>(7).fill(429)])
  expect(await openCircuits()).toBe(0)
  expect((await two.readAll()).map(({ status }) => status)).toEqual(Array<number>(61).fill(200))
}, 120_000)

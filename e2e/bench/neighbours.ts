import { openSync } from 'node:fs'
import type { Role } from '@appointments/contracts'
import { client, type Call } from '../src/client.ts'
import { neighbours as twoTenants, startThirdParties } from '../src/neighbours.ts'
import { startServices } from '../src/start-services.ts'
import { atMost, count, milliseconds, none, percentile, type Section } from './report.ts'
import { token } from './callers.ts'
import { benchBackends } from './settings.ts'

/** Measured rounds; the warm-up rounds before them do not count. */
const ROUNDS = 15
const WARM_UP_ROUNDS = 15
const MOST_RATIO = 3
const WEBHOOK_MS = 1000
const ACTIVATIONS = 40
const ENDPOINT_TESTS = 9
/** Users of each role, who take turns, because each token has a rate limit. */
const USERS = 20

/** A tenant next to another one whose webhook receivers, room provider and endpoint tests all hang. */
export async function neighbours(): Promise<Section> {
  const thirdParties = await startThirdParties()
  const backends = await benchBackends({
    ROOM_PROVIDER_URL: thirdParties.roomProviderUrl,
    // production rejects receivers on this machine
    NODE_ENV: 'development',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  })
  const system = await startServices({ as: 'processes', backends, output: openSync('/dev/null', 'w') })
  try {
    const caller = (role: Role, organizationId: string): Call => {
      const calls = Array.from({ length: USERS }, (_, n) =>
        client(system.gatewayUrl, token(`${role}-${organizationId}-${n}`, organizationId, [role])),
      )
      let next = 0
      return (...request) => calls[next++ % USERS]!(...request)
    }
    const tenant = (organizationId: string) => ({
      desk: caller('ROLE_AGENT', organizationId),
      machine: caller('ROLE_CLIENT_SERVICE', organizationId),
    })
    const two = await twoTenants(tenant('org-troubled'), tenant('org-quiet'), thirdParties, 'bench')
    const rounds = async (count: number) => {
      const reads: Awaited<ReturnType<typeof two.readAll>> = []
      for (let round = 0; round < count; round += 1) reads.push(...(await two.readAll()))
      return {
        failed: reads.filter(({ status }) => status !== 200).length,
        p99: percentile(
          reads.map(({ ms }) => ms),
          0.99,
        ),
      }
    }

    await rounds(WARM_UP_ROUNDS)
    const quietWebhookMs = await two.webhook()
    const quiet = await rounds(ROUNDS)
    const { settled } = await two.trouble(ACTIVATIONS, ENDPOINT_TESTS)
    const webhookMs = await two.webhook()
    const beside = await rounds(ROUNDS)
    const hanging = two.hanging()
    const { activations, endpointTests } = await settled
    const failed = quiet.failed + beside.failed
    const statusCount = (all: readonly { status: number }[], status: number) =>
      all.filter((one) => one.status === status).length
    return {
      title: 'A tenant beside one whose third parties all hang',
      figures: [
        milliseconds('p99 of 61 reads at the same time, quiet', quiet.p99),
        milliseconds('p99 of 61 reads at the same time, beside', beside.p99),
        atMost(
          count('beside / quiet', beside.p99 / quiet.p99),
          MOST_RATIO,
          '',
          'the third parties did not hang during the reads, or the quiet reads were slow for another reason',
        ),
        none('reads that failed', failed, 'a response with a problem counted as a success'),
        milliseconds('booking and its webhook, quiet', quietWebhookMs),
        atMost(
          milliseconds('booking and its webhook, beside', webhookMs),
          WEBHOOK_MS,
          ' ms',
          'the webhook was that of another booking',
        ),
      ],
      notes: [
        `Meanwhile ${hanging} webhooks to six receivers hung; of ${ACTIVATIONS} activations ${statusCount(activations, 504)} ` +
          `waited for the room provider and ${statusCount(activations, 502)} did not have to; of ${ENDPOINT_TESTS} endpoint ` +
          `tests ${statusCount(endpointTests, 429)} were rejected.`,
      ],
    }
  } finally {
    // stops the hanging servers first, so that the services need not wait for them
    await thirdParties.stop()
    await system.close()
    await backends.drop()
  }
}

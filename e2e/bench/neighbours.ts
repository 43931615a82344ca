import jwt from 'jsonwebtoken'
import type { Role } from '@appointments/contracts'
import { client } from '../src/client.ts'
import { neighbours as twoTenants, startThirdParties } from '../src/neighbours.ts'
import { startServices } from '../src/start-services.ts'
import { milliseconds, type Section } from './report.ts'
import { benchBackends, JWT_SECRET } from './settings.ts'

/** Measured rounds; the warm-up rounds before them do not count. */
const ROUNDS = 15
const WARM_UP_ROUNDS = 15
const MOST_RATIO = 3
const WEBHOOK_MS = 1000
const ACTIVATIONS = 40
const ENDPOINT_TESTS = 9

const p99 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN

/** A tenant next to another one whose webhook receivers, room provider and endpoint tests all hang. */
export async function neighbours(): Promise<Section> {
  const thirdParties = await startThirdParties()
  const backends = await benchBackends()
  const system = await startServices({
    as: 'processes',
    backends,
    env: { ROOM_PROVIDER_URL: thirdParties.roomProviderUrl, WEBHOOK_ALLOW_PRIVATE: 'true' },
  })
  try {
    const caller = (role: Role, organizationId: string) =>
      client(
        system.gatewayUrl,
        jwt.sign({ roles: [role], userId: `${role}-${organizationId}`, organizationId }, JWT_SECRET, {
          expiresIn: '1h',
        }),
      )
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
        p99: p99(reads.map(({ ms }) => ms)),
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
    const ratio = beside.p99 / quiet.p99
    const failed = quiet.failed + beside.failed
    const count = (all: readonly { status: number }[], status: number) =>
      all.filter((one) => one.status === status).length
    return {
      title: 'A tenant beside one whose third parties all hang',
      figures: [
        milliseconds('p99 of 61 reads at the same time, quiet', quiet.p99),
        milliseconds('p99 of 61 reads at the same time, beside', beside.p99),
        {
          what: 'beside / quiet',
          value: ratio,
          shown: ratio.toFixed(2),
          goal: { wanted: `${MOST_RATIO} at most`, met: ratio <= MOST_RATIO },
        },
        {
          what: 'reads that failed',
          value: failed,
          shown: String(failed),
          goal: { wanted: 'none', met: failed === 0 },
        },
        milliseconds('booking and its webhook, quiet', quietWebhookMs),
        {
          ...milliseconds('booking and its webhook, beside', webhookMs),
          goal: { wanted: `${WEBHOOK_MS} ms at most`, met: webhookMs <= WEBHOOK_MS },
        },
      ],
      notes: [
        `Meanwhile ${hanging} webhooks to six receivers hung; of ${ACTIVATIONS} activations ${count(activations, 504)} ` +
          `waited for the room provider and ${count(activations, 502)} did not have to; of ${ENDPOINT_TESTS} endpoint ` +
          `tests ${count(endpointTests, 429)} were refused.`,
      ],
    }
  } finally {
    // stops the hanging servers first, so that the services need not wait for them
    await thirdParties.stop()
    await system.close()
    await backends.drop()
  }
}

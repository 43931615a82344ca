import type { ServerResponse } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from '@appointments/runtime'
import { freePort } from '@appointments/testing/free-port'
import { scrape } from '@appointments/testing'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { tokenOf } from './support/tokens.ts'

const SHED = 200

let gateway: TestGateway
afterEach(async () => {
  vi.restoreAllMocks()
  await gateway.stop()
})

it('200 requests without capacity are 503, counted, and leave no warning in the log [H6]', async () => {
  const port = await freePort()
  const lines: string[] = []
  gateway = await startTestGateway({
    env: { UPSTREAM_CONCURRENCY: '1', METRICS_PORT: String(port), DEADLINE_MS: '60000' },
    log: createLog('gateway', 'warn', { write: (line: string) => void lines.push(line) }),
  })
  lines.length = 0
  const counted = async () =>
    (await scrape(`http://127.0.0.1:${port}/metrics`)).value('shed_requests_total') ?? 0
  let held: ServerResponse | undefined
  gateway.appointments.answer((_arrival, response) => {
    if (held) return { body: { ok: true } }
    held = response
    return undefined
  })
  const token = tokenOf('ROLE_AGENT')
  const calls: ReturnType<TestGateway['call']>[] = []
  const ask = () => void calls.push(gateway.call('/api/v2/appointments', { token }))

  ask()
  await vi.waitUntil(() => held !== undefined)
  // the queue counts as standing by this clock, which runs ahead instead of a test that waits
  const now = performance.now.bind(performance)
  let aheadMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
  // each of these requests has arrived before the next is sent, or is shed
  await vi.waitUntil(
    async () => {
      ask()
      aheadMs += 600
      await gateway.call('/.well-known/jwks.json')
      return (await counted()) > 0
    },
    { timeout: 15_000 },
  )
  // from here on each request that arrives sheds one
  const before = await counted()
  for (let sent = 0; sent < SHED; sent += 1) ask()
  await vi.waitFor(async () => expect(await counted()).toBe(before + SHED), { timeout: 15_000 })

  held!.setHeader('content-type', 'application/json')
  held!.end('{"ok":true}')
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503)).toHaveLength(before + SHED)
  expect(statuses.filter((status) => status === 200)).toHaveLength(calls.length - before - SHED)
  expect(lines).toEqual([])
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '@appointments/runtime'
import { startDeadline } from '../src/proxy/deadline.ts'
import { readsTogether } from '../src/proxy/reads-together.ts'
import { createUpstream, type Upstream } from '../src/proxy/upstream.ts'
import { startStubService, type StubService } from './support/stub-service.ts'

const busy = { organization: 'org-1', caller: 'busy' }
const quiet = { organization: 'org-2', caller: 'quiet' }

let service: StubService
let upstream: Upstream
beforeEach(async () => {
  service = await startStubService()
  const watchCircuit = () => undefined
  const { url } = service
  upstream = createUpstream({
    name: 'stub',
    url,
    mostInFlight: 1,
    deadlineMs: 5000,
    watchCircuit,
    log: silentLog,
  })
})
afterEach(async () => {
  await upstream.stop()
  await service.stop()
})

const send = (party: typeof busy, method = 'GET', to: Pick<Upstream, 'send'> = upstream) => {
  const deadline = startDeadline(20_000)
  const path = `/appointments/${party.caller}`
  return to
    .send({ method, path, headers: {}, party, repeatable: true, deadline })
    .finally(() => deadline.end())
}
const paths = () => service.arrivals.map(({ url }) => url)

describe('requests to a service with a concurrency of one [H2.3]', () => {
  it('take turns, so that a burst of one organization delays another by one request', async () => {
    const burst = Array.from({ length: 30 }, () => send(busy))
    const one = send(quiet)
    await Promise.all([...burst, one])
    expect(paths()).toHaveLength(31)
    expect(paths().indexOf('/appointments/quiet')).toBeLessThanOrEqual(2)
  })

  it('wait in separate lanes for reads and writes', async () => {
    const burst = Array.from({ length: 30 }, () => send(busy))
    const write = send(busy, 'POST')
    await Promise.all([...burst, write])
    expect(service.arrivals.findIndex(({ method }) => method === 'POST')).toBeLessThanOrEqual(2)
  })

  it('use separate connections for reads and writes', async () => {
    const ports: Record<string, Set<number | undefined>> = { GET: new Set(), POST: new Set() }
    service.respondWith((arrival, _response, { socket }) => {
      ports[arrival.method]?.add(socket.remotePort)
      return { body: { ok: true } }
    })
    for (const method of ['GET', 'POST', 'GET', 'POST']) await send(busy, method)
    expect([ports.GET?.size, ports.POST?.size]).toEqual([1, 1])
    expect(ports.GET).not.toEqual(ports.POST)
  })

  it('share the places of a combined read', async () => {
    const reads = readsTogether(upstream)({ name: 'v2', base: '/appointments' })
    service.respondWith({ status: 404, body: {} })
    const leave = await upstream.enter({ method: 'GET' }, busy, new AbortController().signal)
    const burst = Array.from({ length: 100 }, () => send(busy, 'GET', reads))
    const one = send(quiet, 'GET', reads)
    await new Promise((resolve) => setImmediate(resolve))
    leave()
    await Promise.all([...burst, one])
    const [first] = service.arrivals.filter(({ method }) => method === 'POST')
    const ids = (JSON.parse(first?.body ?? '[]') as { id: string }[]).map(({ id }) => id)
    expect(ids).toHaveLength(64)
    expect(ids.indexOf('quiet')).toBeLessThanOrEqual(1)
  })
})

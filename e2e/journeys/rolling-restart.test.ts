import { randomUUID } from 'node:crypto'
import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Appointment } from '../src/response-bodies.ts'
import { client, type Call } from '../src/client.ts'
import { watchDatabases, type Databases } from '../src/databases.ts'
import { done } from '../src/done.ts'
import type { Instance } from '../src/instance.ts'
import { services as serviceNames } from '../src/service-names.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2/appointments'
const WORKERS = 4
const MOVED_TO = daysAhead(51)
const isReal = inject('backends').rabbitmqUrl !== undefined && inject('backends').redisUrl !== undefined

/** Stops and starts the replicas one after another, each time until the replica accepts connections again. */
async function restartAll(replicas: readonly Instance[]) {
  const ended: { status: number | null | undefined; withinMs: number }[] = []
  for (const replica of replicas) {
    const running = replica.running()
    const since = performance.now()
    await replica.end('SIGTERM')
    ended.push({ status: await running?.ended, withinMs: performance.now() - since })
    await replica.start()
  }
  return ended
}

// replicas share a broker and a store, so they need real ones
describe.skipIf(!isReal)('a rolling restart under load', () => {
  let services: Services | undefined
  let databases: Databases | undefined
  let agent: Call

  beforeAll(async () => {
    services = await startServices({ as: 'processes', replicas: {}, env: { DRAIN_DELAY_MS: '1500' } })
    databases = await watchDatabases(services)
    agent = client(services.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))
    const machine = client(services.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
    // a fast machine books more than the usual limit of e-mails per minute allows
    const notifications = { active: true, schedules: [], limits: { emailPerMinute: 100_000 } }
    await done(machine('PUT', '/api/v2/applications/app-1', { notifications }))
  }, 300_000)
  afterAll(async () => {
    await databases?.close()
    await services?.close()
  })

  const booking = () => ({
    applicationId: 'app-1',
    start: daysAhead(50),
    duration: 'PT30M',
    customers: [{ contact: { primaryEmail: 'ada@example.com' } }],
  })

  /**
   * Books, moves and reads through all services; every second write has a key, to cover clients with and
   * without.
   */
  async function round(number: number): Promise<string> {
    const headers = (): Record<string, string> =>
      number % 2 === 0 ? {} : { 'idempotency-key': randomUUID() }
    const { id, participants } = (await done(agent('POST', V2, booking(), headers()))) as Appointment
    const customer = participants.find(({ type }) => type === 'CUSTOMER')
    await done(agent('GET', `${V2}/${id}/participants/${customer?.id ?? ''}`))
    await done(agent('PUT', `${V2}/reschedule`, { id, start: MOVED_TO }, headers()))
    const { body: moved } = await agent('GET', `${V2}/${id}`)
    if ((moved as Appointment).start !== MOVED_TO) throw new Error(`${id} reads as before its change`)
    await done(agent('GET', `${V2}/${id}/interaction`))
    const { body: history } = await agent('GET', `${V2}/${id}/notifications?channel=EMAIL`)
    if ((history as { total: number }).total < 2) throw new Error(`${id} has no notification yet`)
    return id
  }

  it('fails no request, loses nothing, and every process exits in time', async () => {
    const failures: unknown[] = []
    const written: string[] = []
    let isOver = false
    const load = Array.from({ length: WORKERS }, async () => {
      for (let number = 0; !isOver; number += 1)
        await round(number)
          .then((id) => written.push(id))
          .catch((error: unknown) => failures.push(error))
    })
    const ended = await restartAll(services!.instances).finally(() => (isOver = true))
    await Promise.all(load)

    expect(failures).toEqual([])
    expect(written.length).toBeGreaterThan(20)
    expect(ended).toHaveLength(2 * serviceNames.length)
    for (const { status, withinMs } of ended) {
      expect(status).toBe(0)
      expect(withinMs).toBeLessThan(25_000)
    }
    await databases!.untilQuiet()
    const events = await databases!.events()
    for (const type of ['APScheduledEvent', 'APRescheduledEvent']) {
      const about = events.filter((event) => event.type === type).map(({ aggregateId }) => aggregateId)
      expect(about.filter((id) => written.includes(id)).sort()).toEqual([...written].sort())
    }
  }, 300_000)
})

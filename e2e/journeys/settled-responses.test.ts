import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAhead, scrape } from '@appointments/testing'
import { client, type Call } from '../src/client.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V1 = '/api/appointments'
const V2 = '/api/v2/appointments'
/** Rounds of each test, in each of the parallel callers; the nightly run has more. */
const ROUNDS = Number(process.env.SETTLED_ROUNDS ?? 15)
const PARALLEL = 4

let system: Services
let agent: Call
let supervisor: Call
let machine: Call

beforeAll(async () => {
  system = await startServices()
  agent = client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  await machine('PUT', '/api/v2/applications/app-1', { notifications: { active: true } })
})
afterAll(() => system.close())

const aSchedule = (change = {}) => ({
  applicationId: 'app-1',
  start: daysAhead(50),
  duration: 'PT30M',
  customers: [{ contact: { primaryEmail: 'ada@example.com' } }],
  ...change,
})

/** Runs rounds of write-then-read in parallel, and collects stale reads. */
async function staleReads(round: () => Promise<string | undefined>): Promise<string[]> {
  const stale: string[] = []
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let count = 0; count < ROUNDS; count += 1) {
        const found = await round()
        if (found !== undefined) stale.push(found)
      }
    }),
  )
  return stale
}

describe('a client that reads after it wrote sees its write, through any service', () => {
  it('schedule, then read the participant, the interaction and the history', async () => {
    const stale = await staleReads(async () => {
      const { body } = await agent('POST', V2, aSchedule())
      const customer = body.participants.find(({ type }: { type: string }) => type === 'CUSTOMER')
      const [participant, interaction, history] = await Promise.all([
        agent('GET', `${V2}/${body.id}/participants/${customer.id}`),
        agent('GET', `${V2}/${body.id}/interaction`),
        agent('GET', `${V2}/${body.id}/notifications`),
      ])
      const seen = [participant.status, interaction.status, history.status, history.body.total > 0]
      return seen.join() === '200,200,200,true' ? undefined : seen.join()
    })
    expect(stale).toEqual([])
  }, 120_000)

  it('add and remove an agent (participants), then read the appointment (appointments) and its list', async () => {
    const { body } = await agent('POST', V2, aSchedule())
    let next = 0
    const stale = await staleReads(async () => {
      const userId = `extra-${next++}`
      const added = await supervisor('POST', `${V1}/participants/agents/`, { id: body.id, userId })
      const seen = await agent('GET', `${V2}/${body.id}`)
      const mine = await client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId }))('GET', V2)
      const removed = await supervisor('DELETE', `${V1}/${body.id}/participants/${userId}`)
      const after = await agent('GET', `${V2}/${body.id}`)
      const has = (response: typeof seen) =>
        response.body.participants.some(({ id }: { id: string }) => id === userId)
      const facts = [added.status, has(seen), mine.body.total, removed.status, has(after)]
      return facts.join() === '200,true,1,200,false' ? undefined : facts.join()
    })
    expect(stale).toEqual([])
  }, 120_000)

  it('update, then read the appointment, while many others do the same', async () => {
    const { body } = await agent('POST', V2, aSchedule())
    let next = 0
    const stale = await staleReads(async () => {
      const title = `title ${next++}`
      const { body: updated } = await agent('PUT', V2, { id: body.id, title })
      const seen = await Promise.all([V1, V2, V1, V2].map((version) => agent('GET', `${version}/${body.id}`)))
      const [, ofV2] = seen
      const facts = [seen.map(({ status }) => status).join(), ofV2?.body.version >= updated.version]
      return facts.join() === '200,200,200,200,true' ? undefined : facts.join()
    })
    expect(stale).toEqual([])
    const { value } = await scrape(system.metricsUrl('appointments'))
    const together = { version: 'platform', operation: 'readAppointments', status: '2xx' }
    expect(value('http_requests_total', together)).toBeGreaterThan(0)
  }, 120_000)

  it('change a customer through the appointment, then read the customer', async () => {
    const stale = await staleReads(async () => {
      const { body } = await agent('POST', V2, aSchedule())
      const { id } = body.participants.find(({ type }: { type: string }) => type === 'CUSTOMER')
      const updated = await agent('PUT', V2, { id: body.id, customer: { id, name: { firstName: 'Grace' } } })
      const { body: details } = await agent('GET', `${V2}/${body.id}/participants/${id}`)
      const { body: read, headers } = await agent('GET', `${V2}/${body.id}`)
      const facts = [
        details.name?.firstName,
        updated.body.version === read.version,
        headers.get('etag') === `"${read.version}"`,
      ]
      return facts.join() === 'Grace,true,true' ? undefined : facts.join()
    })
    expect(stale).toEqual([])
  }, 120_000)
})

describe('a service that is down', () => {
  it('fails no write, and applies every event once when it is back', async () => {
    await system.stop('participants')
    await system.stop('notifications')
    const booked: string[] = []
    for (let count = 0; count < 20; count += 1) {
      const { status, body } = await agent('POST', V2, aSchedule({ title: `while away ${count}` }))
      expect(status).toBe(200)
      booked.push(body.id)
      const cancelled = count % 2 === 0 ? await agent('PUT', `${V2}/${body.id}/cancel`) : undefined
      if (cancelled) expect(cancelled.body.state).toBe('CANCELLED')
    }
    const away = await agent('GET', `${V2}/${booked[0]}/interaction`)
    expect(away).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    await system.start('participants')
    await system.start('notifications')
    const statuses = new Set<number>()
    const read = async (path: string) => {
      const response = await agent('GET', path)
      statuses.add(response.status)
      return response
    }
    for (const [count, id] of booked.entries()) {
      await expect
        .poll(async () => (await read(`${V2}/${id}/interaction`)).body.state, { timeout: 30_000 })
        .toBe(count % 2 === 0 ? 'CANCELLED' : 'PENDING')
      const types = async () =>
        (await read(`${V2}/${id}/notifications?channel=EMAIL&type=CREATE,CANCELLED`)).body.content
          ?.map(({ type }: { type: string }) => type)
          .sort()
      await expect
        .poll(types, { timeout: 30_000 })
        .toEqual(count % 2 === 0 ? ['CANCELLED', 'CREATE'] : ['CREATE'])
    }
    // a service that has not yet received the booking's event must not report it as unknown
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect((await agent('GET', `${V2}/nobody-s/interaction`)).status).toBe(404)
  }, 120_000)
})

import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client } from '../../src/client.ts'
import { startServices, type Services } from '../../src/start-services.ts'
import { tokenFor } from '../../src/tokens.ts'

const V2 = '/api/v2/appointments'
let system: Services
beforeAll(async () => {
  // a machine that runs many tests in parallel serves a burst slowly
  system = await startServices({ env: { DEADLINE_MS: '120000' } })
})
afterAll(() => system.close())

const desk = (organizationId: string) =>
  client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE', { organizationId }))
const statuses = (answers: { status: number }[]) => new Set(answers.map(({ status }) => status))

it('books all 500 concurrent requests of one caller while another organization reads', async () => {
  const [busy, quiet] = [desk('org-busy'), desk('org-quiet')]
  const { id } = (await quiet('POST', V2, { applicationId: 'calm', start: daysAhead(9), duration: 'PT30M' }))
    .body
  const burst = Array.from({ length: 500 }, () =>
    busy('POST', V2, { applicationId: 'crowded', start: daysAhead(10), duration: 'PT30M' }),
  )
  const reads: { status: number }[] = []
  for (let count = 0; count < 50; count += 1) reads.push(await quiet('GET', `${V2}/${id}`))
  expect(statuses(reads)).toEqual(new Set([200]))
  expect(statuses(await Promise.all(burst))).toEqual(new Set([200]))
}, 150_000)

it('gives the slot of an agent to one of 100 parallel bookings, and rejects the others with SLOT_TAKEN', async () => {
  const call = desk('org-busy')
  await call('PUT', '/api/v2/applications/once', { overlapPolicy: 'REJECT' })
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      call('POST', V2, {
        applicationId: 'once',
        start: daysAhead(11),
        duration: 'PT30M',
        targetAssignment: { type: 'AGENT', id: 'agent-1' },
      }),
    ),
  )
  const booked = answers.filter(({ status }) => status === 200)
  const taken = answers.filter(({ status, body }) => status === 409 && body.code === 'SLOT_TAKEN')
  expect([booked.length, taken.length]).toEqual([1, 99])
})

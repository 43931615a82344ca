import { afterAll, beforeAll, expect, it } from 'vitest'
import { client, type Call } from '../src/client.ts'
import { startSystem, tokenFor, type System } from '../src/system.ts'

const V2 = '/api/v2/appointments'
let system: System
let supervisor: Call
let machine: Call

beforeAll(async () => {
  system = await startSystem()
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  await machine('PUT', '/api/v2/applications/once', { overlapPolicy: 'REJECT' })
})
afterAll(() => system.close())

const book = async (agentId: string, start: string) =>
  (
    await machine('POST', V2, {
      applicationId: 'once',
      start,
      duration: 'PT30M',
      targetAssignment: { type: 'AGENT', id: agentId },
    })
  ).body

it('gives an agent one appointment at a time, whether it is booked, added or reassigned', async () => {
  const mine = await book('agent-1', '2027-01-09T09:00:00Z')
  const others = await Promise.all(
    ['agent-2', 'agent-3', 'agent-4'].map((agent) => book(agent, '2027-01-09T09:15:00Z')),
  )
  const taken = { status: 409, body: { code: 'SLOT_TAKEN', blocking: { agentId: 'agent-1' } } }
  expect(await supervisor('PUT', `${V2}/reassign`, { id: others[0].id, userId: 'agent-1' })).toMatchObject(
    taken,
  )
  expect(
    await supervisor('POST', `${V2}/participants/agents`, { id: others[0].id, userId: 'agent-1' }),
  ).toMatchObject(taken)

  await supervisor('PUT', `${V2}/${mine.id}/cancel`)
  const wanted = await Promise.all(
    others.map(({ id }) => supervisor('PUT', `${V2}/reassign`, { id, userId: 'agent-1' })),
  )
  expect(wanted.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const winner = wanted.find(({ status }) => status === 200)!.body
  expect(winner.organizer).toEqual({ id: 'agent-1', type: 'AGENT' })
  const again = await machine('POST', V2, {
    applicationId: 'once',
    start: '2027-01-09T09:40:00Z',
    duration: 'PT5M',
    targetAssignment: { type: 'AGENT', id: 'agent-1' },
  })
  expect(again).toMatchObject(taken)
})

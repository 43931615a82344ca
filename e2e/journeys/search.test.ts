import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAhead } from '@appointments/testing'
import { client, type Call } from '../src/client.ts'
import { done } from '../src/done.ts'
import type { Appointment } from '../src/response-bodies.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2/appointments'

interface Found {
  content: { id: string; title?: string; participants: { type: string; displayName?: string }[] }[]
  nextCursor?: string
}

let system: Services
let supervisor: Call
let machine: Call
const agentOf = (userId: string) => client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId }))

const search = async (call: Call, body: object): Promise<Found> =>
  (await done(call('POST', `${V2}/search`, body))) as Found
const titles = async (call: Call, body: object) =>
  (await search(call, body)).content.map(({ title }) => title)

const book = async (applicationId: string, title: string, change: object = {}) =>
  (await done(
    machine('POST', V2, {
      applicationId,
      title,
      start: daysAhead(40),
      duration: 'PT30M',
      customers: [{ name: { firstName: 'Ada' }, contact: { primaryEmail: 'ada@example.com' } }],
      ...change,
    }),
  )) as Appointment

beforeAll(async () => {
  system = await startServices({ as: 'functions', env: { LOG_LEVEL: 'silent' } })
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
})
afterAll(() => system.close())

describe('staff search for an appointment', () => {
  const applicationId = 'search-words'
  let id: string
  beforeAll(async () => {
    await done(machine('PUT', `/api/v2/applications/${applicationId}`, { defaultRegion: 'DE' }))
    id = (
      await book(applicationId, 'Kreditprüfung', {
        customers: [
          {
            name: { firstName: 'Zoë', lastName: 'Müller-Groß' },
            contact: { primaryEmail: 'Zoe.Mueller@example.com', primaryPhone: '030 123456' },
          },
        ],
      })
    ).id
    await book(applicationId, 'other')
  })

  it.each<[string, object]>([
    ['by a name with accents', { q: 'Zoë MÜLLER' }],
    ['by a name without accents', { q: 'muller gro' }],
    ['by an e-mail address', { q: 'zoe.mueller@example.com' }],
    ['by an e-mail address as a whole', { contact: 'zoe.mueller@EXAMPLE.com' }],
    ['by an international phone number', { contact: '+49 (30) 123456' }],
    ['by a phone number of the region', { contact: '030/123456' }],
    ['by a word of the title', { q: 'kreditprufung' }],
  ])('%s', async (_, filter) => {
    expect(await titles(supervisor, { applicationId, ...filter })).toEqual(['Kreditprüfung'])
  })

  it('by its id, with the names of its customers', async () => {
    const { content } = await search(supervisor, { applicationId, q: id, include: ['participants'] })
    expect(content.map((one) => one.id)).toEqual([id])
    expect(content[0]!.participants).toContainEqual(
      expect.objectContaining({ type: 'CUSTOMER', displayName: 'Zoë Müller-Groß' }),
    )
  })
})

describe('a search right after a write finds the write', () => {
  const applicationId = 'search-settled'
  const ROUNDS = 10

  it('also after each change, whichever service makes it', async () => {
    const ends = Array.from({ length: 4 }, async (_, client_) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const mark = `mark${client_}x${round}`
        const found = async (body: object) => (await titles(supervisor, { applicationId, ...body })).length
        const { id, participants } = await book(applicationId, mark, {
          targetAssignment: { type: 'AGENT', id: `${mark}-one` },
        })
        const customer = participants.find(({ type }) => type === 'CUSTOMER')!.id
        expect(await found({ q: mark })).toBe(1)
        await done(supervisor('PUT', `${V2}/reassign`, { id, userId: `${mark}-two` }))
        expect(await found({ agentId: [`${mark}-one`] })).toBe(0)
        expect(await found({ agentId: [`${mark}-two`] })).toBe(1)
        const name = { lastName: `Renamed${mark}` }
        await done(supervisor('PUT', V2, { id, customer: { id: customer, name } }))
        expect(await found({ q: `renamed${mark}` })).toBe(1)
        await done(supervisor('PUT', `${V2}/reschedule`, { id, start: daysAhead(45) }))
        expect(await found({ q: mark, from: daysAhead(44) })).toBe(1)
        await done(supervisor('PUT', `${V2}/${id}/cancel`))
        expect(await found({ q: mark, state: ['CANCELLED'] })).toBe(1)
        await done(machine('DELETE', `${V2}/${id}`))
        expect(await found({ q: mark })).toBe(0)
      }
    })
    await Promise.all(ends)
  }, 120_000)
})

it('an agent opens the room of its own appointment and reads who is there', async () => {
  const { id } = await book('search-room', 'room', { targetAssignment: { type: 'AGENT', id: 'agent-7' } })
  const agent = agentOf('agent-7')
  const me = (await done(agent('GET', '/api/v2/me'))) as { userId: string; applications: { id: string }[] }
  expect(me.userId).toBe('agent-7')
  expect(me.applications.map((application) => application.id)).toContain('search-room')
  const room = await done(agent('PUT', `${V2}/${id}/room`))
  expect(await done(agent('GET', `${V2}/${id}/room`))).toEqual(room)
  await done(agent('PUT', `${V2}/${id}/participants/agent-7?state=JOINED`))
  expect(await done(agent('GET', `${V2}/${id}/participants`))).toMatchObject([
    { id: 'agent-7', type: 'AGENT', state: 'JOINED' },
    { type: 'CUSTOMER', displayName: 'Ada', contact: { primaryEmail: 'ada@example.com' } },
  ])
})

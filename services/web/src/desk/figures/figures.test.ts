import { signal } from '@preact/signals'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '../../api/send.ts'
import type { DeskApi } from '../api/desk-api.ts'
import { TeamTooLarge } from '../api/team-too-large.ts'
import type { Desk } from '../desk.ts'
import { place } from '../place.ts'
import { createFigures } from './figures.ts'
import type { FiguresApi } from './figures-api.ts'

/** The figures of a desk with teams of one agent each, except for one team that is too large. */
function open(query: Record<string, string>) {
  const before = place.peek()
  place.value = { ...before, query: new URLSearchParams(query) }
  onTestFinished(() => {
    place.value = before
  })
  const lateness = { median: 60, p90: 120 }
  const appointments = vi.fn<FiguresApi['appointments']>(({ agentIds }) =>
    agentIds?.[0] === 'away'
      ? Promise.reject(new ApiError(503, 'UNAVAILABLE'))
      : Promise.resolve({ rows: [{ key: 'all', customerLateness: lateness }] } as never),
  )
  const messages = vi.fn<FiguresApi['messages']>(() => Promise.resolve({ rows: [] } as never))
  const api = {
    calendars: { agent: (id: string) => Promise.resolve({ id }) },
    teams: () => Promise.resolve(['north', 'away', 'large'].map((id) => ({ id, name: id }))),
    teamAgents: (id: string) => (id === 'large' ? Promise.reject(new TeamTooLarge()) : Promise.resolve([id])),
    figures: { appointments, messages },
  } as unknown as DeskApi
  const figures = createFigures({ api, application: signal({ id: 'bank' }), zone: () => 'UTC' } as Desk)
  return { figures, api, appointments, messages, known: () => figures.lateness.known.value }
}

it('a team that is too large or cannot be read is missing in the chart of all teams', async () => {
  const { figures, known } = open({ late: 'team' })
  await figures.lateness.load()
  expect(known().error).toBeUndefined()
  expect(known().value?.rows.map(({ name }) => name)).toEqual(['north'])
  expect(known().value?.missing).toEqual([
    { name: 'away', error: expect.any(ApiError) as ApiError },
    { name: 'large', error: expect.any(TeamTooLarge) as TeamTooLarge },
  ])
})

it('a filter by a team that is too large fails, except for the figures that ignore it', async () => {
  const { figures, known, messages } = open({ team: 'large', late: 'team' })
  await Promise.all([figures.byDay.load(), figures.lateness.load(), figures.delivery.load()])
  expect(figures.byDay.known.value.error).toBeInstanceOf(TeamTooLarge)
  expect(known().value?.rows.map(({ name }) => name)).toEqual(['north'])
  expect(messages).toHaveBeenCalledTimes(1)
})

it('the row of appointments without an agent has no name, and no agent is read for it', async () => {
  const customerLateness = { median: 60, p90: 120 }
  const agent = vi.fn((id: string) => Promise.resolve({ id, displayName: 'Anna' }))
  const rows = ['', 'anna'].map((key) => ({ key, customerLateness }))
  const api = {
    figures: { appointments: () => Promise.resolve({ rows }) },
    calendars: { agent },
  } as unknown as DeskApi
  const { lateness } = createFigures({ api, application: signal({ id: 'bank' }), zone: () => 'UTC' } as Desk)
  await lateness.load()
  expect(lateness.known.value.value?.rows.map(({ name }) => name)).toEqual([undefined, 'Anna'])
  expect(agent.mock.calls).toEqual([['anna']])
})

it.each([
  [20, 0],
  [23, 3],
])('of %d agents or teams, the chart leaves out %d and says so', async (all, leftOut) => {
  const customerLateness = { median: 60, p90: 120 }
  const ids = Array.from({ length: all }, (_, index) => `number-${index}`)
  const { figures, known, appointments, api } = open({})
  api.teams = () => Promise.resolve(ids.map((id) => ({ id, name: id })))
  appointments.mockImplementation(({ agentIds }) =>
    Promise.resolve({ rows: (agentIds ?? ids).map((key) => ({ key, customerLateness })) } as never),
  )
  for (const late of ['agent', 'team']) {
    place.value = { ...place.peek(), query: new URLSearchParams({ late }) }
    await figures.lateness.load()
    expect(known().value).toMatchObject({ missing: [], leftOut })
    expect(known().value?.rows).toHaveLength(all - leftOut)
  }
})

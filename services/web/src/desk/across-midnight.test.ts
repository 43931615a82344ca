import { signal } from '@preact/signals'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { addDays } from '../text/calendar-dates.ts'
import type { Appointment, Search } from './api/shapes.ts'
import { dayOf, startOf } from './day.ts'
import type { Desk } from './desk.ts'
import { createTeam } from './team/team.ts'
import { groupsOf } from './today/groups.ts'
import { createToday } from './today/today.ts'
import { createWeek } from './week/week.ts'

const ZONE = 'Europe/Berlin'
const MINUTE_MS = 60_000
const day = addDays(dayOf(Date.now(), ZONE), 1)
const midnight = startOf(day, ZONE)
const nextMidnight = startOf(addDays(day, 1), ZONE)

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const people = (customer: 'WAITING' | 'JOINED' | undefined): Appointment['participants'] => [
  { id: 'anna', type: 'AGENT', ...(customer === 'JOINED' && { state: customer }) },
  { id: 'ada', type: 'CUSTOMER', ...(customer && { state: customer }) },
]

/** @param from @param until minutes relative to an instant */
const booking = (id: string, at: number, from: number, until: number, change: Partial<Appointment> = {}) =>
  ({
    id,
    version: 1,
    applicationId: 'bank',
    state: 'SCHEDULED',
    start: new Date(at + from * MINUTE_MS).toISOString(),
    end: new Date(at + until * MINUTE_MS).toISOString(),
    participants: people(undefined),
    ...change,
  }) as Appointment

/** A desk whose search compares starts, like that of the API. */
function deskWith(...all: Appointment[]): Desk {
  const search = ({ from = '', to = '' }: Search) =>
    Promise.resolve({
      content: all.filter(({ start }) => from <= start && start < to),
    })
  return {
    api: {
      search,
      timeline: () => Promise.resolve({ content: [] }),
      calendars: {
        times: () => Promise.resolve([]),
        members: () => Promise.resolve({ agents: [{ id: 'anna' }], hasMore: false }),
      },
    },
    live: { listen: () => () => undefined },
    application: signal({ id: 'bank' }),
    zone: () => ZONE,
  } as unknown as Desk
}

const isBusy = () => false
const ids = (found: readonly Appointment[] = []) => found.map(({ id }) => id)

async function groupsAt(now: number, ...all: Appointment[]) {
  vi.setSystemTime(now)
  const today = createToday(deskWith(...all), day, isBusy)
  await today.rows.load()
  const shown = () => today.rows.known.value.value?.content.filter(today.isShown) ?? []
  const groups = () =>
    Object.fromEntries(
      Object.entries(groupsOf(shown(), new Map(), Date.now())).map(([name, some]) => [name, ids(some)]),
    )
  return { groups }
}

describe('today', () => {
  it('keeps the people who wait or talk when a new day begins', async () => {
    const { groups } = await groupsAt(
      midnight + 10 * MINUTE_MS,
      booking('over', midnight, -120, -90),
      booking('no longer connected', midnight, -90, 0),
      booking('waits', midnight, -60, -15, { participants: people('WAITING') }),
      booking('talks', midnight, -45, 0, { participants: people('JOINED') }),
      booking('late', midnight, -20, 20),
      booking('completed', midnight, -10, 5, { outcome: 'COMPLETED' }),
      booking('first', midnight, 60, 90),
    )
    expect(groups()).toEqual({
      now: ['waits', 'talks'],
      next: ['late', 'first'],
      later: [],
      done: ['completed'],
    })
  })

  it('shows what starts after midnight within the hour before', async () => {
    const { groups } = await groupsAt(
      nextMidnight - 45 * MINUTE_MS,
      booking('last', nextMidnight, -30, 0),
      booking('early', nextMidnight, 10, 40),
      booking('at its limit', nextMidnight, 15, 40),
      booking('soon', nextMidnight, 30, 40),
      booking('tomorrow', nextMidnight, 60, 90),
    )
    expect(groups()).toEqual({ now: [], next: ['last', 'early', 'at its limit'], later: [], done: [] })
    vi.setSystemTime(nextMidnight - 30 * MINUTE_MS)
    expect(groups()).toMatchObject({ next: ['last', 'early', 'at its limit', 'soon'] })
  })
})

const around = [
  booking('before', midnight, -90, 0),
  booking('first', midnight, -30, 30),
  booking('own', midnight, 600, 630),
  booking('last', nextMidnight, -30, 30),
  booking('after', nextMidnight, 0, 30),
]

it('the team shows what runs across the midnights of a day', async () => {
  const team = createTeam(deskWith(...around), { day, teamId: undefined, pageNumber: 1, isBusy })
  await team.rows.load()
  expect(ids(team.rows.known.value.value?.content)).toEqual(['first', 'own', 'last'])
})

it('the week shows what began before it', async () => {
  const week = createWeek(deskWith(...around), { agentId: 'anna', first: day, isBusy })
  await week.load()
  expect(ids(week.rows.known.value.value?.content.filter(week.isShown))).toEqual([
    'first',
    'own',
    'last',
    'after',
  ])
})

it('the team and the week show an appointment that began days ago and goes on', async () => {
  const long = booking('long', midnight, -6 * 1440, 600)
  const over = booking('over', midnight, -6 * 1440, 0)
  const team = createTeam(deskWith(long, over), { day, teamId: undefined, pageNumber: 1, isBusy })
  await team.rows.load()
  expect(ids(team.rows.known.value.value?.content)).toEqual(['long'])
  const week = createWeek(deskWith(long, over), { agentId: 'anna', first: day, isBusy })
  await week.load()
  expect(ids(week.rows.known.value.value?.content)).toEqual(['long'])
})

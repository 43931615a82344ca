import { signal } from '@preact/signals'
import { expect, it } from 'vitest'
import type { Appointment, Change } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import type { News } from '../live/news.ts'
import { dayOf } from '../day.ts'
import { createToday } from './today.ts'

it('leaves out an appointment that is moved to another day', async () => {
  const day = dayOf(Date.now(), 'UTC')
  const start = Date.parse(`${day}T12:00:00Z`)
  const at = (instant: number, version: number) =>
    ({
      id: 'ada',
      version,
      applicationId: 'bank',
      start: new Date(instant).toISOString(),
      end: new Date(instant + 30 * 60_000).toISOString(),
      participants: [],
    }) as unknown as Appointment
  const listeners: ((news: News) => void)[] = []
  const desk = {
    api: { search: () => Promise.resolve({ content: [at(start, 1)] }) },
    live: { listen: (listener: (news: News) => void) => listeners.push(listener) },
    application: signal({ id: 'bank' }),
    zone: () => 'UTC',
  } as unknown as Desk
  const today = createToday(desk, day, () => false)
  today.follow()
  await today.rows.load()
  const shown = () => today.rows.known.value.value?.content.filter(today.isShown) ?? []
  expect(shown()).toHaveLength(1)
  const appointment = at(start + 7 * 86_400_000, 2)
  const change: Change = {
    type: 'APRescheduledEvent',
    at: new Date().toISOString(),
    changed: [],
    inScope: true,
    appointmentId: 'ada',
    version: 2,
    appointment,
  }
  for (const listener of listeners) listener({ kind: 'change', change })
  expect(shown()).toEqual([])
})

it('measures the wait of a customer from the last time that it began', () => {
  const day = dayOf(Date.now(), 'UTC')
  const listeners: ((news: News) => void)[] = []
  const desk = {
    api: {},
    live: { listen: (listener: (news: News) => void) => listeners.push(listener) },
    application: signal({ id: 'bank' }),
    zone: () => 'UTC',
  } as unknown as Desk
  const today = createToday(desk, day, () => false)
  today.follow()
  const waits = (time: string, version: number) => {
    const change: Change = {
      type: 'APParticipantStateChangedEvent',
      at: `${day}T${time}:00Z`,
      changed: [{ name: 'presence', participantId: 'ada', to: 'WAITING' }],
      inScope: true,
      appointmentId: 'a',
      version,
    }
    for (const listener of listeners) listener({ kind: 'change', change })
  }
  waits('09:50', 2)
  waits('11:58', 4)
  expect(today.since.value.get('ada')).toBe(Date.parse(`${day}T11:58:00Z`))
})

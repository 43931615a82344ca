import { expect, it, onTestFinished } from 'vitest'
import type { Change } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import type { News } from '../live/news.ts'
import { createRecord } from './record.ts'

it('shows an appointment again if the person may see it again', () => {
  const listeners: ((news: News) => void)[] = []
  const desk = {
    api: {},
    live: {
      listen: (listener: (news: News) => void) => {
        listeners.push(listener)
        return () => undefined
      },
    },
    is: () => false,
  } as unknown as Desk
  const record = createRecord(desk, 'ada')
  onTestFinished(record.follow())
  const reassigned = (version: number, inScope: boolean) => {
    const change: Change = {
      type: 'APReassignedEvent',
      at: new Date().toISOString(),
      changed: [],
      appointmentId: 'ada',
      version,
      inScope,
    }
    for (const listener of listeners) listener({ kind: 'change', change })
  }
  reassigned(2, false)
  expect(record.isGone.value).toBe(true)
  reassigned(3, true)
  expect(record.isGone.value).toBe(false)
})

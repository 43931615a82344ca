import { describe, expect, it } from 'vitest'
import type { Draft } from '../notification.ts'
import { notYetPlanned, type Plan } from './plans.ts'

const scheduledFor = new Date('2027-01-06T09:00:00Z')
const reminder = {
  type: 'REMINDER',
  channel: 'EMAIL',
  recipientKey: 'customer',
  plannedOffset: 'PT24H',
  scheduledFor,
} as const
const draft = { ...reminder, status: 'INITIALIZED' } as Draft
const plan = (fields: Partial<Plan> = {}): Plan => ({
  ...reminder,
  status: 'INITIALIZED',
  appointmentRevision: 3,
  ...fields,
})

describe('a draft that is planned already', () => {
  it('is dropped while the first one is pending and after it was sent', () => {
    expect(notYetPlanned([draft], [plan()], 3)).toEqual([])
    expect(notYetPlanned([draft], [plan({ status: 'DELIVERED', appointmentRevision: 1 })], 3)).toEqual([])
  })

  it.each([
    ['another time', plan({ scheduledFor: new Date('2027-01-06T08:00:00Z') })],
    ['another offset', plan({ plannedOffset: 'P1D' })],
    ['another recipient', plan({ recipientKey: 'another customer' })],
    ['another channel', plan({ channel: 'SMS' })],
    ['a plan from before the appointment moved', plan({ appointmentRevision: 2 })],
  ])('is kept next to %s', (_, other) => {
    expect(notYetPlanned([draft], [other], 3)).toEqual([draft])
  })

  it('is kept if it is cancelled from the start', () => {
    const elapsed = { ...draft, status: 'CANCELLED', reason: 'offset_elapsed' } as Draft
    expect(notYetPlanned([elapsed], [plan()], 3)).toEqual([elapsed])
  })
})

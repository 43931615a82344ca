import { describe, expect, it } from 'vitest'
import type { Draft } from '../notification.ts'
import { notYetPlanned, obsoleteStandIns, type Plan } from './plans.ts'

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
  id: 'ntf_1',
  status: 'INITIALIZED',
  appointmentRevision: 3,
  insteadOf: null,
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

describe('a plan over a fallback channel', () => {
  const standIn = plan({ channel: 'SMS', insteadOf: 'EMAIL' })

  it('is obsolete once the same message is planned over the proper channel', () => {
    expect(obsoleteStandIns([standIn, plan({ channel: 'SMS' })], [draft])).toEqual([standIn])
  })

  it.each([
    ['the message over the proper channel is cancelled', standIn, { ...draft, status: 'CANCELLED' as const }],
    ['another message is planned', standIn, { ...draft, plannedOffset: 'P1D' }],
    ['an attempt was made to send it', plan({ ...standIn, status: 'PENDING' }), draft],
  ])('is kept if %s', (_, kept, planned) => {
    expect(obsoleteStandIns([kept], [planned])).toEqual([])
  })
})

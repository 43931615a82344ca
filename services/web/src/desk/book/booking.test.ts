import { describe, expect, it } from 'vitest'
import { defaultWho, emptyDraft, faultsOf, offerOf, ofService, requestOf } from './booking.ts'

const draft = { ...emptyDraft, firstName: ' Ada ', email: 'ada@example.com' }
const start = Date.parse('2027-03-28T09:00:00Z')
const question = { id: 'topic', label: 'Topic', type: 'TEXT' as const, required: true }
const service = {
  id: 'advice',
  name: 'Advice',
  durations: ['PT30M'],
  channel: 'VIDEO' as const,
  intake: [question],
}

describe('a booking at the desk', () => {
  it('names the person who books as the agent only if that person is an agent', () => {
    expect(defaultWho({ hasQueue: false, isAgent: true })).toBe('who.myself')
    expect(defaultWho({ hasQueue: false, isAgent: false })).toBe('who.byDefault')
    expect(defaultWho({ hasQueue: true, isAgent: true })).toBe('who.any')
  })

  it('needs a name, an address, a time and the required answers', () => {
    expect(faultsOf(emptyDraft, service, undefined)).toEqual(['name', 'contact', 'answers', 'time'])
    expect(faultsOf({ ...draft, email: 'ada' }, undefined, start)).toEqual(['email'])
    expect(faultsOf({ ...draft, answers: { topic: 'Loan' } }, service, start)).toEqual([])
  })

  it('treats an unticked box as no, even if the question is required', () => {
    const isCustomer = { id: 'customer', label: 'A customer?', type: 'BOOLEAN' as const, required: true }
    const asked = { ...service, intake: [isCustomer] }
    const chosen = { ...draft, ...ofService(asked) }
    expect(faultsOf(chosen, asked, start)).toEqual([])
    const made = { applicationId: 'bank', timezone: 'Europe/Berlin', start, isOverride: false }
    expect(requestOf({ ...made, draft: chosen })).toMatchObject({ answers: { customer: false } })
  })

  it('requires an agent if a particular one is to serve the appointment', () => {
    const target = { type: 'AGENT' as const, id: '' }
    expect(faultsOf({ ...draft, target }, undefined, start)).toEqual(['agent'])
    expect(faultsOf({ ...draft, target: { ...target, id: 'anna' } }, undefined, start)).toEqual([])
  })

  it('reads the times of the chosen queue or agent, else of the service, else of the person who books', () => {
    const who = { applicationId: 'bank', userId: 'ben' }
    const own = { ...draft, serviceTypeId: 'advice' }
    const what = { applicationId: 'bank', duration: 'PT30M', serviceTypeId: 'advice' }
    const withQueue = { ...service, queueId: 'loans' }
    expect(offerOf(own, withQueue, who)).toEqual(what)
    expect(offerOf(own, service, who)).toEqual({ ...what, agentId: 'ben' })
    expect(offerOf(draft, undefined, { ...who, userId: undefined })).toBeUndefined()
    const of = (type: 'QUEUE' | 'AGENT', id: string) =>
      offerOf({ ...own, target: { type, id } }, withQueue, who)
    expect(of('QUEUE', 'cards')).toEqual({ ...what, queueId: 'cards' })
    expect(of('AGENT', 'anna')).toEqual({ ...what, agentId: 'anna' })
    expect(of('AGENT', '')).toBeUndefined()
  })

  it('sends only what was typed', () => {
    const made = { applicationId: 'bank', timezone: 'Europe/Berlin', start, isOverride: false }
    expect(requestOf({ ...made, draft })).toEqual({
      applicationId: 'bank',
      timezone: 'Europe/Berlin',
      start: '2027-03-28T09:00:00.000Z',
      duration: 'PT30M',
      customers: [{ name: { firstName: 'Ada' }, contact: { primaryEmail: 'ada@example.com' } }],
    })
    const target = { type: 'QUEUE' as const, id: 'loans' }
    expect(requestOf({ ...made, draft: { ...draft, target } })).toMatchObject({ targetAssignment: target })
    expect(requestOf({ ...made, draft, isOverride: true })).toMatchObject({ override: 'CALENDAR' })
  })
})

import { describe, expect, it } from 'vitest'
import { countOfFilters, searchOf } from './filters.ts'

const ZONE = 'Europe/Berlin'
const now = Date.parse('2027-03-27T22:30:00Z')
const search = (query: string, words = '', members?: string[]) =>
  searchOf({ query: new URLSearchParams(query), words, applicationId: 'demo', zone: ZONE, now, members })

describe('the search of an address', () => {
  it('covers the next 30 days, even if the clocks change in them', () => {
    expect(search('')).toEqual({
      applicationId: 'demo',
      from: '2027-03-26T23:00:00.000Z',
      to: '2027-04-25T22:00:00.000Z',
      sort: 'start',
      limit: 50,
    })
  })

  it.each([
    ['last7', '2027-03-20T23:00:00.000Z'],
    ['last30', '2027-02-25T23:00:00.000Z'],
  ])('counts today as one of the days of %s', (period, from) => {
    expect(search(`period=${period}`)).toMatchObject({ from, to: '2027-03-27T23:00:00.000Z' })
  })

  it('includes the last day of a chosen period', () => {
    expect(search('period=between&from=2027-03-28&to=2027-03-28')).toMatchObject({
      from: '2027-03-27T23:00:00.000Z',
      to: '2027-03-28T22:00:00.000Z',
    })
  })

  it('ignores days that are not valid, and a period that ends before it begins', () => {
    expect(search('period=between&from=tomorrow')).not.toHaveProperty('from')
    expect(search('period=between&from=2027-03-28&to=2027-03-01')).not.toHaveProperty('to')
  })

  it('accepts only known values', () => {
    expect(
      search('state=CANCELLED&outcome=NO_SHOW&sort=-start&unassigned=1&queue=q&service=s'),
    ).toMatchObject({
      state: ['CANCELLED'],
      outcome: ['NO_SHOW'],
      sort: '-start',
      unassigned: true,
      queueId: ['q'],
      serviceTypeId: ['s'],
    })
    expect(search('state=OTHER')).not.toHaveProperty('state')
  })

  it('asks for an agent rather than for the members of a team', () => {
    expect(search('', '', ['a', 'b'])).toMatchObject({ agentId: ['a', 'b'] })
    expect(search('agent=c', '', ['a', 'b'])).toMatchObject({ agentId: ['c'] })
  })

  it('distinguishes a phone number from words', () => {
    expect(search('period=all', '+49 30 123456')).toMatchObject({ contact: '+49 30 123456' })
    expect(search('period=all', 'Ada')).toMatchObject({ q: 'Ada' })
    expect(search('period=all', 'Ada')).not.toHaveProperty('from')
  })
})

describe('the number of filters', () => {
  const count = (query: string) => countOfFilters(new URLSearchParams(query))

  it('includes the period once, and neither the order, the page nor the application', () => {
    expect(count('')).toBe(0)
    expect(count('application=demo&sort=-start&after=x')).toBe(0)
    expect(count('period=between&from=2027-03-28&to=2027-03-30&state=CANCELLED&unassigned=1')).toBe(3)
  })
})

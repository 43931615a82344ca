import { describe, expect, it } from 'vitest'
import { blocksOf, gridLines, hoursAround, partOfDay, presentIn, within } from './day-minutes.ts'

const ZONE = 'Europe/Berlin'
const between = (from: string, until: string) => ({ from: Date.parse(from), until: Date.parse(until) })

describe('the part of a day', () => {
  it('has the minutes of the wall clock', () => {
    const time = between('2027-01-12T08:30:00Z', '2027-01-12T09:15:00Z')
    expect(partOfDay('2027-01-12', time, ZONE)).toEqual({ from: 570, until: 615 })
  })

  it('ends with the day', () => {
    const night = between('2027-01-12T21:00:00Z', '2027-01-13T02:00:00Z')
    expect(partOfDay('2027-01-12', night, ZONE)).toEqual({ from: 1320, until: 1440 })
    expect(partOfDay('2027-01-13', night, ZONE)).toEqual({ from: 0, until: 180 })
    expect(partOfDay('2027-01-14', night, ZONE)).toBeUndefined()
  })

  it('is a quarter of an hour if the clocks go back between the two instants', () => {
    const time = between('2027-10-31T00:30:00Z', '2027-10-31T01:15:00Z')
    expect(partOfDay('2027-10-31', time, ZONE)).toEqual({ from: 150, until: 165 })
  })

  it('covers a day of 23 hours', () => {
    const day = between('2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z')
    expect(partOfDay('2027-03-28', day, ZONE)).toEqual({ from: 0, until: 1440 })
    expect(partOfDay('2027-03-29', day, ZONE)).toBeUndefined()
  })
})

describe('the hours of a grid', () => {
  it('are the usual ones, and more if a part lies outside', () => {
    expect(hoursAround([])).toEqual({ first: 9, last: 17 })
    expect(hoursAround([{ from: 425, until: 500 }])).toEqual({ first: 7, last: 17 })
    expect(hoursAround([{ from: 1100, until: 1440 }])).toEqual({ first: 9, last: 24 })
  })

  it('cut off parts that lie outside', () => {
    const hours = { first: 8, last: 18 }
    expect(within({ from: 0, until: 1440 }, hours)).toEqual({ from: 480, until: 1080 })
    expect(presentIn(hours, Date.parse('2027-01-12T06:59:00Z'), ZONE)).toBeUndefined()
    expect(presentIn(hours, Date.parse('2027-01-12T07:00:00Z'), ZONE)).toBe(480)
    expect(presentIn(hours, Date.parse('2027-01-12T17:00:00Z'), ZONE)).toBeUndefined()
    expect(within({ from: 1200, until: 1440 }, hours)).toEqual({ from: 1065, until: 1080 })
  })
})

describe('blocks', () => {
  const entry = (name: string, from: number, until: number) => ({ name, part: { from, until } })
  const named = (entries: ReturnType<typeof entry>[]) =>
    blocksOf(entries).map((block) => [
      block.from,
      block.until,
      block.entries.map(({ name }) => name).join(''),
    ])

  it('are in the order of time, and overlapping entries share one', () => {
    const entries = [entry('c', 660, 690), entry('a', 540, 600), entry('b', 570, 630)]
    expect(named(entries)).toEqual([
      [540, 630, 'ab'],
      [660, 690, 'c'],
    ])
  })

  it('are separate if one begins when the other ends', () => {
    expect(named([entry('a', 540, 570), entry('b', 570, 600)])).toHaveLength(2)
  })

  it('are merged if both lie in the same quarter of an hour', () => {
    expect(named([entry('a', 540, 545), entry('b', 550, 555)])).toEqual([[540, 555, 'ab']])
  })

  it('have the lines of a grid in quarters of an hour', () => {
    expect(gridLines({ from: 540, until: 600 }, 8)).toBe('5 / 9')
    expect(gridLines({ from: 485, until: 490 }, 8)).toBe('1 / 2')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOpen } from '@appointments/appointment'
import type { PresenceState } from '@appointments/contracts'
import { arbitrary } from '../../test/arbitraries.ts'
import { aRoom, aRoster, aStored } from '../../test/builders.ts'
import { changed, type StoredAppointment } from './appointment.ts'
import { judge, outcomeOfPresence, takeIn } from './outcome.ts'

const at = (text: string) => new Date(text)
const room = aRoom('2027-01-09T08:00:00.000Z', '2027-01-09T13:30:00.000Z')

/** Applies all changes that time causes until an instant, as the check does. */
function judgedUntilDone(stored: StoredAppointment, now: Date): { stored: StoredAppointment; count: number } {
  let current = stored
  for (let count = 0; ; count += 1) {
    const change = judge(current, now)
    if (!change) return { stored: current, count }
    const next = 'outcome' in change ? change : { state: 'ABORTED' as const }
    current = { ...current, appointment: changed(current.appointment, current.application, now, next) }
    if (count > 5) throw new Error('no end of changes')
  }
}

describe('judge', () => {
  it('returns one change after another until none is left', () => {
    fc.assert(
      fc.property(arbitrary.storedAppointments, arbitrary.instants, (stored, now) => {
        const { stored: judged, count } = judgedUntilDone(stored, now)
        expect(count).toBeLessThanOrEqual(2)
        expect(judge(judged, now)).toBeUndefined()
      }),
    )
  })

  it('leads to the same state whether the check runs often or once', () => {
    fc.assert(
      fc.property(
        arbitrary.storedAppointments,
        fc.tuple(arbitrary.instants, arbitrary.instants),
        (stored, times) => {
          const [sooner, later] = times.sort((a, b) => a.getTime() - b.getTime())
          const often = judgedUntilDone(judgedUntilDone(stored, sooner).stored, later).stored
          const once = judgedUntilDone(stored, later).stored
          const resultOf = ({ appointment: { state, outcome } }: StoredAppointment) => ({ state, outcome })
          expect(resultOf(often)).toEqual(resultOf(once))
        },
      ),
    )
  })

  it('aborts for the missing room before a later NO_SHOW', () => {
    // a grace that is longer than the appointment
    const stored = aStored({}, { application: { autoActivate: true, noShowGrace: 'PT1H' } })
    expect(judge(stored, at('2027-01-10T00:00:00Z'))).toEqual({ abort: 'ROOM_UNAVAILABLE' })
  })

  it('prefers a failed interaction to a complete meeting when the room closes', () => {
    const interaction = { customFields: {}, properties: {}, state: 'FAILED' as const }
    const stored = aStored({ state: 'ACTIVATED', room, outcome: 'IN_PROGRESS' }, { roster: { interaction } })
    expect(judge(stored, at('2027-01-09T13:30:00Z'))).toEqual({ abort: 'INTERACTION_FAILED' })
    expect(judge(stored, at('2027-01-09T13:29:59Z'))).toBeUndefined()
  })

  it('never changes an appointment that has ended', () => {
    fc.assert(
      fc.property(arbitrary.storedAppointments, arbitrary.instants, (stored, now) => {
        fc.pre(!isOpen(stored.appointment))
        expect(judge(stored, now)).toBeUndefined()
      }),
    )
  })
})

const START = Date.parse('2027-01-09T09:00:00Z')
const MINUTE_MS = 60_000
const atMinute = (minute: number) => new Date(START + minute * MINUTE_MS)
const withStates = (version: number, [agent, customer]: readonly State[]) =>
  aRoster({
    version,
    participants: [
      { id: 'agent-7', type: 'AGENT', ...(agent && { state: agent }) },
      { id: 'ada', type: 'CUSTOMER', ...(customer && { state: customer }) },
    ],
  })
type State = PresenceState | undefined

describe('outcomeOfPresence', () => {
  const together = withStates(2, ['JOINED', 'JOINED'])
  const alone = withStates(2, ['JOINED', 'LEFT'])
  const gone = withStates(2, ['LEFT', 'LEFT'])

  it.each([
    ['a meeting', {}, together, together, 'IN_PROGRESS'],
    ['a meeting that is over', {}, together, gone, 'IN_PROGRESS'],
    ['no meeting', {}, gone, gone, undefined],
    [
      'a meeting that is already in progress',
      { outcome: 'IN_PROGRESS' as const },
      together,
      together,
      undefined,
    ],
    [
      'the end of a meeting, which only time decides',
      { outcome: 'IN_PROGRESS' as const },
      gone,
      gone,
      undefined,
    ],
    ['a meeting after a NO_SHOW', { outcome: 'NO_SHOW' as const }, together, together, 'IN_PROGRESS'],
    ['a complete meeting', { outcome: 'COMPLETED' as const }, gone, gone, undefined],
    [
      'a participant in the room again [H5.13]',
      { outcome: 'COMPLETED' as const },
      alone,
      alone,
      'IN_PROGRESS',
    ],
    ['a late roster of a complete meeting', { outcome: 'COMPLETED' as const }, together, gone, undefined],
    ['a failed meeting', { outcome: 'FAILED' as const }, together, together, undefined],
    ['a cancelled appointment', { state: 'CANCELLED' as const }, together, together, undefined],
  ])('%s', (_, appointment, shown, newest, expected) => {
    const stored = { ...aStored(appointment), roster: newest }
    expect(outcomeOfPresence(stored, shown, atMinute(0))).toBe(expected)
  })

  it('counts presence from the early join on, and reopens no meeting after the room has closed [H5.13]', () => {
    const scheduled = { ...aStored(), roster: together }
    expect(outcomeOfPresence(scheduled, together, new Date(START - 15 * MINUTE_MS - 1))).toBeUndefined()
    expect(outcomeOfPresence(scheduled, together, atMinute(-15))).toBe('IN_PROGRESS')
    const complete = { ...aStored({ outcome: 'COMPLETED' }), roster: together }
    expect(outcomeOfPresence(complete, together, new Date(atMinute(270).getTime() - 1))).toBe('IN_PROGRESS')
    expect(outcomeOfPresence(complete, together, atMinute(270))).toBeUndefined()
  })
})

/** A change in a minute: both participants have these states from then on. */
interface Moment {
  minute: number
  states: readonly [State, State]
}

/** Reference implementation: derives outcomes minute by minute, the roster first, then the changes by time. */
function naive(
  moments: readonly Moment[],
  [earlyJoin, grace, noShowGrace]: readonly [number, number, number],
  until: number,
): string[] {
  const published: string[] = []
  let outcome = ''
  let [hasCome, emptySince]: [boolean, number] = [false, -Infinity]
  let states: readonly State[] = [undefined, undefined]
  const set = (next: string) => {
    outcome = next
    published.push(next)
  }
  const lookAtTheClock = (minute: number) => {
    const isIn = states.map((state) => state === 'JOINED')
    if (minute === -earlyJoin && outcome === '' && isIn.every(Boolean)) set('IN_PROGRESS')
    if (minute >= -earlyJoin && isIn[1]) hasCome = true
    if (minute >= noShowGrace && outcome === '' && !hasCome) set('NO_SHOW')
    const isEmpty = states.every((state) => state === undefined || state === 'LEFT')
    const isLeft = isEmpty && minute >= Math.max(emptySince, 0) + grace
    if (outcome === 'IN_PROGRESS' && (isLeft || minute >= ROOM_CLOSES)) set('COMPLETED')
  }
  for (let minute = -60; minute <= until; minute += 1) {
    lookAtTheClock(minute)
    for (const moment of moments.filter((one) => one.minute === minute)) {
      const wasEmpty = states.every((state) => state === undefined || state === 'LEFT')
      states = moment.states
      if (!wasEmpty) emptySince = minute
      const [agentIsIn, customerIsIn] = states.map((state) => state === 'JOINED')
      if (minute < -earlyJoin) continue
      if (customerIsIn) hasCome = true
      if ((outcome === '' || outcome === 'NO_SHOW') && agentIsIn && customerIsIn) set('IN_PROGRESS')
      else if (outcome === 'NO_SHOW' && customerIsIn) set('')
      else if (outcome === 'COMPLETED' && (agentIsIn || customerIsIn) && minute < ROOM_CLOSES)
        set('IN_PROGRESS')
      lookAtTheClock(minute)
    }
  }
  return published
}
/** The room closes four hours after the end. */
const ROOM_CLOSES = 270

describe('takeIn and judge [H5.13]', () => {
  it('count a customer who has been in the room since before the early join as early', () => {
    const taken = (stored: StoredAppointment, minute: number, states: readonly [State, State]) => {
      const roster = withStates(stored.roster.version + 1, states)
      return takeIn(stored, roster, { at: atMinute(minute), now: atMinute(minute) }).stored
    }
    const early = taken(aStored(), -20, [undefined, 'JOINED'])
    expect(taken(early, 5, ['JOINED', 'JOINED']).customerJoinedAt).toEqual(atMinute(-15))
  })

  const state = fc.constantFrom<State[]>(undefined, 'WAITING', 'JOINED', 'LEFT')
  const minutes = fc.oneof(fc.integer({ min: -40, max: 60 }), fc.integer({ min: 250, max: 290 }))
  const moments = fc.uniqueArray(fc.record({ minute: minutes, states: fc.tuple(state, state) }), {
    selector: ({ minute }) => minute,
    maxLength: 12,
  })
  const settings = fc.tuple(
    fc.constantFrom(0, 5, 15, 30),
    fc.constantFrom(0, 1, 2, 10),
    fc.constantFrom(0, 10),
  )

  it('derive the same outcomes as a minute-by-minute reference, however often the check runs', () => {
    fc.assert(
      fc.property(
        moments,
        settings,
        fc.array(minutes, { maxLength: 20 }),
        minutes,
        (unsorted, given, checks, until) => {
          const happened = unsorted
            .filter(({ minute }) => minute <= until)
            .sort((a, b) => a.minute - b.minute)
          const [earlyJoin, rejoinGrace, noShowGrace] = given.map((length) => `PT${length}M`)
          let stored = aStored(
            {},
            { application: { earlyJoin: earlyJoin!, rejoinGrace: rejoinGrace!, noShowGrace: noShowGrace! } },
          )
          const published: string[] = []
          const check = (minute: number) => {
            for (let due = judge(stored, atMinute(minute)); due; due = judge(stored, atMinute(minute))) {
              if (!('outcome' in due)) throw new Error('an appointment without a room is not aborted')
              published.push(due.outcome)
              stored = {
                ...stored,
                appointment: changed(stored.appointment, stored.application, atMinute(minute), due),
              }
            }
          }
          const agenda = [
            ...happened,
            ...checks.filter((minute) => minute <= until).map((minute) => ({ minute, states: undefined })),
          ].sort((a, b) => a.minute - b.minute)
          for (const { minute, states } of agenda) {
            if (!states) {
              check(minute)
              continue
            }
            const now = atMinute(minute)
            const roster = withStates(stored.roster.version + 1, states)
            const taken = takeIn(stored, roster, { at: now, now })
            published.push(...taken.changes.map(({ appointment }) => appointment.outcome ?? ''))
            stored = taken.stored
          }
          check(until)
          expect(published).toEqual(naive(happened, given, until))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('count every version once, and ignore a repeated roster', () => {
    fc.assert(
      fc.property(
        arbitrary.storedAppointments,
        arbitrary.participants,
        arbitrary.instants,
        (before, participants, at) => {
          const roster = aRoster({ version: 2, participants })
          const { stored, changes } = takeIn(before, roster, { at, now: at })
          const versions = changes.map(({ appointment }) => appointment.version - before.appointment.version)
          expect(versions).toEqual(changes.map((_, index) => index + 1))
          expect(takeIn(stored, roster, { at, now: at })).toEqual({ stored, changes: [] })
        },
      ),
    )
  })
})

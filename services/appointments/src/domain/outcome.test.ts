import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitrary } from '../../test/arbitraries.ts'
import { aRoom, aRoster, aStored } from '../../test/builders.ts'
import { changed, isOpen, type StoredAppointment } from './appointment.ts'
import { judge, outcomesOfPresence } from './outcome.ts'

const at = (text: string) => new Date(text)
const room = aRoom('2027-01-09T08:00:00.000Z', '2027-01-09T13:30:00.000Z')

/** Everything that time brings about by an instant, as the check applies it. */
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
  it('does one thing after another until nothing is left to do', () => {
    fc.assert(
      fc.property(arbitrary.storedAppointments, arbitrary.instants, (stored, now) => {
        const { stored: judged, count } = judgedUntilDone(stored, now)
        expect(count).toBeLessThanOrEqual(2)
        expect(judge(judged, now)).toBeUndefined()
      }),
    )
  })

  it('ends in the same state whether it is looked at often or once', () => {
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

  it('gives up first what could not be had first', () => {
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

  it('never judges what has ended', () => {
    fc.assert(
      fc.property(arbitrary.storedAppointments, arbitrary.instants, (stored, now) => {
        fc.pre(!isOpen(stored.appointment))
        expect(judge(stored, now)).toBeUndefined()
      }),
    )
  })
})

describe('outcomesOfPresence', () => {
  const together = aRoster({
    participants: [
      { id: 'agent-7', type: 'AGENT', state: 'JOINED' },
      { id: 'ada', type: 'CUSTOMER', state: 'JOINED' },
    ],
  })
  const gone = aRoster({
    participants: [
      { id: 'agent-7', type: 'AGENT', state: 'LEFT' },
      { id: 'ada', type: 'CUSTOMER', state: 'LEFT' },
    ],
  })

  it.each([
    ['a meeting', {}, together, together, ['IN_PROGRESS']],
    ['a meeting that is over', {}, together, gone, ['IN_PROGRESS', 'COMPLETED']],
    ['nobody met', {}, gone, gone, []],
    ['a meeting goes on', { outcome: 'IN_PROGRESS' as const }, together, together, []],
    ['the end of a meeting', { outcome: 'IN_PROGRESS' as const }, gone, gone, ['COMPLETED']],
    ['old news of a meeting', { outcome: 'IN_PROGRESS' as const }, gone, together, []],
    ['a meeting after all', { outcome: 'NO_SHOW' as const }, together, together, ['IN_PROGRESS']],
    ['a complete meeting', { outcome: 'COMPLETED' as const }, together, together, []],
    ['a failed meeting', { outcome: 'FAILED' as const }, together, together, []],
    ['a cancelled appointment', { state: 'CANCELLED' as const }, together, together, []],
  ])('%s', (_, appointment, shown, newest, expected) => {
    expect(outcomesOfPresence(aStored(appointment), { shown, newest })).toEqual(expected)
  })

  it('follow from each other, and say nothing twice', () => {
    fc.assert(
      fc.property(
        arbitrary.storedAppointments,
        arbitrary.participants,
        arbitrary.participants,
        (stored, some, others) => {
          const [shown, newest] = [aRoster({ participants: some }), aRoster({ participants: others })]
          const outcomes = outcomesOfPresence(stored, { shown, newest })
          const steps = [stored.appointment.outcome ?? null, ...outcomes]
          for (const [index, step] of steps.slice(1).entries()) expect(step).not.toBe(steps[index])
          const last = steps.at(-1) ?? undefined
          const { outcome: _, ...kept } = stored.appointment
          const after = { ...stored, appointment: { ...kept, ...(last && { outcome: last }) } }
          expect(outcomesOfPresence(after, { shown, newest })).toEqual([])
        },
      ),
    )
  })
})

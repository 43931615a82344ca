import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interactionStates, type Interaction } from '@appointments/contracts'
import { beginCourse, endOf, takeTurn, type Turn } from './interaction-course.ts'
import { cancelled, completed, reopened, resumed } from './interaction.ts'

const turns = { REOPEN: reopened, COMPLETE: completed, RESUME: resumed, CANCEL: cancelled }
const turn = fc.constantFrom<Turn[]>('REOPEN', 'COMPLETE', 'RESUME', 'CANCEL')

describe('the course of an interaction', () => {
  it('gives the same result for turns in any order and with duplicates', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...interactionStates),
        fc.array(turn, { maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        (state, inOrder, numbers) => {
          const from: Interaction = { customFields: {}, properties: { since: 'before' }, state }
          const numbered = inOrder.map((one, index) => ({ turn: one, version: index + 5 }))
          const shuffled = [...numbered, ...numbered]
            .map((one) => ({ ...one, place: Number(numbers.next().value) }))
            .sort((a, b) => a.place - b.place)
          const course = shuffled.reduce(
            (sofar, one) => takeTurn(sofar, one.version, one.turn),
            beginCourse(from, 4),
          )
          expect(endOf(course)).toEqual(inOrder.reduce((interaction, one) => turns[one](interaction), from))
        },
      ),
    )
  })

  it('ignores a turn that is older than its start', () => {
    const course = beginCourse({ customFields: {}, properties: {}, state: 'ACCEPTED' }, 4)
    expect(takeTurn(course, 4, 'REOPEN')).toBe(course)
    expect(endOf(takeTurn(course, 5, 'REOPEN')).state).toBe('PENDING')
  })
})

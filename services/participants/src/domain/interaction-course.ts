import type { Interaction } from '@appointments/contracts'
import { cancelled, completed, reopened, resumed } from './interaction.ts'

/** What a change of the appointment itself does to the interaction. */
const turns = { REOPEN: reopened, COMPLETE: completed, RESUME: resumed, CANCEL: cancelled } as const
export type Turn = keyof typeof turns

/**
 * How the interaction came to be what it is: where an operation of this service last put it, at which version of
 * the appointment, and the appointment's changes since. Changes take effect in the order of their versions, so
 * the order in which they arrive does not matter.
 */
export interface InteractionCourse {
  from: Interaction
  since: number
  taken: { version: number; turn: Exclude<Turn, 'RESUME'> }[]
  /**
   * Versions at which the meeting went on. They are kept apart, because a release from before them reads `taken` and
   * would not know the turn.
   */
  resumed?: number[]
}

/** A course that starts at what an operation made of the interaction. */
export const beginCourse = (from: Interaction, since: number): InteractionCourse => ({
  from,
  since,
  taken: [],
})

/** The course with one more change; one that is older than its start, or there already, changes nothing. */
export function takeTurn(course: InteractionCourse, version: number, turn: Turn): InteractionCourse {
  const { since, taken, resumed: goneOn = [] } = course
  if (version <= since || turnsOf(course).some((one) => one.version === version)) return course
  if (turn === 'RESUME') return { ...course, resumed: [...goneOn, version].sort((a, b) => a - b) }
  return { ...course, taken: [...taken, { version, turn }].sort((a, b) => a.version - b.version) }
}

const turnsOf = ({ taken, resumed: goneOn = [] }: InteractionCourse): { version: number; turn: Turn }[] =>
  [...taken, ...goneOn.map((version) => ({ version, turn: 'RESUME' as const }))].sort(
    (a, b) => a.version - b.version,
  )

/** The interaction at the end of its course. */
export const endOf = (course: InteractionCourse): Interaction =>
  turnsOf(course).reduce((interaction, { turn }) => turns[turn](interaction), course.from)

import type { Interaction } from '@appointments/contracts'
import { cancelled, completed, reopened, resumed } from './interaction.ts'

/** How a change of the appointment changes the interaction. */
const turns = { REOPEN: reopened, COMPLETE: completed, RESUME: resumed, CANCEL: cancelled } as const
export type Turn = keyof typeof turns

/**
 * The history that leads to the current interaction: the state that an operation of this service last set, the
 * appointment's version at that time, and the appointment's changes since. Changes apply in the order of their versions,
 * so the order in which they arrive does not matter.
 */
export interface InteractionCourse {
  from: Interaction
  since: number
  taken: { version: number; turn: Exclude<Turn, 'RESUME'> }[]
  /**
   * Versions at which the meeting was resumed. They are stored separately, because an older release reads `taken` and
   * does not know this turn.
   */
  resumed?: number[]
}

/** A course that starts with the result of an operation. */
export const beginCourse = (from: Interaction, since: number): InteractionCourse => ({
  from,
  since,
  taken: [],
})

/** The course with one more change. A change that is older than the start, or already applied, is ignored. */
export function takeTurn(course: InteractionCourse, version: number, turn: Turn): InteractionCourse {
  const { since, taken, resumed: goneOn = [] } = course
  const isTaken = turnsOf(course).some((one) => one.version === version && one.turn === turn)
  if (version <= since || isTaken) return course
  if (turn === 'RESUME') return { ...course, resumed: [...goneOn, version].sort((a, b) => a - b) }
  return { ...course, taken: [...taken, { version, turn }].sort((a, b) => a.version - b.version) }
}

/** A move to another start resumes and reopens in one version. The sort is stable, so it resumes first. */
const turnsOf = ({ taken, resumed: goneOn = [] }: InteractionCourse): { version: number; turn: Turn }[] =>
  [...goneOn.map((version) => ({ version, turn: 'RESUME' as const })), ...taken].sort(
    (a, b) => a.version - b.version,
  )

/** The interaction at the end of its course. */
export const endOf = (course: InteractionCourse): Interaction =>
  turnsOf(course).reduce((interaction, { turn }) => turns[turn](interaction), course.from)

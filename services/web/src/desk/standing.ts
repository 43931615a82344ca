import type { PlainKey } from '../text/words.ts'
import type { Appointment } from './api/shapes.ts'
import { hasJoined, waitingIn } from './people.ts'

/** The status of an appointment, in one word for its chip. */
export type Standing =
  | 'booked'
  | 'open'
  | 'waiting'
  | 'running'
  | 'completed'
  | 'noShow'
  | 'failed'
  | 'cancelled'
  | 'over'

/** Whether it may still be changed. */
export const isOpen = ({ state }: Pick<Appointment, 'state'>): boolean =>
  state === 'SCHEDULED' || state === 'ACTIVATED'

const OUTCOMES = { COMPLETED: 'completed', NO_SHOW: 'noShow', FAILED: 'failed' } as const

export function standingOf(appointment: Appointment, now: number): Standing {
  const { state, outcome, end } = appointment
  if (state === 'CANCELLED') return 'cancelled'
  if (state === 'ABORTED') return 'failed'
  if (outcome !== undefined && outcome !== 'IN_PROGRESS') return OUTCOMES[outcome]
  if (waitingIn(appointment).length > 0) return 'waiting'
  if (hasJoined(appointment)) return 'running'
  if (Date.parse(end) <= now) return 'over'
  return state === 'ACTIVATED' ? 'open' : 'booked'
}

export const standingWords: Record<Standing, PlainKey> = {
  booked: 'standing.booked',
  open: 'standing.open',
  waiting: 'standing.waiting',
  running: 'standing.running',
  completed: 'standing.completed',
  noShow: 'standing.noShow',
  failed: 'standing.failed',
  cancelled: 'standing.cancelled',
  over: 'standing.over',
}

import { daysAhead } from '@appointments/testing'

/** The application that refuses double booking; its few agents are wanted by many clients for few times. */
export const CONTENDED = 'faults-once'
export const CONTENDED_AGENTS = ['once-1', 'once-2', 'once-3', 'once-4'] as const
/** Agents whom only one client wants, so that their time is always claimed and never booked directly. */
export const CLAIMED_AGENTS = ['claimed-1', 'claimed-2', 'claimed-3'] as const
const at = (time: string) => daysAhead(160, time)
export const CONTENDED_STARTS = [
  at('08:00:00'),
  at('08:15:00'),
  at('08:30:00'),
  at('09:00:00'),
  at('09:30:00'),
] as const

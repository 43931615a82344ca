import { daysAhead } from '@appointments/testing'

/** The application that rejects double booking; many clients compete for few times of few agents. */
export const CONTENDED = 'faults-once'
export const CONTENDED_AGENTS = ['once-1', 'once-2', 'once-3', 'once-4'] as const
/** Agents booked by only one client, so that their time is always claimed and never booked directly. */
export const CLAIMED_AGENTS = ['claimed-1', 'claimed-2', 'claimed-3'] as const
const at = (time: string) => daysAhead(160, time)
export const CONTENDED_STARTS = [
  at('08:00:00'),
  at('08:15:00'),
  at('08:30:00'),
  at('09:00:00'),
  at('09:30:00'),
] as const

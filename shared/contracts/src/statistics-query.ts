import { z } from 'zod'
import { calendarDate, directoryFault, onObjects } from './directory-fields.ts'
import { DAY_MS } from './durations.ts'
import { agentId, identifier } from './fields.ts'
import { limits } from './limits.ts'
import { listOf } from './shapes.ts'

/** Maximum number of days in one request. */
const MOST_DAYS = 92

/**
 * Number of days from the first to the last. It is NaN if one of them is not a date, which is reported as a fault of
 * its own.
 */
const daysFrom = ({ from, to }: { from: unknown; to: unknown }): number =>
  (Date.parse(String(to)) - Date.parse(String(from))) / DAY_MS

/**
 * The query for statistics of an application. The first and the last day, in its time zone, are both included. Each
 * service adds the groups it can form.
 */
export const statisticsQuery = z
  .object({
    applicationId: identifier,
    from: calendarDate,
    to: calendarDate,
    agentId: listOf(agentId, undefined, limits.agentsOfStatistics).optional(),
  })
  .refine((query) => !(daysFrom(query) < 0), {
    ...onObjects,
    path: ['to'],
    ...directoryFault('INVALID_RANGE', 'must not be before from'),
  })
  .refine((query) => !(daysFrom(query) >= MOST_DAYS), {
    ...onObjects,
    path: ['to'],
    ...directoryFault('INVALID_RANGE', `must be at most ${MOST_DAYS - 1} days after from`),
  })

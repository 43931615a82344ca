import { z } from 'zod'
import { calendarDate, directoryFault, onObjects } from './directory-fields.ts'
import { DAY_MS } from './durations.ts'
import { agentId, identifier } from './fields.ts'
import { limits } from './limits.ts'
import { listOf } from './shapes.ts'

/** The most days of one request. */
const MOST_DAYS = 92

/** Days from the first to the last; NaN if one of them is no date, which is a fault of its own. */
const daysFrom = ({ from, to }: { from: unknown; to: unknown }): number =>
  (Date.parse(String(to)) - Date.parse(String(from))) / DAY_MS

/**
 * The query for numbers of an application. The first and the last day are both included, in its time zone. Each service
 * adds what its rows may stand for.
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

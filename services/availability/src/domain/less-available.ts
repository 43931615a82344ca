import { isDeepStrictEqual } from 'node:util'
import type { AgentRequest } from '@appointments/contracts'

const CALENDAR_FIELDS = [
  'timezone',
  'hours',
  'scheduleId',
  'holidayCalendarId',
  'active',
  'skills',
  'languages',
  'maxPerDay',
  'maxPerWeek',
] as const

/**
 * Whether a change of an agent may have made it less available. A new name, address or team does not, and neither does
 * joining another queue.
 */
export function mayBeLessAvailable(before: AgentRequest, after: AgentRequest): boolean {
  const stays = new Set(after.queues.map(({ queueId }) => queueId))
  return (
    CALENDAR_FIELDS.some((field) => !isDeepStrictEqual(before[field], after[field])) ||
    before.queues.some(({ queueId }) => !stays.has(queueId))
  )
}

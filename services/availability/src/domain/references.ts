import { unknownReference, type AgentRequest, type Fault } from '@appointments/contracts'

/** The entries that another one refers to, by kind. */
export interface Referred {
  teams: ReadonlySet<string>
  queues: ReadonlySet<string>
  schedules: ReadonlySet<string>
  holidayCalendars: ReadonlySet<string>
}

/**
 * A fault for each entry that an agent refers to and that does not exist.
 * @param existing the entries that do exist
 */
export function unknownReferences(
  { teamIds, queues, scheduleId, holidayCalendarId }: AgentRequest,
  existing: Referred,
): Fault[] {
  return [
    ...teamIds.flatMap((id, index) =>
      existing.teams.has(id) ? [] : [unknownReference(`/teamIds/${index}`, 'team')],
    ),
    ...queues.flatMap(({ queueId }, index) =>
      existing.queues.has(queueId) ? [] : [unknownReference(`/queues/${index}/queueId`, 'queue')],
    ),
    ...(scheduleId !== undefined && !existing.schedules.has(scheduleId)
      ? [unknownReference('/scheduleId', 'schedule')]
      : []),
    ...(holidayCalendarId !== undefined && !existing.holidayCalendars.has(holidayCalendarId)
      ? [unknownReference('/holidayCalendarId', 'holiday calendar')]
      : []),
  ]
}

import type { ServiceType } from '@appointments/contracts'
import type { ApplicationTime } from '../domain/agent-calendar.ts'
import { DAY, mondayBefore, WEEK } from '../domain/minutes.ts'
import type { Window } from '../domain/window.ts'
import type { KnownApplication } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/** Longer than any appointment with its buffers. */
const MARGIN = 9 * DAY

/** Time that an application and a service type add to the calendars of agents, for starts in a window. */
export async function applicationTime(
  { holidays }: Pick<Deps, 'holidays'>,
  { organizationId, settings }: KnownApplication,
  serviceType: ServiceType | undefined,
  { from, to }: Window,
): Promise<ApplicationTime> {
  const perDay = serviceType?.perAgentMaxPerDay
  return {
    ofType:
      serviceType && perDay !== undefined
        ? { applicationId: serviceType.applicationId, serviceTypeId: serviceType.id, perDay }
        : undefined,
    holidays: await holidays.closed(organizationId, settings.holidayCalendarIds, {
      // whole weeks, so that equal requests get the same object
      from: mondayBefore(from - MARGIN),
      to: mondayBefore(to + MARGIN) + WEEK,
    }),
  }
}

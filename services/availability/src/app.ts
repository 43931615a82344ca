import type {
  HolidayCalendarRequest,
  QueueRequest,
  WorkScheduleRequest,
  TeamRequest,
} from '@appointments/contracts'
import { calendars } from './repositories/calendars.ts'
import { holidayCalendars, queues, schedules, teams } from './repositories/directory.ts'
import { uses } from './repositories/uses.ts'
import { announceShared } from './use-cases/announce-calendars.ts'
import { checkAvailability } from './use-cases/check-availability.ts'
import { createException } from './use-cases/create-exception.ts'
import { decideAvailability } from './use-cases/decide-availability.ts'
import { timed } from './metrics.ts'
import type { Deps } from './use-cases/deps.ts'
import { findAffectedAppointments } from './use-cases/find-affected-appointments.ts'
import { findAgents } from './use-cases/find-agents.ts'
import { findEntries } from './use-cases/find-entries.ts'
import { findExceptions } from './use-cases/find-exceptions.ts'
import { findFreeBusy } from './use-cases/find-free-busy.ts'
import { findNextSlots } from './use-cases/find-next-slots.ts'
import { findOfferedServiceTypes } from './use-cases/find-offered-service-types.ts'
import { findQueueMembers } from './use-cases/find-queue-members.ts'
import { findServiceTypes } from './use-cases/find-service-types.ts'
import { findSlotDays } from './use-cases/find-slot-days.ts'
import { findSlots } from './use-cases/find-slots.ts'
import { forgetClaims } from './use-cases/forget-claims.ts'
import { findUnknownAgents } from './use-cases/find-unknown-agents.ts'
import { findUnknownCalendars } from './use-cases/find-unknown-calendars.ts'
import { getAgent } from './use-cases/get-agent.ts'
import { getEntry } from './use-cases/get-entry.ts'
import { getException } from './use-cases/get-exception.ts'
import { getServiceType } from './use-cases/get-service-type.ts'
import { keepClaims } from './use-cases/keep-claims.ts'
import { putAgent } from './use-cases/put-agent.ts'
import { putAgents } from './use-cases/put-agents.ts'
import { putEntry } from './use-cases/put-entry.ts'
import { putServiceType } from './use-cases/put-service-type.ts'
import { removeAgent } from './use-cases/remove-agent.ts'
import { removeEntry } from './use-cases/remove-entry.ts'
import { removeException } from './use-cases/remove-exception.ts'
import { removeServiceType } from './use-cases/remove-service-type.ts'

/** The use cases of the availability service. */
export function createApp(deps: Deps) {
  /** A use case that needs the copy of the claims. */
  const fromClaims =
    <Command, Result>(useCase: (command: Command) => Promise<Result>) =>
    async (command: Command): Promise<Result> => {
      deps.projection.requireReady()
      return useCase(command)
    }
  const { slots, decisions } = deps.meters
  const measured = (operation: 'slots' | 'days' | 'next') => (seconds: number) =>
    slots.observe({ operation }, seconds)
  return {
    findAgents: findAgents(deps),
    findUnknownAgents: fromClaims(findUnknownAgents(deps)),
    getAgent: getAgent(deps),
    putAgent: putAgent(deps),
    putAgents: putAgents(deps),
    removeAgent: removeAgent(deps),

    findExceptions: findExceptions(deps),
    getException: getException(deps),
    createException: createException(deps),
    removeException: removeException(deps),

    findTeams: findEntries(deps, teams),
    getTeam: getEntry(deps, teams),
    putTeam: putEntry<TeamRequest, Awaited<ReturnType<typeof teams.get>>>(deps, teams),
    removeTeam: removeEntry(deps, teams, uses.ofTeam),

    findQueues: findEntries(deps, queues),
    getQueue: getEntry(deps, queues),
    putQueue: putEntry<QueueRequest, Awaited<ReturnType<typeof queues.get>>>(deps, queues),
    removeQueue: removeEntry(deps, queues, uses.ofQueue),
    findQueueMembers: findQueueMembers(deps),

    findSchedules: findEntries(deps, schedules),
    getSchedule: getEntry(deps, schedules),
    putSchedule: putEntry<WorkScheduleRequest, Awaited<ReturnType<typeof schedules.get>>>(
      deps,
      schedules,
      async (tx, { organization, id }) => {
        calendars.raiseUsersOf(tx, 'schedule_id', organization, id)
        await announceShared(deps, tx, 'SCHEDULE', { organization, id })
      },
    ),
    removeSchedule: removeEntry(deps, schedules, uses.ofSchedule),

    findHolidayCalendars: findEntries(deps, holidayCalendars),
    getHolidayCalendar: getEntry(deps, holidayCalendars),
    putHolidayCalendar: putEntry<HolidayCalendarRequest, Awaited<ReturnType<typeof holidayCalendars.get>>>(
      deps,
      holidayCalendars,
      async (tx, { organization, id }) => {
        calendars.raiseUsersOf(tx, 'holiday_calendar_id', organization, id)
        await announceShared(deps, tx, 'HOLIDAYS', { organization, id })
      },
    ),
    findUnknownCalendars: findUnknownCalendars(deps),
    removeHolidayCalendar: removeEntry(deps, holidayCalendars, uses.ofHolidayCalendar),

    findServiceTypes: findServiceTypes(deps),
    getServiceType: getServiceType(deps),
    putServiceType: putServiceType(deps),
    removeServiceType: removeServiceType(deps),

    findSlots: timed(measured('slots'), fromClaims(findSlots(deps))),
    findSlotDays: timed(measured('days'), fromClaims(findSlotDays(deps))),
    findNextSlots: timed(measured('next'), fromClaims(findNextSlots(deps))),

    findOfferedServiceTypes: findOfferedServiceTypes(deps),
    checkAvailability: fromClaims(checkAvailability(deps)),
    findFreeBusy: fromClaims(findFreeBusy(deps)),
    findAffectedAppointments: fromClaims(findAffectedAppointments(deps)),
    decideAvailability: timed(
      (seconds) => decisions.observe({}, seconds),
      fromClaims(decideAvailability(deps)),
    ),

    keepClaims,
    forgetClaims: forgetClaims(deps),
  }
}
export type App = ReturnType<typeof createApp>

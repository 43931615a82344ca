import type { Agent, HolidayCalendar, Queue, Schedule, ServiceType, Team } from '@appointments/contracts'
import { entriesIn } from './entries.ts'

const ofOrganization = 'organization_id' as const

/** Entries of the directory, by kind. */
export const agents = entriesIn<Agent>({
  table: 'agents',
  scope: ofOrganization,
  most: 20_000,
  missing: 'AGENT_NOT_FOUND',
})
export const teams = entriesIn<Team>({
  table: 'teams',
  scope: ofOrganization,
  most: 1000,
  missing: 'TEAM_NOT_FOUND',
})
export const queues = entriesIn<Queue>({
  table: 'queues',
  scope: ofOrganization,
  most: 1000,
  missing: 'QUEUE_NOT_FOUND',
})
export const schedules = entriesIn<Schedule>({
  table: 'schedules',
  scope: ofOrganization,
  most: 1000,
  missing: 'SCHEDULE_NOT_FOUND',
})
export const holidayCalendars = entriesIn<HolidayCalendar>({
  table: 'holiday_calendars',
  scope: ofOrganization,
  most: 1000,
  missing: 'HOLIDAY_CALENDAR_NOT_FOUND',
})
export const serviceTypes = entriesIn<ServiceType>({
  table: 'service_types',
  scope: 'application_id',
  most: 200,
  missing: 'SERVICE_TYPE_NOT_FOUND',
})

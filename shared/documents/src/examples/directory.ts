import type { directoryOperations, serviceTypeRequest, workScheduleRequest } from '@appointments/contracts'
import type { z } from 'zod'
import type { Examples } from './example.ts'
import { examplePage } from './responses.ts'

const stored = {
  version: 4711,
  createdAt: '2026-12-20T10:00:00Z',
  updatedAt: '2027-01-04T09:12:00Z',
}
const ofOrganization = { organizationId: 'org-1', ...stored }

const agentRequest = {
  displayName: 'Anna Berg',
  email: 'anna@example.com',
  timezone: 'Europe/Berlin',
  languages: ['de', 'en'],
  skills: ['mortgages'],
  teamIds: ['berlin'],
  queues: [{ queueId: 'advice', weight: 100 }],
  scheduleId: 'weekdays',
  maxPerDay: 8,
}
const agent = { id: 'agent-7', ...agentRequest, active: true, managesOwnAbsence: false, ...ofOrganization }

const absence = {
  type: 'ABSENCE',
  from: '2027-04-01T00:00',
  until: '2027-04-02T00:00',
  reason: 'Training',
} as const
const exception = {
  id: '0197f5c9-4e53-7d77-a044-1b2c3d4e5f60',
  agentId: 'agent-7',
  ...absence,
  createdAt: '2027-01-04T09:12:00Z',
}

const teamRequest = { name: 'Berlin' }
const team = { id: 'berlin', ...teamRequest, ...ofOrganization }
const queueRequest = { name: 'Advice', strategy: 'LEAST_LOADED' } as const
const queue = {
  id: 'advice',
  ...queueRequest,
  requires: { skills: [] as string[], languages: [] as string[] },
  assign: { when: 'BOOKING' as const, lead: 'PT24H' },
  ...ofOrganization,
}
const member = {
  agentId: 'agent-7',
  displayName: 'Anna Berg',
  active: true,
  weight: 100,
  joinedAt: '2027-01-04T09:12:00Z',
}
const scheduleRequest: z.input<typeof workScheduleRequest> = {
  name: 'Weekdays',
  hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR'], from: '09:00', to: '17:00' }],
}
const schedule = { id: 'weekdays', ...scheduleRequest, ...ofOrganization }
const holidayCalendarRequest = {
  name: 'Berlin',
  timezone: 'Europe/Berlin',
  days: [{ date: '2027-12-24', name: 'Christmas Eve', open: [{ from: '09:00', to: '12:00' }] }],
}
const holidayCalendar = { id: 'berlin', ...holidayCalendarRequest, ...ofOrganization }
const exampleServiceType: z.input<typeof serviceTypeRequest> = {
  name: 'Consultation',
  bookableBy: 'ANYONE',
  durations: ['PT30M', 'PT60M'],
  queueId: 'advice',
  granularity: 'PT30M',
  minNotice: 'PT2H',
  intake: [{ id: 'topic', label: 'What is it about?', type: 'TEXT', required: true, maxLength: 200 }],
}
const serviceType = {
  id: 'consultation',
  applicationId: 'demo',
  active: true,
  channel: 'VIDEO' as const,
  ...exampleServiceType,
  ...stored,
}

/** Examples of the operations on the directory. */
export const directoryExamples: Examples<typeof directoryOperations> = {
  findAgents: { response: examplePage(agent, 'id', 'asc') },
  putAgents: {
    body: { agents: [{ id: 'agent-7', ...agentRequest }] },
    response: { results: [{ agentId: 'agent-7', status: 201 }] },
  },
  getAgent: { response: agent },
  putAgent: { body: agentRequest, response: agent },
  removeAgent: {},
  findExceptions: { response: examplePage(exception, 'from', 'asc') },
  createException: { body: absence, response: { ...exception, affected: 0 } },
  getException: { response: exception },
  removeException: {},
  findTeams: { response: examplePage(team, 'id', 'asc') },
  getTeam: { response: team },
  putTeam: { body: teamRequest, response: team },
  removeTeam: {},
  findQueues: { response: examplePage(queue, 'id', 'asc') },
  getQueue: { response: queue },
  putQueue: { body: queueRequest, response: queue },
  removeQueue: {},
  findQueueMembers: { response: examplePage(member, 'agentId', 'asc') },
  findSchedules: { response: examplePage(schedule, 'id', 'asc') },
  getSchedule: { response: schedule },
  putSchedule: { body: scheduleRequest, response: schedule },
  removeSchedule: {},
  findHolidayCalendars: { response: examplePage(holidayCalendar, 'id', 'asc') },
  getHolidayCalendar: { response: holidayCalendar },
  putHolidayCalendar: { body: holidayCalendarRequest, response: holidayCalendar },
  removeHolidayCalendar: {},
  findServiceTypes: { response: examplePage(serviceType, 'id', 'asc') },
  getServiceType: { response: serviceType },
  putServiceType: { body: exampleServiceType, response: serviceType },
  removeServiceType: {},
}

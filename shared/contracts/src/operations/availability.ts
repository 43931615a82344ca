import * as availability from '../availability.ts'
import type { OperationTable } from './operation.ts'

const staff = ['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'] as const
/** Customers read slots for a move of their own appointment; without a token, if the application permits it. */
const readers = { roles: [...staff, 'ROLE_CUSTOMER'], withoutToken: 'slots' } as const
const administrators = ['ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'] as const
const unknownTarget = [
  'APPLICATION_NOT_FOUND',
  'SERVICE_TYPE_NOT_FOUND',
  'QUEUE_NOT_FOUND',
  'AGENT_NOT_FOUND',
  'CALENDAR_NOT_FOUND',
] as const

/** Reads of slots (docs/contract/availability.md). */
export const availabilityOperations = {
  findSlots: {
    method: 'GET',
    path: '/availability/slots',
    owner: 'availability',
    access: readers,
    summary: 'List the slots of a window',
    query: availability.slotQuery,
    status: 200,
    response: availability.slotList,
    revalidates: true,
    problems: unknownTarget,
  },
  findSlotDays: {
    method: 'GET',
    path: '/availability/days',
    owner: 'availability',
    access: readers,
    summary: 'List the days of a window that have slots',
    query: availability.slotDayQuery,
    status: 200,
    response: availability.slotDayList,
    revalidates: true,
    problems: unknownTarget,
  },
  findNextSlots: {
    method: 'GET',
    path: '/availability/next',
    owner: 'availability',
    access: readers,
    summary: 'List the first slots from an instant on',
    query: availability.nextSlotQuery,
    status: 200,
    response: availability.nextSlotList,
    revalidates: true,
    problems: unknownTarget,
  },
  findOfferedServiceTypes: {
    method: 'GET',
    path: '/availability/service-types',
    owner: 'availability',
    access: { roles: staff, withoutToken: 'slots' },
    summary: 'List the service types that can be booked',
    query: availability.offeredServiceTypeQuery,
    status: 200,
    response: availability.offeredServiceTypes,
    revalidates: true,
    problems: ['APPLICATION_NOT_FOUND'],
  },
  checkAvailability: {
    method: 'POST',
    path: '/availability/check',
    owner: 'availability',
    access: { roles: staff },
    takesKey: true,
    summary: 'Read why a time is offered or not',
    body: availability.availabilityCheckRequest,
    status: 200,
    response: availability.availabilityCheck,
    problems: unknownTarget,
  },
  findFreeBusy: {
    method: 'GET',
    path: '/availability/freebusy',
    owner: 'availability',
    access: { roles: staff },
    summary: 'Read the open and busy time of agents',
    query: availability.freeBusyQuery,
    status: 200,
    response: availability.freeBusy,
    revalidates: true,
    problems: ['APPLICATION_NOT_FOUND', 'ORGANIZATION_NOT_FOUND', 'AGENT_NOT_FOUND'],
  },
  findAffectedAppointments: {
    method: 'GET',
    path: '/availability/affected',
    owner: 'availability',
    access: { roles: administrators },
    summary: 'List the appointments whose agent is not open for them',
    query: availability.affectedQuery,
    status: 200,
    response: availability.affectedPage,
    revalidates: true,
    problems: ['ORGANIZATION_NOT_FOUND', 'TEAM_NOT_FOUND', 'QUEUE_NOT_FOUND', 'EXCEPTION_NOT_FOUND'],
  },
} as const satisfies OperationTable

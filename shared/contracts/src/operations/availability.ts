import * as availability from '../availability.ts'
import type { OperationTable } from './operation.ts'

const staff = ['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'] as const
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
    access: { roles: staff },
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
    access: { roles: staff },
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
    access: { roles: staff },
    summary: 'List the first slots from an instant on',
    query: availability.nextSlotQuery,
    status: 200,
    response: availability.nextSlotList,
    revalidates: true,
    problems: unknownTarget,
  },
} as const satisfies OperationTable

import { extendHoldRequest, hold, holdParams, holdRequest } from '../holds.ts'
import type { OperationTable } from './operation.ts'

const roles = ['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE', 'ROLE_CUSTOMER'] as const
/** Making a hold is limited more strictly than what its owner does with it. */
const makers = { roles, withoutToken: 'holds' } as const
const owners = { roles, withoutToken: 'slots' } as const

/** Holds: times promised for minutes (docs/contract/holds.md). */
export const holdOperations = {
  holdSlot: {
    method: 'POST',
    path: '/availability/holds',
    owner: 'appointments',
    access: makers,
    takesKey: true,
    checksOrigin: true,
    summary: 'Hold a time for a few minutes',
    body: holdRequest,
    status: 201,
    response: hold,
    problems: [
      'OTP_INVALID',
      'SCHEDULE_IN_PAST',
      'SCHEDULE_TOO_FAR',
      'APPLICATION_NOT_FOUND',
      'APPOINTMENT_NOT_FOUND',
      'SERVICE_TYPE_NOT_FOUND',
      'QUEUE_NOT_FOUND',
      'UNKNOWN_REFERENCE',
      'AGENT_NOT_FOUND',
      'CALENDAR_NOT_FOUND',
      'MANAGE_TICKET_STALE',
      'MOVE_CUTOFF_PASSED',
      'INVALID_STATE',
      'HOLDS_NOT_OFFERED',
      'SLOT_TAKEN',
      'OUTSIDE_AVAILABILITY',
      'HOLD_LIMIT',
    ],
  },
  getHold: {
    method: 'GET',
    path: '/availability/holds/{id}',
    owner: 'appointments',
    access: owners,
    summary: 'Read a live hold',
    params: holdParams,
    status: 200,
    response: hold,
    problems: ['HOLD_NOT_FOUND'],
  },
  extendHold: {
    method: 'PUT',
    path: '/availability/holds/{id}',
    owner: 'appointments',
    access: owners,
    takesKey: true,
    summary: 'Extend a live hold',
    params: holdParams,
    body: extendHoldRequest,
    bodyOptional: true,
    status: 200,
    response: hold,
    problems: ['HOLD_GONE'],
  },
  releaseHold: {
    method: 'DELETE',
    path: '/availability/holds/{id}',
    owner: 'appointments',
    access: owners,
    summary: 'Release a hold',
    params: holdParams,
    status: 204,
    problems: [],
  },
} as const satisfies OperationTable

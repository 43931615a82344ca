import { v2Operations } from '../operations/v2.ts'
import type { Api, Operation, OperationTable } from '../operations/operation.ts'
import type { ProblemCode } from '../problems.ts'
import { appointmentParams, listQueryV1 } from '../shapes.ts'
import {
  addAgentRequestV1,
  addCustomerRequestV1,
  appointmentPageV1,
  appointmentV1,
  basicScheduleRequestV1,
  participantDetailsV1,
  reassignRequestV1,
  rescheduleRequestV1,
  roomDetails,
  scheduleRequestV1,
  updateRequestV1,
} from './shapes.ts'

const staff = ['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'] as const

/**
 * Parts of a v2 operation that v1 lacks: it has no versions of appointments, and no description beyond the
 * summary.
 */
type OnlyInV2 = 'description' | 'versioned' | 'takesIfMatch'

/** Problems of fields that v1 does not have. */
const ONLY_IN_V2: readonly ProblemCode[] = [
  'HOLD_GONE',
  'HOLD_MISMATCH',
  'SERVICE_TYPE_NOT_FOUND',
  'QUEUE_NOT_FOUND',
  'UNKNOWN_REFERENCE',
  'OVERRIDE_NOT_ALLOWED',
]

/** The parts of an operation with fields. v1 needs its own, so that no new field of v2 reaches it. */
type Shapes<Op> = Required<Pick<Operation, Extract<keyof Op, 'query' | 'body' | 'response'>>>

/**
 * An operation of v1: that of v2 with its own fields and some other parts replaced. v1 has no conflict for the state of
 * an appointment; it reports a bad request instead.
 */
function from<Op extends Operation, const Own extends Partial<Operation> & Shapes<Op>>(
  { description: _, versioned: _versioned, takesIfMatch: _takesIfMatch, ...operation }: Op,
  own: Own,
): Omit<Op, OnlyInV2 | keyof Own> & Own & { problems: readonly ProblemCode[] } {
  const problems = operation.problems
    .filter((code) => !ONLY_IN_V2.includes(code))
    .map((code) => (code === 'INVALID_STATE' ? 'SCHEDULE_STATE' : code))
  return { ...operation, problems, ...own } as never
}

/** v2 has a list of customers instead of one. */
const listsCustomers = { customers: 'customer' } as const

/** The part of a response that shows the room has a successor: a separate operation. */
const withRoom = {
  response: appointmentV1,
  deprecatedParts: { response: { roomAccess: 'getRoom' } },
} as const

/** Operations of v1 (docs/contract/versions.md), derived from those of v2. */
export const v1Operations = {
  findAppointments: from(v2Operations.findAppointments, {
    query: listQueryV1,
    response: appointmentPageV1,
  }),
  scheduleAppointment: from(v2Operations.scheduleAppointment, {
    ...withRoom,
    body: scheduleRequestV1,
    fieldsOfOtherVersion: listsCustomers,
  }),
  updateAppointment: from(v2Operations.updateAppointment, {
    ...withRoom,
    body: updateRequestV1,
    fieldsOfOtherVersion: listsCustomers,
  }),
  activateAppointment: from(v2Operations.activateAppointment, {
    access: { roles: staff },
    deprecated: true,
    successor: 'activateAppointment',
    response: roomDetails,
  }),
  scheduleAppointmentBasic: from(v2Operations.scheduleAppointmentBasic, {
    ...withRoom,
    body: basicScheduleRequestV1,
    fieldsOfOtherVersion: listsCustomers,
  }),
  reassignAppointment: from(v2Operations.reassignAppointment, {
    ...withRoom,
    body: reassignRequestV1,
    summary: 'Reassign an appointment to another agent',
    access: { roles: ['ROLE_SUPERVISOR'] },
  }),
  rescheduleAppointment: from(v2Operations.rescheduleAppointment, {
    ...withRoom,
    access: { roles: staff },
    body: rescheduleRequestV1,
    problems: [
      'APPOINTMENT_NOT_FOUND',
      'SCHEDULE_IN_PAST',
      'SCHEDULE_TOO_FAR',
      'SCHEDULE_STATE',
      'SLOT_TAKEN',
      'OUTSIDE_AVAILABILITY',
    ],
  }),
  countAppointments: v2Operations.countAppointments,
  countOverlaps: v2Operations.countOverlaps,
  findEligibleAppointments: v2Operations.findEligibleAppointments,
  addAgent: from(v2Operations.addAgent, { ...withRoom, body: addAgentRequestV1 }),
  addCustomer: from(v2Operations.addCustomer, {
    ...withRoom,
    body: addCustomerRequestV1,
    fieldsOfOtherVersion: listsCustomers,
  }),
  getAppointment: from(v2Operations.getAppointment, withRoom),
  deleteAppointment: {
    method: 'DELETE',
    path: '/{id}',
    owner: 'appointments',
    access: { roles: staff },
    summary: 'Cancel an appointment and keep its record',
    deprecated: true,
    successor: 'cancelAppointment',
    params: appointmentParams,
    status: 204,
    problems: ['APPOINTMENT_NOT_FOUND', 'SCHEDULE_STATE'],
  },
  getParticipant: from(v2Operations.getParticipant, { response: participantDetailsV1 }),
  removeParticipant: from(v2Operations.removeParticipant, withRoom),
} as const satisfies OperationTable

export const v1: Api<typeof v1Operations> = {
  name: 'v1',
  base: '/api/appointments',
  operations: v1Operations,
}

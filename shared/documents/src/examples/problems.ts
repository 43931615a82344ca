import { problems, v1, v2, type Fault, type ProblemCode } from '@appointments/contracts'
import type { Version } from '../openapi/documented-operation.ts'
import { exampleIds } from './appointment.ts'

interface Particulars {
  detail?: string
  errors?: Fault[]
  state?: string
  interactionState?: string
  blocking?: { agentId: string; start: string; end: string }
}

const fault = (over: Fault): Particulars => ({ detail: 'One fault was found', errors: [over] })

/** What single codes tell beyond their title. */
const particulars: Partial<Record<ProblemCode, Particulars>> = {
  VALIDATION_FAILED: fault({
    pointer: '/start',
    code: 'INVALID_INSTANT',
    message: 'must be an RFC 3339 date-time with Z or an offset',
  }),
  AGENT_ID_INVALID: fault({
    pointer: '/userId',
    code: 'AGENT_ID_INVALID',
    message: 'must be 1 to 255 visible characters without spaces',
  }),
  SCHEDULE_IN_PAST: { errors: [{ pointer: '/start', code: 'SCHEDULE_IN_PAST', message: 'is over' }] },
  SCHEDULE_TOO_FAR: {
    errors: [{ pointer: '/start', code: 'SCHEDULE_TOO_FAR', message: 'is more than two years ahead' }],
  },
  ROUTING_INCOMPLETE: {
    detail: 'routing.properties.deploymentId is neither given nor a default of the application',
  },
  SCHEDULE_STATE: { detail: 'The appointment is ABORTED', state: 'ABORTED' },
  INVALID_STATE: { detail: 'The appointment is CANCELLED', state: 'CANCELLED' },
  SLOT_TAKEN: {
    detail: 'Agent agent-7 is booked from 2027-01-09T08:45:00Z to 2027-01-09T09:15:00Z',
    blocking: { agentId: 'agent-7', start: '2027-01-09T08:45:00Z', end: '2027-01-09T09:15:00Z' },
  },
}

/** A refusal with a code, as it is answered. */
export const problemExample = (version: Version, code: ProblemCode) => ({
  type: `urn:appointments:problem:${code.toLowerCase().replaceAll('_', '-')}`,
  title: problems[code].title,
  status: problems[code].status,
  instance: { v1, v2 }[version].base,
  code,
  requestId: exampleIds.request,
  ...particulars[code],
})

/** A refused token request, as it is answered. */
export const tokenRefusalExample = (status: 400 | 401) =>
  status === 400
    ? { error: 'invalid_request', error_description: 'The subject token is not valid' }
    : { error: 'invalid_client', error_description: 'The credentials are not valid' }

import { problem, problems, problemType, type Fault, type ProblemCode } from '@appointments/contracts'
import { descriptionOf, type Version } from '../versions.ts'
import { exampleIds } from './appointment.ts'

interface Particulars {
  detail?: string
  errors?: Fault[]
  state?: string
  interactionState?: string
  blocking?: { agentId: string; start: string; end: string }
}

const fault = (over: Fault): Particulars => ({ errors: [over] })

/** Members of single codes beyond the common ones. */
const particulars: Partial<Record<ProblemCode, Particulars>> = {
  VALIDATION_FAILED: fault({
    pointer: '/start',
    code: 'INVALID_INSTANT',
    message: 'must be a date and time, like 2026-12-01T09:00:00Z',
  }),
  AGENT_ID_INVALID: fault({
    pointer: '/userId',
    code: 'AGENT_ID_INVALID',
    message: 'must have 1 to 255 visible characters and no spaces, like agent-7',
  }),
  SCHEDULE_IN_PAST: fault({
    pointer: '/start',
    code: 'SCHEDULE_IN_PAST',
    message: 'must be later: the appointment would already be over',
  }),
  SCHEDULE_TOO_FAR: fault({
    pointer: '/start',
    code: 'SCHEDULE_TOO_FAR',
    message: 'must be at most 2 years ahead',
  }),
  ROUTING_INCOMPLETE: fault({
    pointer: '/interaction/routing/properties/deploymentId',
    code: 'ROUTING_INCOMPLETE',
    message: 'is neither in the request nor a default of the application',
  }),
  SCHEDULE_STATE: { detail: 'The appointment is ABORTED', state: 'ABORTED' },
  INVALID_STATE: { detail: 'The appointment is CANCELLED', state: 'CANCELLED' },
  SLOT_TAKEN: {
    detail: 'Agent agent-7 is booked from 2027-01-09T08:45:00Z to 2027-01-09T09:15:00Z',
    blocking: { agentId: 'agent-7', start: '2027-01-09T08:45:00Z', end: '2027-01-09T09:15:00Z' },
  },
}

/** The response body of an error. */
export const problemExample = (version: Version, code: ProblemCode) => ({
  type: problemType(code),
  title: problems[code].title,
  status: problems[code].status,
  detail: problem(code, particulars[code]).detail,
  instance: descriptionOf(version).apis[0].base,
  code,
  requestId: exampleIds.request,
  ...particulars[code],
})

/** The response body of a rejected token request. */
export const tokenErrorExample = (status: 400 | 401) =>
  status === 400
    ? { error: 'invalid_request', error_description: 'The subject token is not valid', reason: 'UNKNOWN' }
    : { error: 'invalid_client', error_description: 'The credentials are not valid' }

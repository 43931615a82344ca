import { hasBody, problems, type Operation, type ProblemCode } from '@appointments/contracts'
import type { DocumentedOperation } from './documented-operation.ts'

type Documented = Pick<DocumentedOperation, 'id' | 'operation'>

/** Codes of a single fault in the body of an operation, returned instead of VALIDATION_FAILED. */
const BODY_FAULTS: Readonly<Record<string, readonly ProblemCode[]>> = {
  scheduleAppointment: ['AGENT_ID_INVALID', 'CONTACT_REQUIRED', 'NUMBER_NOT_EXACT'],
  scheduleAppointmentBasic: ['AGENT_ID_INVALID', 'CONTACT_REQUIRED', 'NUMBER_NOT_EXACT'],
  updateAppointment: ['NOTHING_TO_UPDATE', 'NUMBER_NOT_EXACT'],
  reassignAppointment: ['AGENT_ID_INVALID'],
  addAgent: ['AGENT_ID_INVALID'],
  addCustomer: ['CONTACT_REQUIRED', 'NUMBER_NOT_EXACT'],
  updateInteraction: ['NUMBER_NOT_EXACT'],
  putApplication: ['AGENT_ID_INVALID'],
  patchApplication: ['AGENT_ID_INVALID'],
}

/** Every error code of an operation, by status in ascending order. */
export function problemCodesOf(documented: Documented): ReadonlyMap<number, readonly ProblemCode[]> {
  const codes = new Set([
    ...ofTheRequest(documented),
    ...ofTheCaller(documented.operation),
    ...(documented.operation.checksOrigin ? (['ORIGIN_NOT_ALLOWED'] as const) : []),
    ...(documented.operation.form ? [] : documented.operation.problems),
    ...(documented.operation.takesKey ? (['REQUEST_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(documented.operation.takesIfMatch ? (['VERSION_MISMATCH'] as const) : []),
    'RATE_LIMITED' as const,
    'HEADERS_TOO_LARGE' as const,
    'INTERNAL_ERROR' as const,
    'UNAVAILABLE' as const,
    'DEADLINE_EXCEEDED' as const,
  ])
  const statuses = [...new Set([...codes].map(statusOf))].sort((one, other) => one - other)
  return new Map(statuses.map((status) => [status, [...codes].filter((code) => statusOf(code) === status)]))
}

const statusOf = (code: ProblemCode): number => problems[code].status

function ofTheRequest({ id, operation }: Documented): ProblemCode[] {
  const { method, body, form, params, query } = operation
  // errors of a form follow OAuth, see tokenError
  if (form) return ['BODY_TOO_LARGE']
  const isWrite = hasBody(method)
  return [
    ...(params || query || isWrite ? (['VALIDATION_FAILED'] as const) : []),
    ...(body ? (['MALFORMED_JSON', 'BODY_TOO_DEEP', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(BODY_FAULTS[id] ?? []),
    ...(Object.keys(operation.fieldsOfOtherVersion ?? {}).length > 0
      ? (['FIELD_OF_OTHER_VERSION'] as const)
      : []),
    ...(isWrite ? (['BODY_TOO_LARGE'] as const) : []),
  ]
}

function ofTheCaller({ access, form }: Operation): ProblemCode[] {
  if (form) return []
  if (access === 'otp') return ['OTP_INVALID']
  return access === 'open' ? ['UNAUTHORIZED'] : ['UNAUTHORIZED', 'FORBIDDEN', 'TENANT_REQUIRED']
}

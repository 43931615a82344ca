import { hasBody, problems, type Operation, type ProblemCode } from '@appointments/contracts'
import type { z } from 'zod'
import type { DocumentedOperation } from './documented-operation.ts'

type Documented = Pick<DocumentedOperation, 'id' | 'operation'>

/** Codes of single faults in a body that its schema does not find; returned instead of VALIDATION_FAILED. */
const FAULTS_BEYOND_SCHEMAS: Readonly<Record<string, readonly ProblemCode[]>> = {
  scheduleAppointment: ['NUMBER_NOT_EXACT'],
  scheduleAppointmentBasic: ['NUMBER_NOT_EXACT'],
  updateAppointment: ['NUMBER_NOT_EXACT'],
  addCustomer: ['NUMBER_NOT_EXACT'],
  updateInteraction: ['NUMBER_NOT_EXACT'],
  // the merged settings are checked, not the patch
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
    // strict handling rejects unknown parameters of every operation
    'VALIDATION_FAILED',
    ...(body ? (['MALFORMED_JSON', 'BODY_TOO_DEEP', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...[body, query, params].flatMap((schema) => (schema ? codesOf(schema).filter(isBadRequest) : [])),
    ...(FAULTS_BEYOND_SCHEMAS[id] ?? []),
    ...(Object.keys(operation.fieldsOfOtherVersion ?? {}).length > 0
      ? (['FIELD_OF_OTHER_VERSION'] as const)
      : []),
    ...(isWrite ? (['BODY_TOO_LARGE'] as const) : []),
  ]
}

// a response has the code of its faults only if that is also the code of a problem with status 400
const isBadRequest = (code: string): code is ProblemCode =>
  code in problems && statusOf(code as ProblemCode) === 400

/** The codes of all checks in a schema. */
function codesOf(schema: z.core.$ZodType): string[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  const own = (def.checks ?? []).flatMap((check) => {
    const { params } = check._zod.def as { params?: { code?: string } }
    return params?.code ?? []
  })
  return [...own, ...innerOf(def).flatMap(codesOf)]
}

function innerOf(def: z.core.$ZodTypes['_zod']['def']): readonly z.core.$ZodType[] {
  switch (def.type) {
    case 'object':
      return Object.values(def.shape)
    case 'array':
      return [def.element]
    case 'record':
      return [def.keyType, def.valueType]
    case 'union':
      return def.options
    case 'pipe':
      return [def.in, def.out]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return [def.innerType]
    default:
      return []
  }
}

function ofTheCaller({ access, form }: Operation): ProblemCode[] {
  if (form) return []
  if (access === 'otp') return ['OTP_INVALID']
  return access === 'open' ? ['UNAUTHORIZED'] : ['UNAUTHORIZED', 'FORBIDDEN', 'TENANT_REQUIRED']
}

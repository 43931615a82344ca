import type { z } from 'zod'
import {
  isMissing,
  problem,
  problems,
  REQUIRED,
  UNKNOWN_FIELD,
  type Fault,
  type Problem,
  type ProblemCode,
} from '@appointments/contracts'

type Place = 'body' | 'query' | 'path'

const CODES: Partial<Record<z.core.$ZodIssue['code'], string>> = {
  invalid_type: 'INVALID_TYPE',
  too_big: 'TOO_LARGE',
  too_small: 'TOO_SMALL',
  invalid_format: 'INVALID_FORMAT',
  invalid_value: 'INVALID_VALUE',
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && typeof issue.params?.code === 'string') return issue.params.code
  return CODES[issue.code] ?? 'INVALID_VALUE'
}

const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A fault at a path into one part of a request. */
export const faultAt = (
  place: Place,
  path: readonly PropertyKey[],
  { code, message }: Pick<Fault, 'code' | 'message'>,
): Fault =>
  place === 'body'
    ? { pointer: pointerOf(path), code, message }
    : { parameter: String(path[0] ?? ''), code, message }

/** The fault for an unknown field or parameter. */
export const unknownAt = (place: Place, path: readonly PropertyKey[]): Fault =>
  faultAt(place, path, {
    code: 'UNKNOWN_FIELD',
    message: place === 'body' ? UNKNOWN_FIELD : 'is not a known parameter',
  })

/** Drops the follow-up issues of a value of the wrong type, such as the length of a list that should be text. */
function withoutConsequences(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const at = ({ path }: z.core.$ZodIssue) => pointerOf(path)
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(at))
  return issues.filter((issue) => issue.code === 'invalid_type' || !mistyped.has(at(issue)))
}

/** Every fault that a schema found in one part of a request; its issues must have their input. */
function faultsOf(error: z.ZodError, place: Place): Fault[] {
  return withoutConsequences(error.issues).flatMap((issue): Fault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownAt(place, [...issue.path, key]))
    if (isMissing(issue)) return [faultAt(place, issue.path, { code: 'REQUIRED', message: REQUIRED })]
    return [faultAt(place, issue.path, { code: codeOf(issue), message: issue.message })]
  })
}

/**
 * Parses one part of a request.
 * @returns the parsed part, or every fault that its schema found
 */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: Place = 'body',
): { part: z.output<Schema> } | { faults: Fault[] } {
  const result = schema.safeParse(value, { reportInput: true })
  return result.success ? { part: result.data } : { faults: faultsOf(result.error, place) }
}

// the code of a fault may also be that of a problem with another status
const isBadRequest = (code: string): code is ProblemCode =>
  code in problems && problems[code as ProblemCode].status === 400

/** One problem for all faults of a request. If all faults share a problem code, the problem has that code. */
export function validationProblem(errors: Fault[]): Problem {
  const codes = new Set(errors.map(({ code }) => code))
  const [only] = codes
  const code: ProblemCode =
    codes.size === 1 && only !== undefined && isBadRequest(only) ? only : 'VALIDATION_FAILED'
  return problem(code, { errors })
}

import type { z } from 'zod'
import { problem, problems, type Fault, type Problem, type ProblemCode } from '@appointments/contracts'

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
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'REQUIRED'
  return CODES[issue.code] ?? 'INVALID_VALUE'
}

const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Every fault zod found in one part of a request. */
export function faultsOf(error: z.ZodError, place: Place): Fault[] {
  return error.issues.flatMap((issue): Fault[] => {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    return paths.map((path) => {
      const code = issue.code === 'unrecognized_keys' ? 'UNKNOWN_FIELD' : codeOf(issue)
      const message =
        code === 'REQUIRED' ? 'is required' : code === 'UNKNOWN_FIELD' ? 'is not known' : issue.message
      return place === 'body'
        ? { pointer: pointerOf(path), code, message }
        : { parameter: String(path[0] ?? ''), code, message }
    })
  })
}

/** One refusal for all faults of a request; a single fault with a code of its own gives the refusal that code. */
export function validationProblem(errors: Fault[]): Problem {
  const codes = new Set(errors.map(({ code }) => code))
  const [only] = codes
  const code: ProblemCode =
    codes.size === 1 && only !== undefined && only in problems ? (only as ProblemCode) : 'VALIDATION_FAILED'
  return problem(code, {
    detail: errors.length === 1 ? 'One fault was found' : `${errors.length} faults were found`,
    errors,
  })
}

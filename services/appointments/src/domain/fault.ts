import { Problem, problem, type Fault } from '@appointments/contracts'

/** A fault of a request at a JSON pointer into its body. */
export const fault = (pointer: string, code: string, message: string): Fault => ({ pointer, code, message })

/**
 * The results of several checks of one request.
 * @throws Problem that of the first check that failed; if it lists faults, it also lists those of the other checks
 */
export function checkAll<Results extends unknown[]>(
  ...checks: { [Index in keyof Results]: () => Results[Index] }
): Results {
  const problems: Problem[] = []
  const results = checks.map((check) => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.push(error)
      return undefined
    }
  })
  const [first] = problems
  if (!first) return results as Results
  if (!first.details.errors) throw first
  throw problem(first.code, {
    ...first.details,
    errors: problems.flatMap(({ details }) => details.errors ?? []),
  })
}

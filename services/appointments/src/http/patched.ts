import type { z } from 'zod'
import { faultsOf, validationProblem } from '@appointments/http'
import { mergePatched } from '../domain/merge-patch.ts'

/**
 * Applies a merge patch (RFC 7396) to the parts of a resource that a schema describes; parts that only a newer release
 * knows are dropped, as PUT does.
 * @throws Problem VALIDATION_FAILED, or the code that all faults share, with every fault of the result
 */
export function patched<Schema extends z.ZodObject>(
  schema: Schema,
  current: object,
  patch: unknown,
): z.output<Schema> {
  const known = Object.entries(current).filter(
    ([name, value]) => Object.hasOwn(schema.shape, name) && value !== undefined,
  )
  const result = schema.safeParse(mergePatched(Object.fromEntries(known), patch))
  if (!result.success) throw validationProblem(faultsOf(result.error, 'body'))
  return result.data
}

import type { Fault } from '@appointments/contracts'
import type { z } from 'zod'
import { parsePart, validationProblem } from './faults.ts'
import { mergePatched } from './merge-patch.ts'

/**
 * Applies a merge patch (RFC 7396) to the parts of a resource that a schema describes. Like PUT, it drops parts that
 * only a newer release knows.
 * @returns the patched parts, or every fault of the result
 */
export function patchedOrFaults<Schema extends z.ZodObject>(
  schema: Schema,
  current: object,
  patch: unknown,
): { part: z.output<Schema> } | { faults: Fault[] } {
  const known = Object.entries(current).filter(
    ([name, value]) => Object.hasOwn(schema.shape, name) && value !== undefined,
  )
  return parsePart(schema, mergePatched(Object.fromEntries(known), patch))
}

/**
 * The same for a patch that is the whole body.
 * @throws Problem VALIDATION_FAILED, or the code that all faults share, with every fault of the result
 */
export function patched<Schema extends z.ZodObject>(
  schema: Schema,
  current: object,
  patch: unknown,
): z.output<Schema> {
  const result = patchedOrFaults(schema, current, patch)
  if ('faults' in result) throw validationProblem(result.faults)
  return result.part
}

import { z } from 'zod'

/** One of the given names, read in any case and returned in the listed case. */
export function anyCase<const Name extends string>(names: readonly [Name, ...Name[]]) {
  const listed = new Map<unknown, Name>(names.map((name) => [name.toLowerCase(), name]))
  return z.preprocess(
    (value) => (typeof value === 'string' ? (listed.get(value.toLowerCase()) ?? value) : value),
    z.enum(names),
  )
}

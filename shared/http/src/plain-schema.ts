import type { z } from 'zod'

export type Schema = z.core.$ZodType
export type Def = z.core.$ZodTypes['_zod']['def']

/** The schema of the values themselves: without defaults, transforms and the permission to be absent. */
export function plain(schema: Schema | undefined): Def | undefined {
  const def = schema?._zod.def as Def | undefined
  switch (def?.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return plain(def.innerType)
    case 'pipe': {
      const input = plain(def.in)
      return input?.type === 'transform' ? plain(def.out) : input
    }
    default:
      return def
  }
}

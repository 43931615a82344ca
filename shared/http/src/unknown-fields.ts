import type { z } from 'zod'
import { isObject } from '@appointments/contracts'
import { plain, type Def, type Schema } from './plain-schema.ts'

type Path = readonly PropertyKey[]

/**
 * Paths of the fields in a value that its schema ignores. Free-form parts accept every field, and a strict object
 * reports its unknown fields itself.
 */
export function unknownFields(schema: Schema, value: unknown, path: Path = []): Path[] {
  const def = plain(schema)
  switch (def?.type) {
    case 'object': {
      if (!isObject(value)) return []
      const known = new Map(Object.entries(def.shape))
      return Object.entries(value).flatMap(([name, inner]) => {
        const field = known.get(name)
        if (field) return unknownFields(field, inner, [...path, name])
        return def.catchall ? [] : [[...path, name]]
      })
    }
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((inner, at) => unknownFields(def.element, inner, [...path, at]))
        : []
    case 'record':
      return isObject(value)
        ? Object.entries(value).flatMap(([name, inner]) =>
            unknownFields(def.valueType, inner, [...path, name]),
          )
        : []
    case 'union': {
      const option = def.options.find((one) => fits(one, value, def))
      return option ? unknownFields(option, value, path) : []
    }
    default:
      return []
  }
}

/** Whether a value belongs to an option of a union: by its discriminator, or else because the option accepts it. */
function fits(option: Schema, value: unknown, union: Def & { type: 'union' }): boolean {
  const { discriminator } = union as { discriminator?: string }
  const def = option._zod.def as Def
  if (discriminator === undefined || def.type !== 'object' || !isObject(value))
    return (option as z.ZodType).safeParse(value).success
  const field = def.shape[discriminator]
  return field !== undefined && (field as z.ZodType).safeParse(value[discriminator]).success
}

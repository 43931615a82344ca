import { isObject } from '@appointments/contracts'

/** Applies a merge patch (RFC 7396, section 2): `null` removes, objects are merged, any other value replaces. */
export function mergePatched(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatched(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}

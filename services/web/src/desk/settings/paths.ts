import type { Patch } from './settings-api.ts'

/* Settings are named by their paths, which are also the pointers of their errors: `brand/name`. */

/** The value at a path; undefined if there is none. */
export const valueAt = (whole: unknown, path: string): unknown =>
  path
    .split('/')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      whole,
    )

/** A value as it is sent: without empty texts and lines. */
export function sentValue(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  if (Array.isArray(value)) return value.map(sentValue).filter((one) => one !== undefined)
  return value
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sentValue(one)) === JSON.stringify(sentValue(other))

/** A merge patch that sets values at paths; an undefined value restores the default. */
export function patchOf(values: Readonly<Record<string, unknown>>): Patch {
  const patch: Patch = {}
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('/')
    const last = names.pop() ?? path
    let inner = patch
    for (const name of names) inner = (inner[name] ??= {}) as Patch
    inner[last] = sentValue(value) ?? null
  }
  return patch
}

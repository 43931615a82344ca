type Members = Readonly<Record<string, unknown>>

/** The names of members that lead to a value, from the outside in. */
export type Pointer = readonly string[]

/** Reads a JSON pointer (RFC 6901), such as `/realm_access/roles`; undefined for text that points to no member. */
export const parsePointer = (text: string): Pointer | undefined =>
  /^(?:\/(?:[^~/]|~[01])*)+$/.test(text)
    ? text
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : undefined

/** The value that a pointer leads to; undefined where there is none. */
export function readPointer(from: Members, pointer: Pointer): unknown {
  let found: unknown = from
  for (const step of pointer) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as Members)[step]
  }
  return found
}

/** A copy in which a pointer leads to the value. */
export function withPointer(from: Members, [step, ...rest]: Pointer, value: unknown): Members {
  if (step === undefined) return from
  const inner = rest.length === 0 ? value : withPointer((from[step] ?? {}) as Members, rest, value)
  return { ...from, [step]: inner }
}

type Members = Readonly<Record<string, unknown>>

/** Member names on the path to a value, outermost first. */
export type Pointer = readonly string[]

/** Parses a JSON pointer (RFC 6901) such as `/realm_access/roles`; undefined if the text is not a pointer to a member. */
export const parsePointer = (text: string): Pointer | undefined =>
  /^(?:\/(?:[^~/]|~[01])*)+$/.test(text)
    ? text
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : undefined

/** The value at a pointer; undefined if there is none. */
export function readPointer(from: Members, pointer: Pointer): unknown {
  let found: unknown = from
  for (const step of pointer) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as Members)[step]
  }
  return found
}

/** A copy with the value at a pointer. */
export function withPointer(from: Members, [step, ...rest]: Pointer, value: unknown): Members {
  if (step === undefined) return from
  const inner = rest.length === 0 ? value : withPointer((from[step] ?? {}) as Members, rest, value)
  return { ...from, [step]: inner }
}

import { problem } from './problems.ts'

/** The state that a write requires. */
export interface WriteCondition {
  /** Versions that the caller has read. */
  ifMatch?: readonly number[] | undefined
  mustExist?: boolean | undefined
}

/**
 * @param noun names the kind of entry in the error
 * @throws Problem VERSION_MISMATCH unless the current entry, if any, is the one that If-Match names
 */
export function requireMatch(
  current: { version: number } | undefined,
  { ifMatch, mustExist = false }: WriteCondition,
  noun = 'entry',
): void {
  const isOther = current !== undefined && ifMatch !== undefined && !ifMatch.includes(current.version)
  if (isOther) throw problem('VERSION_MISMATCH')
  if (mustExist && !current)
    throw problem('VERSION_MISMATCH', `There is no such ${noun}; If-Match only replaces an existing one.`)
}

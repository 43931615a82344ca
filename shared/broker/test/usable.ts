import { acceptsConnections } from '@appointments/testing'

/** Tells a suite whether to run. An absent backend skips it with a word, or fails it when real backends are demanded. */
export const isUsable = (what: string, present: boolean): boolean => {
  if (!present && process.env['REQUIRE_REAL_BACKENDS'] === '1') {
    throw new Error(`${what} is not there, and REQUIRE_REAL_BACKENDS=1 demands it`)
  }
  if (!present) console.warn(`SKIPPED: ${what} is not there (REQUIRE_REAL_BACKENDS=1 makes this a failure)`)
  return present
}

export const isListening = (url: string): Promise<boolean> =>
  acceptsConnections(url, 5672).then(
    () => true,
    () => false,
  )

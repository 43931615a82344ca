import { acceptsConnections } from '@appointments/testing'

/** Whether a suite runs. A missing backend skips the suite with a note, or fails it if real backends are required. */
export const isUsable = (what: string, present: boolean): boolean => {
  if (!present && process.env['REQUIRE_REAL_BACKENDS'] === '1') {
    throw new Error(`${what} is not available, but REQUIRE_REAL_BACKENDS=1 requires it`)
  }
  if (!present) console.warn(`SKIPPED: ${what} is not there (REQUIRE_REAL_BACKENDS=1 makes this a failure)`)
  return present
}

export const isListening = (url: string): Promise<boolean> =>
  acceptsConnections(url, 5672).then(
    () => true,
    () => false,
  )

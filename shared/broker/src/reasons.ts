const LONGEST_REASON = 500

/** The reason of a failure, short enough for a message header. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).slice(0, LONGEST_REASON)

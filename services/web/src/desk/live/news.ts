import type { Change } from '../api/shapes.ts'

/** What views receive: one change, or the request to reload everything. */
export type News = { kind: 'change'; change: Change } | { kind: 'reload' }

interface Reader {
  signal: AbortSignal
  onConnected: (is: boolean) => void
  onNews: (news: News) => void
}

/** Reads changes until the signal fires. */
export type FollowChanges = (reader: Reader) => Promise<void>

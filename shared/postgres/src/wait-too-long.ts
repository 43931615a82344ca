/** What work has waited for. */
export type WaitedFor = 'connection' | 'lock'

/** Is called for each wait that took too long. */
export type WatchWaits = (waitedFor: WaitedFor) => void

/** A request cannot get what it needs before its deadline, so it is rejected. It may be sent again. */
export class WaitTooLong extends Error {
  override name = 'WaitTooLong'
  /** For callers that recognise unavailable systems by the codes of system errors. */
  readonly code = 'ETIMEDOUT'
  /** A metric counts it, so it is not logged as an error. */
  readonly isCounted = true
  readonly waitedFor: WaitedFor

  constructor(waitedFor: WaitedFor) {
    super(`waited too long for a ${waitedFor}`)
    this.waitedFor = waitedFor
  }
}

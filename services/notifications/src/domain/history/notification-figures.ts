/** What became of some messages. */
export interface NotificationFigures {
  key: string
  created: number
  delivered: number
  failed: number
  cancelled: number
  /** From when a message was due until it was delivered; null if none was. */
  median: number | null
  p90: number | null
}

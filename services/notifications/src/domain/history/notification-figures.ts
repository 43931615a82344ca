import type { MedianAndP90 } from '@appointments/contracts'

/** Counts of messages by status, and their delivery time. */
export interface NotificationFigures {
  key: string
  created: number
  delivered: number
  failed: number
  cancelled: number
  /** Time from when a message was due until it was delivered; absent if no message was delivered. */
  secondsToDelivered?: MedianAndP90
}

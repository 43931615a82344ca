import type { MedianAndP90 } from '@appointments/contracts'

/** What became of some messages. */
export interface NotificationFigures {
  key: string
  created: number
  delivered: number
  failed: number
  cancelled: number
  /** From when a message was due until it was delivered; absent if none was. */
  secondsToDelivered?: MedianAndP90
}

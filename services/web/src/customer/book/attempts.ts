import type { Booking } from '../../api/booking.ts'
import { newKey } from '../../api/send.ts'

/** One booking that may have to be sent several times. */
export interface Attempt {
  booking: Booking
  codeId: string
  /** A retry with the same key has no further effect. */
  key: string
  /** Whether there was no response, so that it may have been booked. */
  isUnsettled: boolean
}

/** The next attempt. If the outcome of the last one is unknown, it is repeated unchanged unless the code is new. */
export function nextAttempt(last: Attempt | undefined, booking: Booking, codeId: string): Attempt {
  if (last?.isUnsettled === true && last.codeId === codeId) return last
  return { booking, codeId, key: newKey(), isUnsettled: false }
}

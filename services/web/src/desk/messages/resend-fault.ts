import { ApiError } from '../../api/send.ts'
import { clockTime } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { faultText } from '../fault-text.ts'
import { reasonText } from './message-words.ts'

/** Why a message was not sent again, in words. @param zone of the times */
export function resendFaultText(error: unknown, zone: string): string {
  if (!(error instanceof ApiError)) return faultText(error)
  const why = reasonText(error.body?.messageReason)
  if (error.code === 'NOT_RESENDABLE' && why !== undefined) return say('again.withheld', { why })
  if (error.status === 429 && error.retryAt !== undefined)
    return say('again.limit', { time: clockTime(error.retryAt, zone, pageLocale()) })
  return faultText(error)
}

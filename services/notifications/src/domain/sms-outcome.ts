import type { Outcome, Receipt } from './outcomes.ts'

/** Version of these tables, so that a decision can be traced to the table it came from. */
const PERMANENT_ON_SUBMIT = new Set([
  21211, 21214, 21217, 21610, 21408, 21612, 21614, 21606, 21617, 21604, 21623,
])
const TRANSIENT_ON_SUBMIT = new Set([20429, 21611, 30001, 30022, 30023])
const PERMANENT_ON_DELIVERY = new Set([30004, 30005, 30006, 30007, 30034, 21610])

/**
 * What a refused submission means.
 * @param status HTTP status
 * @param code the provider's error code, where it gave one
 */
export function submissionOutcome(status: number, code: number | undefined, message: string): Outcome {
  const providerStatus = code === undefined ? `HTTP_${status}` : String(code)
  // the account, not the message, is refused
  if (status === 401 || status === 403 || code === 20003) return { kind: 'unavailable', message }
  if (status === 429 || (code !== undefined && TRANSIENT_ON_SUBMIT.has(code)))
    return { kind: 'transient', providerStatus, message }
  if (code !== undefined && PERMANENT_ON_SUBMIT.has(code))
    return { kind: 'permanent', providerStatus, message }
  if (status >= 500) return { kind: 'unknown', providerStatus, message }
  return { kind: 'permanent', providerStatus, message }
}

const words: Record<number, string> = {
  30003: 'Unreachable destination handset',
  30004: 'Message blocked',
  30005: 'Unknown destination handset',
  30006: 'Landline or unreachable carrier',
  30007: 'Message filtered',
  30008: 'Unknown error',
  30034: 'Number not registered',
}

/** What a message's status means. The status decides; an error code may stand beside a message that is on its way. */
export function receiptOf(status: string, errorCode: number | null): Receipt {
  if (status === 'delivered' || status === 'read') return { kind: 'delivered', providerStatus: status }
  if (status === 'canceled') return { kind: 'cancelled', providerStatus: status }
  if (status !== 'undelivered' && status !== 'failed') return { kind: 'waiting', providerStatus: status }
  const message =
    errorCode === null ? status : [String(errorCode), words[errorCode]].filter(Boolean).join(' ')
  return {
    kind: 'undelivered',
    providerStatus: status,
    message,
    isPermanent: errorCode !== null && PERMANENT_ON_DELIVERY.has(errorCode),
  }
}

const RANK = ['queued', 'accepted', 'sending', 'sent']

/** The further of two statuses of a message on its way; news may come late, and never set it back. */
export const furthest = (known: string | null, news: string): string =>
  RANK.indexOf(known ?? '') > RANK.indexOf(news) && RANK.includes(news) ? (known as string) : news

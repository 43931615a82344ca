import { UNLISTED_RESUBMISSIONS, twilioCodes as codes } from './classification.ts'
import type { AddressFault, StatusReport, Outcome } from './outcomes.ts'

/** The provider's status of a message it has accepted, in the provider's terms. */
export interface TextState {
  providerId: string
  status: string
  errorCode: number | null
  /** Recipient's number. */
  to: string
}

/**
 * Classifies a rejected submission.
 * @param status HTTP status
 * @param code the provider's error code, if any
 */
export function submissionOutcome(status: number, code: number | undefined, message: string): Outcome {
  const providerStatus = code === undefined ? `HTTP_${status}` : String(code)
  // the account is rejected, not the message
  if (status === 401 || status === 403 || isOneOf(codes.accountRejected, code))
    return { kind: 'unavailable', message, rejected: 'ACCOUNT' }
  if (status === 429 || isOneOf(codes.transientOnSubmit, code))
    return { kind: 'transient', providerStatus, message }
  if (status >= 500 && !isOneOf(codes.permanentOnSubmit, code))
    return { kind: 'unknown', providerStatus, message }
  return { kind: 'permanent', providerStatus, message, ...faultOf(code) }
}

const isOneOf = (of: ReadonlySet<number>, code: number | undefined) => code !== undefined && of.has(code)

const faultOf = (code: number | undefined): { addressFault?: AddressFault } => {
  if (isOneOf(codes.stopped, code)) return { addressFault: 'STOP' }
  return isOneOf(codes.deadAddress, code) ? { addressFault: 'HARD_BOUNCE' } : {}
}

const errorTexts: Record<number, string> = {
  30003: 'Unreachable destination handset',
  30004: 'Message blocked',
  30005: 'Unknown destination handset',
  30006: 'Landline or unreachable carrier',
  30007: 'Message filtered',
  30008: 'Unknown error',
  30034: 'Number not registered',
  21610: 'Recipient replied STOP',
}

/** Classifies a message's status. The status decides; a message in transit may carry an error code as well. */
export function receiptOf(status: string, errorCode: number | null): StatusReport {
  if (status === 'delivered' || status === 'read') return { kind: 'delivered', providerStatus: status }
  if (status === 'canceled') return { kind: 'cancelled', providerStatus: status }
  if (status !== 'undelivered' && status !== 'failed') return { kind: 'waiting', providerStatus: status }
  const message =
    errorCode === null ? status : [String(errorCode), errorTexts[errorCode]].filter(Boolean).join(' ')
  const code = errorCode ?? undefined
  const isPermanent = isOneOf(codes.permanentOnDelivery, code)
  const isListed = isPermanent || isOneOf(codes.transientOnDelivery, code)
  return {
    kind: 'undelivered',
    providerStatus: status,
    message,
    isPermanent,
    ...(!isListed && { chances: UNLISTED_RESUBMISSIONS }),
    ...faultOf(code),
  }
}

/** Statuses of a message in the order they occur; final ones share a rank. */
const RANK: Readonly<Record<string, number>> = {
  queued: 0,
  accepted: 1,
  sending: 2,
  sent: 3,
  delivered: 4,
  undelivered: 4,
  failed: 4,
  canceled: 4,
  read: 4,
}

/** Whether a status is progress. Reports may arrive late, twice and in any order, and never set a message back. */
export const isFurther = (known: string | null, reported: string): boolean =>
  (RANK[reported] ?? -1) > (RANK[known ?? ''] ?? -1)

import type { NotificationStatus, NotificationStepReason, UsedTemplate } from '@appointments/contracts'
import { reasons, type FailureClass, type Notification, type Reason } from '../notification.ts'
import type { SentContent } from './sent-content.ts'
import type { WebhookAttempt } from '../webhooks/webhook-attempt.ts'
import { withoutAddresses } from './provider-text.ts'
import type { AddressFault, StatusReport, Outcome, Receipt } from './outcomes.ts'
import {
  LAST_RESUBMISSION_MS,
  nextPollAt,
  RECONCILE_MS,
  RESUBMISSION_DELAYS_MS,
  retryDelayMs,
  waitMs,
} from './retries.ts'

/** One entry in a notification's event history. */
export interface Step {
  event: string
  status: NotificationStatus
  providerStatus?: string
  message?: string
  reason?: NotificationStepReason
  attempt: number
  /** The template it was rendered with. */
  template?: UsedTemplate
}

/** The new state of a notification after an attempt, a receipt or a cancellation. */
export interface Transition {
  status: NotificationStatus
  providerStatus: string | null
  providerId: string | null
  message: string | null
  failureClass: FailureClass | null
  retryCount: number
  attemptNo: number
  waitCount: number
  resubmissionCount: number
  dueAt: Date | null
  nextRetryAt: Date | null
  nextPollAt: Date | null
  submittedAt: Date | null
  unknownSince: Date | null
  steps: Step[]
  /** The content that was sent. */
  sent?: SentContent
  /** The attempt, if the notification is a webhook. */
  tried?: WebhookAttempt
  /** Customers whose contact data a webhook contains. */
  quoted?: readonly string[]
  /** An address to suppress, as a keyed hash, and why. */
  suppression?: { recipient: string; reason: AddressFault }
}

interface Moment {
  now: Date
  /** A number from -1 to 1 that spreads retries and polls. */
  chance: number
}

const LONGEST_MESSAGE = 500

/** Text of a provider or receiver as it is stored. */
const keptMessage = (text: string): string => withoutAddresses(text).slice(0, LONGEST_MESSAGE)
const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** The current state without anything pending; the base of every transition. */
const base = (notification: Notification): Omit<Transition, 'status' | 'steps'> => ({
  providerStatus: notification.providerStatus,
  providerId: notification.providerId,
  message: notification.message,
  failureClass: notification.failureClass,
  retryCount: notification.retryCount,
  attemptNo: notification.attemptNo,
  waitCount: notification.waitCount,
  resubmissionCount: notification.resubmissionCount,
  dueAt: null,
  nextRetryAt: null,
  nextPollAt: null,
  submittedAt: notification.submittedAt,
  unknownSince: null,
})

/** The transition after an attempt to send. */
export function afterAttempt(notification: Notification, outcome: Outcome, moment: Moment): Transition {
  if (outcome.kind === 'unavailable') return waiting(notification, outcome, moment)
  const attempt = notification.attemptNo + 1
  const tried: Notification = { ...notification, attemptNo: attempt, waitCount: 0 }
  const message = 'message' in outcome ? keptMessage(outcome.message) : undefined
  const line = {
    providerStatus: outcome.providerStatus,
    ...(message !== undefined && { message }),
    attempt,
  }
  const reported = { ...base(tried), providerStatus: outcome.providerStatus, message: message ?? null }
  switch (outcome.kind) {
    case 'delivered': {
      const steps: Step[] = [
        { event: 'attempt', status: 'PENDING', ...line },
        { event: 'delivered', status: 'DELIVERED', ...line },
      ]
      return { ...reported, status: 'DELIVERED', failureClass: null, steps }
    }
    case 'submitted': {
      const pollAt = nextPollAt(moment.now, moment.now, moment.chance) ?? moment.now
      const { providerId } = outcome
      return {
        ...reported,
        status: 'PENDING',
        providerId,
        submittedAt: moment.now,
        dueAt: pollAt,
        nextPollAt: pollAt,
        steps: [
          { event: 'attempt', status: 'PENDING', ...line },
          { event: 'submitted', status: 'PENDING', ...line },
        ],
      }
    }
    case 'permanent': {
      const steps: Step[] = [
        { event: 'attempt', status: 'PENDING', ...line },
        { event: 'failed', status: 'FAILED', ...line },
      ]
      return { ...reported, status: 'FAILED', failureClass: 'PERMANENT', steps }
    }
    case 'unknown':
      return notification.channel === 'SMS'
        ? reconciling(tried, outcome, moment)
        : retrying(tried, { ...outcome, kind: 'transient' }, moment, 'outcome_unknown')
    case 'transient':
      return retrying(tried, outcome, moment)
  }
}

/** Retries later, unless the retries or the time are used up. */
function retrying(
  notification: Notification,
  outcome: Extract<Outcome, { kind: 'transient' }>,
  { now, chance }: Moment,
  reason?: Reason,
): Transition {
  const { channel, type, retryCount, earlierRetries, relevantUntil, attemptNo: attempt } = notification
  const { leastDelayMs, retryAfterMs, providerStatus } = outcome
  const message = keptMessage(outcome.message)
  const line = { providerStatus, message, attempt }
  const tried: Step = { event: 'attempt', status: 'PENDING', ...line, ...(reason && { reason }) }
  const wait = { leastDelayMs, retryAfterMs, chance }
  const delayMs = retryDelayMs(channel, type, retryCount - earlierRetries, wait)
  const at = delayMs === undefined ? undefined : after(now, delayMs)
  if (!at || at > relevantUntil) {
    const end = at ? 'deadline_passed' : 'attempts_exhausted'
    return {
      ...base(notification),
      status: 'FAILED',
      providerStatus,
      message,
      failureClass: 'TRANSIENT',
      steps: [tried, { event: 'failed', status: 'FAILED', ...line, reason: end }],
    }
  }
  return {
    ...base(notification),
    status: 'PENDING',
    providerStatus,
    message,
    failureClass: 'TRANSIENT',
    retryCount: retryCount + 1,
    dueAt: at,
    nextRetryAt: at,
    steps: [tried, { event: 'retry_scheduled', status: 'PENDING', ...line }],
  }
}

/**
 * It is unknown whether the provider has the message, so it is looked up there before it is sent again. The search
 * starts at the time of the claim, because the provider may have accepted the message long before the connection
 * was lost.
 */
function reconciling(
  notification: Notification,
  { providerStatus, message }: Extract<Outcome, { kind: 'unknown' }>,
  { now, chance }: Moment,
): Transition {
  const soon = { kind: 'transient', providerStatus, message, leastDelayMs: RECONCILE_MS } as const
  const next = retrying(notification, soon, { now, chance }, 'outcome_unknown')
  // kept after the last retry as well, because a user may send it again
  return { ...next, unknownSince: notification.unknownSince ?? notification.updatedAt }
}

/** Waits, longer each time, while nothing can be sent at all. */
function waiting(
  notification: Notification,
  { message, rejected }: Extract<Outcome, { kind: 'unavailable' }>,
  { now }: Moment,
): Transition {
  const why = {
    message: keptMessage(message),
    ...(rejected && { reason: 'channel_parked' as const }),
  }
  const next = deferred(notification, after(now, waitMs(notification.waitCount)), why)
  return next.status === 'PENDING' ? { ...next, waitCount: notification.waitCount + 1 } : next
}

/** Waits until a time without counting an attempt, because nothing was tried; fails if that is too late. */
export function deferred(
  notification: Notification,
  at: Date,
  { message, reason }: { message: string; reason?: Reason },
): Transition {
  const line = {
    providerStatus: 'WAITING',
    message,
    attempt: notification.attemptNo,
    ...(reason && { reason }),
  }
  const kept = {
    ...base(notification),
    providerStatus: 'WAITING',
    message,
    failureClass: 'TRANSIENT' as const,
    unknownSince: notification.unknownSince,
  }
  if (at > notification.relevantUntil) {
    const steps: Step[] = [{ event: 'failed', status: 'FAILED', ...line, reason: 'deadline_passed' }]
    return { ...kept, status: 'FAILED', steps }
  }
  return {
    ...kept,
    status: 'PENDING',
    dueAt: at,
    nextRetryAt: at,
    steps: [{ event: 'deferred', status: 'PENDING', ...line }],
  }
}

/**
 * The transition if the provider turns out to have a message whose submission was unknown. Its attempt has been
 * counted already, and nothing is sent again.
 */
export function foundAtProvider(
  notification: Notification,
  providerId: string,
  report: StatusReport,
  moment: Moment,
): Transition {
  const accepted = {
    ...notification,
    providerId,
    submittedAt: moment.now,
    unknownSince: null,
    failureClass: null,
  }
  const found: Step = {
    event: 'submitted',
    status: 'PENDING',
    providerStatus: report.providerStatus,
    reason: 'found_at_provider',
    attempt: notification.attemptNo,
  }
  const next = afterReceipt(accepted, report, moment)
  return { ...next, steps: [found, ...next.steps] }
}

/** The transition after a provider's report about an accepted message. */
export function afterReceipt(notification: Notification, receipt: Receipt, moment: Moment): Transition {
  const attempt = notification.attemptNo
  const message = 'message' in receipt ? keptMessage(receipt.message) : null
  const providerStatus = 'providerStatus' in receipt ? receipt.providerStatus : notification.providerStatus
  const line = {
    ...(providerStatus !== null && { providerStatus }),
    ...(message !== null && { message }),
    attempt,
  }
  const reported = { ...base(notification), providerStatus, message }
  switch (receipt.kind) {
    case 'delivered': {
      const steps: Step[] = [
        { event: 'receipt', status: 'PENDING', ...line },
        { event: 'delivered', status: 'DELIVERED', ...line },
      ]
      return { ...reported, status: 'DELIVERED', failureClass: null, steps }
    }
    case 'cancelled': {
      const steps: Step[] = [
        { event: 'cancelled', status: 'CANCELLED', ...line, reason: 'provider_cancelled' },
      ]
      return { ...reported, status: 'CANCELLED', message: reasons.provider_cancelled, steps }
    }
    case 'undelivered': {
      const receiptStep: Step = { event: 'receipt', status: 'PENDING', ...line }
      const at = receipt.isPermanent ? undefined : resubmissionAt(notification, receipt.chances, moment.now)
      if (!at) {
        const failureClass = receipt.isPermanent ? 'PERMANENT' : 'TRANSIENT'
        const steps: Step[] = [receiptStep, { event: 'failed', status: 'FAILED', ...line }]
        return { ...reported, status: 'FAILED', failureClass, providerId: null, steps }
      }
      return {
        ...reported,
        status: 'PENDING',
        failureClass: 'TRANSIENT',
        providerId: null,
        submittedAt: null,
        retryCount: notification.retryCount + 1,
        resubmissionCount: notification.resubmissionCount + 1,
        dueAt: at,
        nextRetryAt: at,
        steps: [receiptStep, { event: 'retry_scheduled', status: 'PENDING', ...line }],
      }
    }
    case 'waiting':
    case 'no_report': {
      const at = nextPollAt(notification.submittedAt ?? notification.updatedAt, moment.now, moment.chance)
      if (at) return { ...reported, status: 'PENDING', dueAt: at, nextPollAt: at, steps: [] }
      // carriers that send no receipt leave a message at `sent` for good
      if (providerStatus === 'sent') {
        const noReceipt = 'no carrier receipt'
        const steps: Step[] = [{ event: 'delivered', status: 'DELIVERED', ...line, reason: 'no_receipt' }]
        return { ...reported, status: 'DELIVERED', message: noReceipt, failureClass: null, steps }
      }
      const steps: Step[] = [{ event: 'failed', status: 'FAILED', ...line, reason: 'no_receipt' }]
      return {
        ...reported,
        status: 'FAILED',
        providerStatus: 'POLL_TIMEOUT',
        failureClass: 'TRANSIENT',
        steps,
      }
    }
  }
}

/** @param chances maximum number of resubmissions */
function resubmissionAt(
  { type, resubmissionCount, relevantUntil }: Notification,
  chances = RESUBMISSION_DELAYS_MS.length,
  now: Date,
): Date | undefined {
  // so close to the start, a second reminder is billed again and of no use
  if (type === 'REMINDER' && relevantUntil.getTime() - now.getTime() < LAST_RESUBMISSION_MS) return undefined
  const delayMs = RESUBMISSION_DELAYS_MS.slice(0, chances)[resubmissionCount]
  const at = delayMs === undefined ? undefined : after(now, delayMs)
  return at && at <= relevantUntil ? at : undefined
}

/** The transition of a notification that must not be sent. */
export const cancelFor = (notification: Notification, reason: Reason): Transition => ({
  ...base(notification),
  status: 'CANCELLED',
  // the claim set it to SENDING
  providerStatus: null,
  message: reasons[reason],
  steps: [{ event: 'cancelled', status: 'CANCELLED', reason, attempt: notification.attemptNo }],
})

/**
 * Whether a person may send a notification again.
 * @param isReachable whether its channel is enabled and its address not suppressed
 */
export const canRetry = (
  { status, failureClass, nextRetryAt, relevantUntil, hasContent }: Notification,
  isReachable: boolean,
  now: Date,
): boolean =>
  (status === 'FAILED' || (status === 'PENDING' && nextRetryAt !== null)) &&
  failureClass !== 'PERMANENT' &&
  now < relevantUntil &&
  hasContent &&
  isReachable

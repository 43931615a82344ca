import type { NotificationChannel, NotificationType } from '@appointments/contracts'
import type { Notification } from '../notification.ts'

const S = 1000
const M = 60 * S
const H = 60 * M

const WEBHOOKS = [5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H]
const EMAIL = [30 * S, 2 * M, 10 * M, 30 * M, H, 2 * H]
const EMAIL_BEFORE_START = [30 * S, 2 * M, 5 * M, 10 * M, 20 * M]
const SMS = [5 * S, 30 * S, 2 * M, 10 * M, 30 * M]

/** Waits before an accepted but undelivered message is submitted again. */
export const RESUBMISSION_DELAYS_MS = [10 * M, H]
/** Minimum time before the start at which a reminder is still resubmitted. */
export const LAST_RESUBMISSION_MS = 2 * H
/** Times after submission at which the provider is polled unless its callback arrived. */
export const POLL_TIMES_MS = [30 * S, 2 * M, 10 * M, 30 * M, 2 * H, 6 * H, 12 * H, 24 * H, 36 * H]
/** How long to look for an interrupted message at the provider before sending it again. */
export const RECONCILE_MS = M

const JITTER = { retry: 0.2, poll: 0.1 }
const WAIT_BASE_MS = 5 * S
const WAIT_MOST_MS = 2 * M
const RETRY_AFTER_MOST_MS = H

/** Waits after each failed attempt of a notification, in milliseconds. */
export function retryDelaysMs(channel: NotificationChannel, type: NotificationType): readonly number[] {
  if (channel === 'WEBHOOKS') return WEBHOOKS
  if (channel === 'SMS') return SMS
  return type === 'REMINDER' || type === 'ROOM' ? EMAIL_BEFORE_START : EMAIL
}

/**
 * Wait before the next attempt; undefined if the attempts are used up.
 * @param retryCount retries so far
 * @param chance a number from -1 to 1 that spreads the retries
 */
export function retryDelayMs(
  channel: NotificationChannel,
  type: NotificationType,
  retryCount: number,
  {
    leastDelayMs = 0,
    retryAfterMs,
    chance,
  }: { leastDelayMs?: number | undefined; retryAfterMs?: number | undefined; chance: number },
): number | undefined {
  const base = retryDelaysMs(channel, type)[retryCount]
  if (base === undefined) return undefined
  if (retryAfterMs !== undefined) {
    return Math.max(base, leastDelayMs, Math.min(retryAfterMs, Math.max(2 * base, RETRY_AFTER_MOST_MS)))
  }
  return Math.round(Math.max(base * (1 + JITTER.retry * chance), leastDelayMs))
}

/**
 * Retries of a notification that a person sends again. A retry is already counted while it is pending, and also if
 * its deadline passed before it started. The first attempt is never a retry, however late it is.
 */
export const retriesWhenSentAgain = ({
  status,
  retryCount,
  attemptNo,
}: Pick<Notification, 'status' | 'retryCount' | 'attemptNo'>): number =>
  status === 'FAILED' && attemptNo > retryCount ? retryCount + 1 : retryCount

/** Pause while the channel is down. It doubles each time and does not use up an attempt. */
export const waitMs = (waitCount: number): number => Math.min(WAIT_BASE_MS * 2 ** waitCount, WAIT_MOST_MS)

/** The next time to poll the provider; undefined after the last one. */
export function nextPollAt(submittedAt: Date, now: Date, chance: number): Date | undefined {
  const next = POLL_TIMES_MS.find((ms) => submittedAt.getTime() + ms > now.getTime())
  return next === undefined
    ? undefined
    : new Date(Math.max(now.getTime() + S, submittedAt.getTime() + next * (1 + JITTER.poll * chance)))
}

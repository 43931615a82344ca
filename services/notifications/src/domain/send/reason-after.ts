import { notificationReasons, type NotificationReason } from '@appointments/contracts'
import type { Notification } from '../notification.ts'
import type { Transition } from './transition.ts'

/** Status of a message that could not be made. */
export const TEMPLATE_ERROR = 'TEMPLATE_ERROR'

const isReasonOfRecord = (reason: string | undefined): reason is NotificationReason =>
  (notificationReasons as readonly (string | undefined)[]).includes(reason)

/**
 * The reason that a record shows after a transition: that of its last step, which no warning is. A failure without a
 * reason of its own is a rejection. A poll without news changes nothing.
 */
export function reasonAfter(
  { reason: before }: Pick<Notification, 'reason'>,
  { status, providerStatus, steps }: Pick<Transition, 'status' | 'providerStatus' | 'steps'>,
): NotificationReason | null {
  const last = steps.filter(({ event }) => event !== 'warned').at(-1)
  if (!last) return before
  if (isReasonOfRecord(last.reason)) return last.reason
  if (status !== 'FAILED') return null
  return providerStatus === TEMPLATE_ERROR ? 'not_rendered' : 'rejected'
}

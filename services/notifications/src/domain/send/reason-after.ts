import { notificationReasons, type NotificationReason } from '@appointments/contracts'
import type { Notification } from '../notification.ts'
import type { Transition } from './transition.ts'

/** Status of a message that could not be rendered. */
export const TEMPLATE_ERROR = 'TEMPLATE_ERROR'

const isReasonOfRecord = (reason: string | undefined): reason is NotificationReason =>
  (notificationReasons as readonly (string | undefined)[]).includes(reason)

/**
 * The reason of a record after a transition is the reason of its last step; warnings do not count. A failure without a
 * specific reason counts as rejected. A poll without news changes nothing.
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

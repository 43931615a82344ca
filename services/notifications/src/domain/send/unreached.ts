import type { Notification, Reason } from '../notification.ts'
import type { Transition } from './transition.ts'

/**
 * Reasons that make a channel useless for a customer, whatever the message. Unsubscribing is not among them: such a
 * customer can be reached but wants fewer messages.
 */
const UNREACHABLE: readonly (Reason | undefined)[] = [
  'no_address',
  'address_unproved',
  'recipient_stopped',
  'address_dead',
  'recipient_complained',
  'address_suppressed',
]

/** Whether to try another channel: this one cannot reach the customer, and retries cannot change that. */
export const leavesUnreached = (
  { channel }: Pick<Notification, 'channel'>,
  { status, failureClass, steps }: Transition,
): boolean =>
  channel !== 'WEBHOOKS' &&
  ((status === 'FAILED' && failureClass === 'PERMANENT') ||
    (status === 'CANCELLED' && UNREACHABLE.includes(steps.at(-1)?.reason as Reason | undefined)))

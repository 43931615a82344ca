import type { Notification } from '../../domain/notification.ts'
import type { Transition } from '../../domain/send/transition.ts'
import type { Deps } from '../deps.ts'

/** Counts a message that goes out again although it may have arrived; an SMS is looked for at its provider first. */
export function countRepetition(
  { possibleDuplicates }: Deps,
  { channel }: Notification,
  { status, steps }: Transition,
): void {
  if (channel === 'SMS' || status !== 'PENDING') return
  if (steps.some(({ reason }) => reason === 'outcome_unknown')) possibleDuplicates.count({ channel })
}

import type { Notification } from '../../domain/notification.ts'
import type { Transition } from '../../domain/send/transition.ts'
import type { Deps } from '../deps.ts'

/**
 * Counts a message that is sent again although it may have arrived. SMS are not counted: the provider is searched
 * first.
 */
export function countRepetition(
  { possibleDuplicates }: Deps,
  { channel }: Notification,
  { status, steps }: Transition,
): void {
  if (channel === 'SMS' || status !== 'PENDING') return
  if (steps.some(({ reason }) => reason === 'outcome_unknown')) possibleDuplicates.count({ channel })
}

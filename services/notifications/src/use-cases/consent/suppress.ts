import type { Tx } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import type { Transition } from '../../domain/send/transition.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'

/** Suppresses an address after a message has shown that it must not or cannot be used. */
export async function suppress(
  tx: Tx,
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  { id, applicationId, channel }: Pick<Notification, 'id' | 'applicationId' | 'channel'>,
  suppression: Transition['suppression'],
): Promise<void> {
  if (!suppression || channel === 'WEBHOOKS') return
  await suppressions.add(tx, {
    id: `sup_${newId()}`,
    applicationId,
    channel,
    ...suppression,
    notificationId: id,
    createdAt: clock.now(),
  })
}

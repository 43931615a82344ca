import type { Tx } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import type { Transition } from '../../domain/send/transition.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'

/** Keeps an application from sending anything more to an address that a message to it has shown to be of no use. */
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

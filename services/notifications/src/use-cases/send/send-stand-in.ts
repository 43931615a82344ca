import type { Tx } from '@appointments/postgres'
import { fallbackChannels, standInFor } from '../../domain/plan/fallback.ts'
import type { Notification } from '../../domain/notification.ts'
import { addressOf } from '../../domain/plan/recipients.ts'
import type { Transition } from '../../domain/send/transition.ts'
import { leavesUnreached } from '../../domain/send/unreached.ts'
import { applications } from '../../repositories/applications.ts'
import { appointments } from '../../repositories/plan/appointments.ts'
import { notifications } from '../../repositories/plan/notifications.ts'
import { configuredChannels, type Deps } from '../deps.ts'
import { keptSource, passOn } from '../history/sealed-source.ts'

/**
 * Sends an undeliverable message over another channel if the application names one, and if the customer has an address
 * for this channel and does not get the message over it anyway.
 * @param transition the result of the notification, stored in the same transaction
 */
export async function sendStandIn(
  tx: Tx,
  deps: Deps,
  notification: Notification,
  transition: Transition,
): Promise<void> {
  if (!leavesUnreached(notification, transition)) return
  const { appointmentId, applicationId, recipientKey, type, channel } = notification
  const application = await applications.find(tx, applicationId)
  const kept = keptSource(deps, notification)
  const known = kept ?? (await appointments.find(tx, appointmentId))
  const customer =
    kept?.customer ??
    (await appointments.findContacts(tx, appointmentId)).find(({ id }) => id === recipientKey)
  if (!known || !customer) return
  const configured = configuredChannels(deps, application)
  const now = deps.clock.now()
  for (const other of fallbackChannels(application, type, channel)) {
    if (!configured.has(other) || addressOf(customer, other) === undefined) continue
    if (await notifications.isNotifiedOver(tx, notification, other)) continue
    const draft = standInFor(notification, other, { ...deps, whole: known.whole, application, now })
    notifications.insert(tx, [draft], now)
    if (kept) passOn(tx, deps, kept, { id: draft.id, standsInFor: notification.id })
    return
  }
}

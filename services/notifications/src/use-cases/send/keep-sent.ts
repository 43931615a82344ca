import type { Tx } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import type { Transition } from '../../domain/send/transition.ts'
import { messageContents } from '../../repositories/history/message-contents.ts'
import { appointments } from '../../repositories/plan/appointments.ts'
import { webhookAttempts } from '../../repositories/webhooks/webhook-attempts.ts'

/**
 * Stores what was sent and what a receiver responded, except what may quote a customer who was removed while it was sent.
 */
export async function keepSent(
  tx: Tx,
  notification: Notification,
  { sent, tried, quoted = [] }: Pick<Transition, 'sent' | 'tried' | 'quoted'>,
  now: Date,
): Promise<void> {
  const isKept =
    quoted.length === 0 || (await appointments.holdContacts(tx, notification.appointmentId, quoted))
  if (sent && isKept) messageContents.keep(tx, notification, sent, now)
  if (!tried) return
  const { error: _, response: __, ...unquoted } = tried
  webhookAttempts.keep(tx, notification, isKept ? tried : unquoted)
}

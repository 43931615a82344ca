import type { Tx } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import type { Transition } from '../../domain/send/transition.ts'
import { messageContents } from '../../repositories/history/message-contents.ts'
import { appointments } from '../../repositories/plan/appointments.ts'
import { webhookAttempts } from '../../repositories/webhooks/webhook-attempts.ts'

/**
 * Stores the receiver's response, and the sent content if it quotes customers. Stores neither if a quoted customer was
 * removed during the attempt. Any other content is stored with the result.
 */
export async function keepSent(
  tx: Tx,
  notification: Notification,
  { sent, tried, quoted = [] }: Pick<Transition, 'sent' | 'tried' | 'quoted'>,
  now: Date,
): Promise<void> {
  const hasQuotes = quoted.length > 0
  const isKept = !hasQuotes || (await appointments.holdContacts(tx, notification.appointmentId, quoted))
  if (sent && hasQuotes && isKept) messageContents.keep(tx, notification, sent, now)
  if (!tried) return
  const { error: _, response: __, ...unquoted } = tried
  webhookAttempts.keep(tx, notification, isKept ? tried : unquoted)
}

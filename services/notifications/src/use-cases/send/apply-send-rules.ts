import { isEssential } from '../../domain/plan/essential.ts'
import { sendableUntil } from '../../domain/send/fence.ts'
import { reasons, type Notification, type Reason } from '../../domain/notification.ts'
import { outsideQuietHours, quietHoursFor } from '../../domain/plan/quiet-hours.ts'
import { mostPerRecipient, rateOf } from '../../domain/send/send-limits.ts'
import { cancelFor, deferred, type Transition } from '../../domain/send/transition.ts'
import { suppressedBy } from '../../domain/consent/suppression.ts'
import { usefulUntil } from '../../domain/plan/windows.ts'
import type { MessageSource } from '../../messages/message-source.ts'
import { sendBudgets } from '../../repositories/send/send-budgets.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'

/**
 * The transition that delays or cancels a due message to a person: because its address is suppressed, or because of
 * quiet hours, the application's rate or the recipient's daily limit. Undefined if it can be sent.
 */
export async function applySendRules(
  deps: Deps,
  source: MessageSource,
  address: string,
): Promise<Transition | undefined> {
  const { testMode } = source.application.notifications
  // test messages are not sent, so suppressions and limits do not apply
  const suppression = testMode ? undefined : await suppressed(deps, source, address)
  if (suppression) return suppression
  const quiet = atNight(source, deps.clock.now())
  if (quiet || testMode) return quiet
  return beyondLimits(deps, source, address)
}

const waits = (notification: Notification, at: Date, reason: Reason) =>
  deferred(notification, at, { message: reasons[reason], reason })

async function suppressed(
  { pool, fingerprint }: Deps,
  { notification }: MessageSource,
  address: string,
): Promise<Transition | undefined> {
  const { applicationId, channel, type } = notification
  if (channel === 'WEBHOOKS') return undefined
  const recipient = fingerprint(address)
  const reason = suppressedBy(type, await suppressions.of(pool, { applicationId, channel, recipient }))
  return reason && cancelFor(notification, reason)
}

/** Late messages and retries may become due during quiet hours. */
function atNight({ notification, whole, application }: MessageSource, now: Date): Transition | undefined {
  const { type, channel, context } = notification
  const quiet = quietHoursFor(application, type, channel, whole.appointment.timezone)
  if (!quiet) return undefined
  const deadline = usefulUntil(whole.appointment, context, [sendableUntil(notification)], now)
  const at = outsideQuietHours(now, quiet, deadline, now)
  if (!at) return cancelFor(notification, 'quiet_hours')
  return at > now ? waits(notification, at, 'quiet_hours') : undefined
}

async function beyondLimits(
  { pool, clock, fingerprint }: Deps,
  { notification, application }: MessageSource,
  address: string,
): Promise<Transition | undefined> {
  const { id, applicationId, type, channel } = notification
  const rate = rateOf(application, channel)
  if (!rate) return undefined
  const now = clock.now()
  const turn = await sendBudgets.takeTurn(pool, {
    notificationId: id,
    applicationId,
    channel,
    recipient: fingerprint(address),
    mostPerRecipient: isEssential(type) ? undefined : mostPerRecipient(application),
    rate,
    urgent: isEssential(type),
    latest: sendableUntil(notification),
    now,
  })
  if (!turn) return cancelFor(notification, 'rate_limited')
  if (!turn.hasCome) return waits(notification, turn.at, 'rate_limited')
  return turn.isCounted ? undefined : cancelFor(notification, 'recipient_limit')
}

import type { Application, NotificationChannel } from '@appointments/contracts'
import { mayGoOver } from '../../domain/plan/matrix.ts'
import type { Notification } from '../../domain/notification.ts'
import { addressOf } from '../../domain/plan/recipients.ts'
import { canRetry } from '../../domain/send/transition.ts'
import { suppressedBy } from '../../domain/consent/suppression.ts'
import { takesWebhooks } from '../../domain/webhooks/webhook-endpoint.ts'
import { appointments } from '../../repositories/plan/appointments.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import { configuredChannels, type Deps } from '../deps.ts'

/** A notification and whether it can be sent again at the moment. */
export type RetryableNotification = Notification & { canRetry: boolean }

/** Marks notifications that can be sent again now; for webhooks the endpoint must still be enabled. */
export async function markRetryable<Found extends Notification>(
  deps: Deps,
  application: Application,
  found: readonly Found[],
): Promise<(Found & { canRetry: boolean })[]> {
  const now = deps.clock.now()
  const configured = configuredChannels(deps, application)
  const endpoints = await webhookEndpoints.findRecipients(deps.pool, application.id)
  const open = new Set(endpoints.filter(takesWebhooks).map(({ id }) => id))
  const isOpen = (channel: NotificationChannel, recipientKey: string) =>
    configured.has(channel) && (channel !== 'WEBHOOKS' || open.has(recipientKey))
  const isSuppressed = await suppressedAmong(deps, application, found)
  return found.map((one) => {
    const isReachable =
      mayGoOver(application, one) && isOpen(one.channel, one.recipientKey) && !isSuppressed(one)
    return { ...one, canRetry: canRetry(one, isReachable, now) }
  })
}

/** Returns a function that checks whether a notification goes to a suppressed address. */
async function suppressedAmong(
  { pool, fingerprint }: Deps,
  { id: applicationId, notifications }: Application,
  found: readonly Notification[],
): Promise<(one: Notification) => boolean> {
  // test messages are not sent, so suppressions do not apply
  const toPeople = notifications.testMode ? [] : found.filter(isToPerson)
  const recipients = new Map<string, string>()
  const contacts = await appointments.findContactsOf(pool, [
    ...new Set(toPeople.map((one) => one.appointmentId)),
  ])
  for (const one of toPeople) {
    const customer = contacts.get(one.appointmentId)?.find(({ id }) => id === one.recipientKey)
    const address = customer && addressOf(customer, one.channel)
    if (address !== undefined) recipients.set(one.id, fingerprint(address))
  }
  const known = await suppressions.ofAll(pool, applicationId, [...new Set(recipients.values())])
  return ({ id, channel, type }) => {
    const theirs = known.filter((one) => one.channel === channel && one.recipient === recipients.get(id))
    return suppressedBy(type, theirs) !== undefined
  }
}

/** Only messages that have not arrived can be sent again. */
const isToPerson = (one: Notification): boolean =>
  one.channel !== 'WEBHOOKS' && (one.status === 'FAILED' || one.status === 'PENDING')

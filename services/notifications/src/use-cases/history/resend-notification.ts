import { actorOf, problem, type Application, type CustomerRecord } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import { suppressedBy } from '../../domain/consent/suppression.ts'
import { reasons, type Notification, type Reason } from '../../domain/notification.ts'
import { mayGoOver } from '../../domain/plan/matrix.ts'
import { addressOf, hasUnproved } from '../../domain/plan/recipients.ts'
import { fenced } from '../../domain/send/fence.ts'
import { anewDraft, isAheadOf } from '../../domain/send/resend.ts'
import { appointments, type AppointmentCopy } from '../../repositories/plan/appointments.ts'
import { notifications } from '../../repositories/plan/notifications.ts'
import { resends } from '../../repositories/send/resends.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import { configuredChannels, maySendAs, type Deps } from '../deps.ts'
import type { RetryableNotification } from './mark-retryable.ts'
import { requireVisibleAppointment, type AppointmentRequest } from './require-visible-appointment.ts'

/** Maximum number of messages that are resent to one address within an hour. */
const MOST_AN_HOUR = 3

const notResendable = (detail: string) => problem('NOT_RESENDABLE', detail)
const withheld = (reason: Reason) =>
  problem('NOT_RESENDABLE', {
    detail: `The message would not be sent: ${reasons[reason]}.`,
    extensions: { messageReason: reason },
  })

/**
 * Sends a message to a customer again. A new record has the same type, channel and recipient, and is about the current
 * appointment.
 * @throws Problem NOTIFICATION_NOT_FOUND
 * @throws Problem NOT_RESENDABLE for webhooks, for an appointment that is closed or over, and if the message would not
 *   be sent
 * @throws Problem RATE_LIMITED for the fourth message to an address within an hour
 */
export const resendNotification =
  (deps: Deps) =>
  async (request: AppointmentRequest & { notificationId: string }): Promise<Keyed<RetryableNotification>> => {
    const { known, application, mayLook } = await requireVisibleAppointment(deps, request)
    if (!mayLook) throw problem('NOTIFICATION_NOT_FOUND')
    return deps.transaction(async (tx) => {
      deps.about(tx, request.appointmentId)
      // without the lock, a concurrent erasure would not see the new record
      appointments.lock(tx, request.appointmentId)
      const earlier = await notifications.lock(tx, request.appointmentId, request.notificationId)
      if (!earlier) throw problem('NOTIFICATION_NOT_FOUND')
      const { customer, address } = await requireRecipient(tx, deps, earlier, known, application)
      const now = deps.clock.now()
      const id = `ntf_${deps.newId()}`
      const { whole, inviteSequence } = known
      const actor = actorOf(request.caller)
      const draft = anewDraft(earlier, { id, application, whole, inviteSequence, customer, actor, now })
      if (draft.status === 'CANCELLED' && draft.reason) throw withheld(draft.reason)
      if (draft.relevantUntil <= now) throw withheld('missed_window')
      const { applicationId } = earlier
      const recipient = deps.fingerprint(address)
      const next = await resends.count(
        tx,
        { notificationId: id, applicationId, recipient },
        MOST_AN_HOUR,
        now,
      )
      if (next)
        throw problem('RATE_LIMITED', {
          detail: `At most ${MOST_AN_HOUR} messages an hour can be resent to one recipient.`,
          retryAfter: Math.ceil((next.getTime() - now.getTime()) / 1000),
        })
      notifications.insert(tx, [draft], now)
      const stored = (await notifications.lock(tx, request.appointmentId, id)) as Notification
      return { ...stored, canRetry: false }
    })
  }

/**
 * The customer and the address of a message that can be resent.
 * @throws Problem NOT_RESENDABLE with the reason if it cannot be
 */
async function requireRecipient(
  tx: Tx,
  deps: Deps,
  earlier: Notification,
  known: AppointmentCopy,
  application: Application,
): Promise<{ customer: CustomerRecord; address: string }> {
  const now = deps.clock.now()
  const { type, channel, recipientKey, applicationId } = earlier
  if (channel === 'WEBHOOKS')
    throw notResendable('Redeliver a webhook through the deliveries of its endpoint.')
  if (!isAheadOf(known.whole, now)) throw notResendable('The appointment is closed or over.')
  const barrier = fenced(
    { ...earlier, plannedOffset: null, missedAfter: null, relevantUntil: now },
    known,
    now,
  )
  if (barrier) throw withheld(barrier)
  if (!known.whole.appointment.notificationsActive || !application.notifications.active)
    throw withheld('notifications_off')
  if (!configuredChannels(deps, application).has(channel) || !mayGoOver(application, earlier))
    throw withheld('channel_disabled')
  if (!maySendAs(deps, application, channel)) throw withheld('sender_not_allowed')
  const contacts = await appointments.findContacts(tx, known.whole.appointment.id)
  const customer = contacts.find(({ id }) => id === recipientKey)
  const address = customer && addressOf(customer, channel)
  if (!customer || address === undefined)
    throw withheld(customer && hasUnproved(customer, channel) ? 'address_unproved' : 'no_address')
  if (application.notifications.testMode) return { customer, address }
  const recipient = deps.fingerprint(address)
  const suppression = suppressedBy(type, await suppressions.of(tx, { applicationId, channel, recipient }))
  if (suppression) throw withheld(suppression)
  return { customer, address }
}

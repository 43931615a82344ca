import { isOpen, wholeVersion } from '@appointments/appointment'
import type { Actor, Application, CustomerRecord, WholeAppointment } from '@appointments/contracts'
import { isScheduledType, type Context, type Draft, type Notification } from '../notification.ts'
import { priorityOf } from '../plan/matrix.ts'
import { nameOf } from '../plan/recipients.ts'
import { timed } from '../plan/timed.ts'
import { relevantUntil } from '../plan/windows.ts'
import { forRecipient } from '../wording/for-recipient.ts'

/** The parts of a message that is sent again. */
interface Anew {
  id: string
  application: Application
  whole: WholeAppointment
  inviteSequence: number
  customer: CustomerRecord
  actor: Actor
  now: Date
}

/** Whether an appointment is neither closed nor over, so that messages about it are still useful. */
export const isAheadOf = ({ appointment }: WholeAppointment, now: Date): boolean =>
  isOpen(appointment) && new Date(appointment.end) > now

/** Creates a record of the same type, channel and recipient as another one, about the current appointment. */
export function anewDraft(
  notification: Notification,
  { id, application, whole, inviteSequence, customer, actor, now }: Anew,
): Draft {
  const { type, channel, recipientKey, id: resendOf } = notification
  // the new record does not name the author of the text, so it gets only what this recipient may see
  const { context: earlier } = forRecipient({ notification, whole, customer }).notification
  const { previous, userMessage, manageVersions, standsInFor } = earlier
  const context: Context = {
    trigger: { operation: 'resend', actor },
    eventId: id,
    at: now.toISOString(),
    revision: wholeVersion(whole),
    resendOf,
    ...(previous && { previous }),
    ...(userMessage !== undefined && { userMessage }),
    ...(manageVersions && { manageVersions }),
    ...(standsInFor !== undefined && { standsInFor }),
  }
  const scheduled = isScheduledType(type) ? { scheduledFor: now } : {}
  const draft: Draft = {
    id,
    applicationId: application.id,
    appointmentId: whole.appointment.id,
    sourceEventId: id,
    type,
    channel,
    recipientKey,
    recipientType: 'CUSTOMER',
    recipientName: nameOf(customer),
    status: 'INITIALIZED',
    ...scheduled,
    relevantUntil: relevantUntil(type, channel, whole.appointment, { now, ...scheduled }),
    appointmentRevision: whole.appointment.version,
    inviteSequence,
    priority: priorityOf(type),
    context,
  }
  return timed(draft, { whole, application, now }, now, undefined)
}

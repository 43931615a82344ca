import { customersOf, withoutTexts } from '@appointments/appointment'
import type { Actor, CustomerRecord, WholeAppointment } from '@appointments/contracts'
import type { Notification } from '../notification.ts'

interface MessageContent {
  notification: Notification
  whole: WholeAppointment
  customer: CustomerRecord
}

/**
 * Limits a message to what its recipient may see. The reason of a cancellation and the message about a failure may contain
 * anything, so those of a customer are not sent to other customers. A guest was added by a customer who booked online, so
 * no text that a customer can enter is sent to a guest: no text of the appointment, reason, message or names.
 */
export function forRecipient({ notification, whole, customer }: MessageContent): MessageContent {
  const mayRead = ({ id, role }: Actor) =>
    role !== 'ROLE_CUSTOMER' ||
    id === customer.id ||
    // the token of the only customer need not name a participant
    customersOf(whole.roster).length === 1
  const { by, byRole } = whole.appointment.cancellation ?? {}
  const read = {
    notification: mayRead(notification.context.trigger.actor) ? notification : withoutMessage(notification),
    whole: mayRead({ id: by, role: byRole }) ? whole : withoutReason(whole),
  }
  return customer.guest ? forGuest({ ...read, customer }) : { ...read, customer }
}

function forGuest({ notification, whole, customer }: MessageContent): MessageContent {
  const { roster, appointment } = withoutReason(whole)
  const { firstName: _first, lastName: _last, username: _username, ...guest } = customer
  return {
    notification: withoutMessage(notification),
    whole: { roster, appointment: withoutTexts(appointment) },
    customer: guest,
  }
}

function withoutMessage(notification: Notification): Notification {
  const { userMessage: _message, ...context } = notification.context
  return { ...notification, context }
}

function withoutReason({ roster, appointment }: WholeAppointment): WholeAppointment {
  if (!appointment.cancellation) return { roster, appointment }
  const { reason: _reason, ...cancellation } = appointment.cancellation
  return { roster, appointment: { ...appointment, cancellation } }
}

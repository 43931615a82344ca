import type { CustomerRecord, WholeAppointment } from '@appointments/contracts'
import type { Notification } from '../notification.ts'

interface MessageContent {
  notification: Notification
  whole: WholeAppointment
  customer: CustomerRecord
}

/**
 * A notification with what its message may speak of. A guest was brought along by a customer who booked for itself,
 * so nothing that a customer can write goes to the guest: no title, notes, reason, message or names.
 */
export function forRecipient({ notification, whole, customer }: MessageContent): MessageContent {
  if (!customer.guest) return { notification, whole, customer }
  const { userMessage: _message, ...context } = notification.context
  const { title: _title, notes: _notes, cancellation, ...appointment } = whole.appointment
  const { firstName: _first, lastName: _last, username: _username, ...guest } = customer
  const { reason: _reason, ...cancelled } = cancellation ?? {}
  return {
    notification: { ...notification, context },
    whole: {
      ...whole,
      appointment: {
        ...appointment,
        ...(cancellation && { cancellation: { ...cancelled, at: cancellation.at } }),
      },
    },
    customer: guest,
  }
}

import type { CustomerRecord, WholeAppointment } from '@appointments/contracts'
import type { Notification } from '../notification.ts'

interface MessageContent {
  notification: Notification
  whole: WholeAppointment
  customer: CustomerRecord
}

/**
 * Limits a message to what its recipient may see. A guest was added by a customer who booked online, so no text
 * that a customer can enter is sent to a guest: no title, notes, reason, message or names.
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

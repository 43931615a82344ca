import type { Application, CustomerRecord, WholeAppointment } from '@appointments/contracts'
import type { Tickets } from '@appointments/credentials'
import type { CustomTemplate } from '../domain/wording/message-template.ts'
import type { Notification } from '../domain/notification.ts'
import type { UnsubscribeTickets } from '../keys/unsubscribe-tickets.ts'

/** What a message to a customer is made of, read fresh when it is sent. */
export interface MessageSource {
  notification: Notification
  whole: WholeAppointment
  application: Application
  customer: CustomerRecord
  /** Words of the application for this type, where it has some. */
  own?: CustomTemplate | undefined
}

/** What is the same for every message of an installation. */
export interface Installation {
  mailFrom: string
  mailFromName: string
  smsFrom: string | undefined
  tickets: Tickets
  unsubscribe: UnsubscribeTickets
}

/** A customer's room ticket is never rotated. */
const ROOM_TICKET_VERSION = 1

/** The customer's own links. */
export const linksOf = ({ whole, customer }: MessageSource, { tickets }: Installation) => ({
  manageLink: tickets.manageLink(customer.id, whole.appointment.manageVersions[customer.id] ?? 1),
  roomLink: tickets.roomLink(customer.id, ROOM_TICKET_VERSION),
})

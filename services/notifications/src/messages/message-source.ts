import type { AgentNames } from '@appointments/agent-names'
import {
  MASKED,
  type Application,
  type Brand,
  type CustomerRecord,
  type WholeAppointment,
} from '@appointments/contracts'
import { ROOM_TICKET_VERSION, type Tickets } from '@appointments/credentials'
import type { CustomTemplate } from '../domain/wording/message-template.ts'
import type { Notification } from '../domain/notification.ts'
import type { UnsubscribeTickets } from '../keys/unsubscribe-tickets.ts'

/** Everything needed to render a message to a customer, read when it is sent. */
export interface MessageSource {
  notification: Notification
  whole: WholeAppointment
  application: Application
  /** How the application looks to customers. */
  brand: Brand
  customer: CustomerRecord
  /** Display names of the agents by their ids. */
  agentNames?: AgentNames | undefined
  /** The application's custom texts for this type, if any. */
  own?: CustomTemplate | undefined
}

/**
 * Renders a message as it is sent, and as it is kept: with masked names of agents, because the removal of an agent erases
 * its name.
 */
export function sentAndKept<Message>(
  source: MessageSource,
  render: (from: MessageSource) => Message,
): { sent: Message; kept: Message } {
  const sent = render(source)
  const ids = Object.keys(source.agentNames ?? {})
  const agentNames = Object.fromEntries(ids.map((id) => [id, MASKED]))
  return { sent, kept: ids.length === 0 ? sent : render({ ...source, agentNames }) }
}

/** Settings that are the same for all messages of an installation. */
export interface Installation {
  mailFrom: string
  mailFromName: string
  smsFrom: string | undefined
  /** Base address of the pages, without a slash at its end. */
  publicUrl: string
  /** Host of the pages. */
  host: string
  tickets: Tickets
  unsubscribe: UnsubscribeTickets
}

/** The customer's own links. */
export const linksOf = ({ whole, customer }: MessageSource, { tickets }: Installation) => ({
  manageLink: tickets.manageLink(customer.id, whole.appointment.manageVersions[customer.id] ?? 1),
  roomLink: tickets.roomLink(customer.id, ROOM_TICKET_VERSION),
})

/** Groups of operations, in the order in which they are shown. */
export const tags = {
  Appointments: 'Book, move, change and end appointments.',
  Changes: 'Changes of appointments, for clients that follow them without reading all appointments again.',
  Participants: 'Participants of an appointment and their presence.',
  Interaction: 'The routing of an appointment into a contact-centre channel.',
  Notifications: 'Messages and webhooks that were sent, their recipients and their delivery.',
  Counts: 'Numbers for booking pages, open to anyone, and statistics.',
  Applications: 'Settings of the applications that appointments belong to.',
  Directory: 'Agents, teams, queues, working hours, holidays and service types.',
  Availability: 'Slots that can be booked.',
  'Message templates': 'Message texts of an application that replace the built-in ones.',
  Suppressions: 'Addresses of customers that receive no messages, or not all of them.',
  'Webhook endpoints': 'Addresses that receive webhooks.',
  Access: 'One-time passwords, tokens in exchange for tickets, and the identity of the caller.',
} as const
export type Tag = keyof typeof tags

export interface OperationText {
  tag: Tag
  /** Absent if the summary of the operation is sufficient. */
  text?: string
}

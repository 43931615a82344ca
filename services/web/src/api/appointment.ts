/** Whether a customer may still do something, and until when. */
export interface CustomerAction {
  allowed: boolean
  until?: string
}

/** The parts of an appointment that its customer sees. */
export interface Appointment {
  id: string
  applicationId: string
  version: number
  title?: string
  start: string
  end: string
  timezone: string
  locale: string
  state: 'SCHEDULED' | 'ACTIVATED' | 'CANCELLED' | 'ABORTED'
  notificationsActive: boolean
  serviceTypeId?: string
  organizer?: { id: string; displayName?: string }
  participants?: { id: string; type: 'CUSTOMER' | 'AGENT'; displayName?: string; state?: Presence }[]
  place?: Place
  /** Time from which customers can join. */
  joinFrom?: string
  /** Absent in older releases, which decide only when the customer sends a change. */
  customerActions?: { move: CustomerAction; cancel: CustomerAction }
  /** The customer's links, after a change that replaced them. */
  links?: { manage: string; join?: string }
}

export type Presence = 'WAITING' | 'JOINED' | 'LEFT'

/** How the customer and the agent meet. */
export interface Place {
  channel: 'VIDEO' | 'PHONE' | 'IN_PERSON'
  text?: string
}

/** A customer's own contact data. */
export interface Contact {
  primaryEmail?: string
  primaryPhone?: string
}

/** An open room. */
export interface Room {
  url: string
  expires: string
}

import type { ForCustomer } from '@appointments/appointment'
import type { Application, BookingWarning, WholeAppointment } from '@appointments/contracts'

/** A member of a queue whom the participants service was asked to assign. */
export interface Decided {
  id: string
  agentId: string
  /** When it was decided. */
  at: string
}

/** Agents whose time an appointment occupies although they are not on its roster. */
export interface OtherClaims {
  /** Grows with every change of these agents. */
  revision: number
  /** The member of the queue whose time is reserved. */
  reserved?: string | undefined
  /** Agents who are being assigned. */
  claimed: readonly string[]
  /** The decision that the participants service has neither stored nor declined yet. */
  decided?: Decided | undefined
}

/** An appointment as this service stores it: both halves, its application, and the presence recorded so far. */
export interface StoredAppointment extends WholeAppointment, ForCustomer {
  application: Application
  /** When a customer joined for the first time. */
  customerJoinedAt?: Date
  /** Since when all participants have been gone; ignored while the roster shows one who has joined or is waiting. */
  allLeftAt?: Date
  /** Agents whose time it occupies although they are not on its roster; absent: none. */
  otherClaims?: OtherClaims
  /** When to look for a member of its queue again. */
  assignAt?: Date | undefined
  /** Display names of its agents by their ids, as the directory has them; never stored with it. */
  agentNames?: Readonly<Record<string, string>>
  /** Warnings about the write that has just been made; never stored. */
  warnings?: readonly BookingWarning[] | undefined
  /** The participant who has just booked it for itself; never stored. */
  bookedBy?: string | undefined
}

import type { Application, BookingWarning, WholeAppointment } from '@appointments/contracts'

/** An appointment as this service stores it: both halves, its application, and the presence recorded so far. */
export interface StoredAppointment extends WholeAppointment {
  application: Application
  /** When a customer joined for the first time. */
  customerJoinedAt?: Date
  /** Since when all participants have been gone; ignored while the roster shows one who has joined or is waiting. */
  allLeftAt?: Date
  /** Of the write that has just been made; never stored. */
  warnings?: readonly BookingWarning[] | undefined
}

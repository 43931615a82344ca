import type { Application, WholeAppointment } from '@appointments/contracts'

/** An appointment as this service keeps it: both halves, its application, and what presence has shown so far. */
export interface StoredAppointment extends WholeAppointment {
  application: Application
  /** When a customer joined for the first time. */
  customerJoinedAt?: Date
  /** Since when everybody has been gone; without meaning while the roster shows somebody who joined or waits. */
  allLeftAt?: Date
}

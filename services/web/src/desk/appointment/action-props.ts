import type { Appointment } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import type { AppointmentRecord } from './record.ts'

/** Properties of the dialog of an action. */
export interface ActionProps {
  desk: Desk
  record: AppointmentRecord
  appointment: Appointment
  onClose: () => void
}

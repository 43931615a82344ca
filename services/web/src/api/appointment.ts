/** The parts of an appointment that its customer sees. */
export interface Appointment {
  id: string
  version: number
  title?: string
  start: string
  end: string
  timezone: string
  locale: string
  state: 'SCHEDULED' | 'ACTIVATED' | 'CANCELLED' | 'ABORTED'
  notificationsActive: boolean
}

/** An open room. */
export interface Room {
  url: string
  expires: string
}

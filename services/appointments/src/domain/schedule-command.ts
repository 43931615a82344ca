import type { Caller, NewCustomer, ScheduleRequest } from '@appointments/contracts'

/** A request to schedule an appointment, from either version of the API, with all fields of v2. */
export interface ScheduleAppointment extends Omit<ScheduleRequest, 'customers'> {
  caller: Caller
  customers: NewCustomer[]
  /** The JSON pointer to a customer in the request. */
  pointerTo: (place: number) => string
  /** Whether the availability policy of the application applies without further settings. */
  followsPolicy?: boolean
}

import type { Caller, InteractionRequest, NewCustomer } from '@appointments/contracts'

/** An appointment to schedule, whichever version of the API the request used. */
export interface ScheduleAppointment {
  caller: Caller
  applicationId: string
  start: Date
  /** Absent where the application is to say it. */
  duration?: string | null | undefined
  timezone?: string | null | undefined
  locale?: string | null | undefined
  title?: string | null | undefined
  notes?: string | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  notificationHeaders?: Record<string, string> | null | undefined
  interaction?: InteractionRequest | null | undefined
  customers: NewCustomer[]
  /** Where a customer stands in the request, as a JSON pointer. */
  pointerTo: (place: number) => string
  targetAssignment?: { id: string; type: string } | null | undefined
}

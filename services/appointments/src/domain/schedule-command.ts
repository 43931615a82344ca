import type { BookingOverride, Caller, InteractionRequest, NewCustomer, Place } from '@appointments/contracts'

/** A request to schedule an appointment, from either version of the API. */
export interface ScheduleAppointment {
  caller: Caller
  applicationId: string
  /** Absent if it comes from the hold. */
  start?: Date | undefined
  /** Absent to use the application's default. */
  duration?: string | null | undefined
  timezone?: string | null | undefined
  locale?: string | null | undefined
  title?: string | null | undefined
  notes?: string | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  notificationHeaders?: Record<string, string> | null | undefined
  interaction?: InteractionRequest | null | undefined
  customers: NewCustomer[]
  /** The JSON pointer to a customer in the request. */
  pointerTo: (place: number) => string
  /** The held time to book; absent fields come from it. */
  holdId?: string | undefined
  /** Whether the availability policy of the application applies without further settings. */
  followsPolicy?: boolean
  serviceTypeId?: string | undefined
  answers?: Record<string, string | boolean> | undefined
  place?: { channel: Place['channel']; text?: string | null | undefined } | null | undefined
  /** The member of the queue to choose if it is free. */
  preferredAgentId?: string | undefined
  /** An earlier appointment, whose organizer is the next choice. */
  followsAppointmentId?: string | undefined
  override?: BookingOverride | undefined
  targetAssignment?: { id: string; type: string } | null | undefined
}

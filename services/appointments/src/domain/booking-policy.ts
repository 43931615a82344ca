import { policyFor } from '@appointments/appointment'
import type { AvailabilitySettings, BookingWarning, Caller, UnavailableReason } from '@appointments/contracts'
import { reasonsFor, type ShownReason } from './rejection.ts'

/** Whether the application enforces its calendar, but not for a write of this client. */
export const isExempt = (
  settings: AvailabilitySettings,
  client: { followsPolicy?: boolean | undefined },
): boolean => settings.availabilityPolicy === 'ENFORCE' && policyFor(settings, client) !== 'ENFORCE'

/** A booking that nothing has checked, because availability did not reply. */
export const unchecked: BookingWarning = {
  code: 'AVAILABILITY_UNCHECKED',
  detail: 'Whether the time is offered could not be checked.',
}

/** A booking for a queue that the directory does not have. */
export const unknownQueue: BookingWarning = {
  code: 'QUEUE_NOT_FOUND',
  detail: 'The directory does not have this queue.',
}

/** The reasons against a time as warnings for a caller. */
export const warningsOf = (caller: Caller, reasons: readonly UnavailableReason[]): BookingWarning[] =>
  reasonWarnings(reasonsFor(caller, reasons))

/** The reasons against a time as warnings for staff, who see all of them. */
export const reasonWarnings = (reasons: readonly ShownReason[]): BookingWarning[] =>
  reasons.map((code) => ({ code, detail: 'The calendar does not offer this time.' }))

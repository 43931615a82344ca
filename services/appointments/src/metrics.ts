import { counter, gauge } from '@appointments/telemetry'

/** The highest count that is reported. */
export const MOST_COUNTED = 10_000

export const checkMetrics = {
  overdue: gauge(
    'appointment_checks_overdue',
    `Appointments whose check has been due for ten seconds: a NO_SHOW, or a room that opens or closes; counted up to ${MOST_COUNTED}.`,
  ),
  overdueSeconds: gauge(
    'appointment_checks_oldest_overdue_seconds',
    'How long the most overdue check has been due.',
  ),
}

export const assignmentMetrics = {
  searches: counter(
    'appointment_assignment_searches_total',
    'Searches for a member of a queue after the booking: assigned, reserved, failed, or unchecked because availability did not reply.',
    ['outcome'],
  ),
}

export const waitingMetrics = {
  pending: gauge(
    'appointment_assignments_pending_past_due',
    `Appointments that should have a member of their queue and still wait for the first search, or for its confirmation; counted up to ${MOST_COUNTED}.`,
  ),
  failed: gauge(
    'appointment_assignments_failed',
    `Appointments that have not begun and for which no member of their queue was found; counted up to ${MOST_COUNTED}.`,
  ),
}

export const feedMetrics = {
  unnumbered: gauge(
    'changes_unnumbered',
    `Stored changes of appointments that readers of the feed cannot see yet; counted up to ${MOST_COUNTED}.`,
  ),
  unnumberedSeconds: gauge(
    'changes_oldest_unnumbered_seconds',
    'How long the oldest of these changes has waited.',
  ),
  followers: gauge('change_followers', 'Streams of changes and requests that wait for the next change.'),
}

export const holdMetrics = {
  live: gauge('holds_live', `Times that are held; counted up to ${MOST_COUNTED}.`),
  expired: gauge(
    'holds_expired_unused',
    `Holds that expired within the last day without having been used or released; counted up to ${MOST_COUNTED}.`,
  ),
}

export const availabilityLagMetrics = {
  seconds: gauge(
    'availability_projection_lag_seconds',
    'How long the oldest event has waited for the availability service to apply it.',
  ),
}

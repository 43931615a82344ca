import { gauge } from '@appointments/telemetry'

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

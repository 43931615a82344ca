import { counter, gauge, histogram } from '@appointments/telemetry'

export const sendingMetrics = {
  attempts: counter(
    'notification_attempts_total',
    'Attempts to send a message to its provider: accepted, transient, permanent, unknown, or not_tried.',
    ['channel', 'outcome'],
  ),
  duration: histogram(
    'notification_attempt_duration_seconds',
    'Time a provider or receiver took for one message.',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    ['channel'],
  ),
  receipts: counter(
    'notification_receipts_total',
    'Status reports of the SMS provider, pushed (callback) or polled (sweep).',
    ['source'],
  ),
  possibleDuplicates: counter(
    'possible_duplicates_total',
    'Messages that are sent again although the previous attempt may have arrived.',
    ['channel'],
  ),
}

export const dispatchMetrics = {
  lateness: histogram(
    'notification_lateness_seconds',
    'Time from when a notification was due until it was claimed for sending.',
    [0.1, 0.5, 1, 2.5, 5, 15, 60, 300, 3600],
    ['channel'],
  ),
  unwritten: counter(
    'notification_results_unwritten_total',
    'Results that could not be stored, so that the message may be sent twice. Any value above zero is a bug or an outage.',
  ),
}

/** Maximum number of rows counted per application, and per webhook endpoint. */
export const MOST_COUNTED = 1000

export const dueMetrics = {
  overdue: gauge(
    'notifications_overdue',
    `Notifications that have been due for ten seconds and are not claimed, without webhooks to endpoints that keep timing out; at most ${MOST_COUNTED} per application or endpoint.`,
  ),
  overdueSeconds: gauge(
    'notifications_oldest_overdue_seconds',
    'How long the most overdue of these notifications has been due.',
  ),
  abandoned: gauge(
    'notifications_abandoned',
    'Notifications whose lease expired a minute ago and that were not recovered. Any value above zero is a bug.',
  ),
}

export const endpointMetrics = {
  active: gauge('webhook_endpoints_active', 'Webhook endpoints that work.'),
  failing: gauge('webhook_endpoints_failing', 'Webhook endpoints whose last attempt failed.'),
  disabled: gauge('webhook_endpoints_disabled', 'Webhook endpoints that are disabled.'),
}

export const smtpMetrics = {
  allowed: gauge(
    'smtp_connections_limit',
    'Connections to the mail server that this replica may use; it learns the number, up to SMTP_CONNECTIONS.',
  ),
  used: gauge('smtp_connections_in_use', 'Connections to the mail server over which mails are being sent.'),
}

export const channelMetrics = {
  parked: gauge(
    'channels_parked',
    'Channels over which messages wait because the provider rejects the account, or the sender of an application.',
  ),
}

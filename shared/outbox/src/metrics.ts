import { counter, gauge, histogram } from '@appointments/telemetry'

/** Maximum number of rows counted, because only growth matters. */
export const MOST_COUNTED = 10_000

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export const outboxMetrics = {
  unpublished: gauge(
    'outbox_unpublished_events',
    `Events stored with their change and not yet published; counted up to ${MOST_COUNTED}.`,
  ),
  oldestSeconds: gauge(
    'outbox_oldest_unpublished_seconds',
    'Age of the oldest event that is not yet published.',
  ),
}

export const settleMetrics = {
  duration: histogram(
    'settle_duration_seconds',
    'Time that a response waited until every available subscriber had applied its event.',
    SECONDS,
  ),
  misses: counter('settle_misses_total', 'Waits that ended without a reply from the subscriber.', [
    'subscriber',
  ]),
  skips: counter(
    'settle_skips_total',
    'Events for which no response waited for the subscriber, because it had repeatedly failed to reply.',
    ['subscriber'],
  ),
}

export const inboxMetrics = {
  deliveries: counter(
    'event_deliveries_total',
    'Handled messages: applied, already applied (duplicate), failed with a retry (retry) or without one (dead).',
    ['type', 'outcome'],
  ),
  age: histogram(
    'event_apply_age_seconds',
    'Age of an event when it was applied.',
    [0.025, 0.1, 0.5, 1, 5, 30, 300, 3600],
  ),
}

export const queueMetrics = {
  ready: gauge('queue_ready_messages', 'Messages that wait in the queue of the service.'),
  retrying: gauge('queue_retrying_messages', 'Messages that wait for a retry.'),
  dead: gauge('queue_dead_letters', 'Messages that could not be applied and need an operator.'),
}

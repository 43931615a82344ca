import { counter, gauge, histogram } from '@appointments/telemetry'

/** Rows that are counted at most; what counts is whether it grows. */
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
    'Time an answer waited until every subscriber that is up had applied its event.',
    SECONDS,
  ),
  misses: counter('settle_misses_total', 'Waits that ended without a reply of the subscriber.', [
    'subscriber',
  ]),
  skips: counter(
    'settle_skips_total',
    'Events that were not waited for, because the subscriber had kept missing.',
    ['subscriber'],
  ),
}

export const inboxMetrics = {
  deliveries: counter(
    'event_deliveries_total',
    'Messages taken from the queue: applied, known already (duplicate), to be tried again (retry), given up (dead).',
    ['type', 'outcome'],
  ),
  age: histogram(
    'event_apply_age_seconds',
    'Age of an event when it had been applied.',
    [0.025, 0.1, 0.5, 1, 5, 30, 300, 3600],
  ),
}

export const queueMetrics = {
  ready: gauge('queue_ready_messages', 'Messages that wait in the queue of the service.'),
  retrying: gauge('queue_retrying_messages', 'Messages that wait to be tried again.'),
  dead: gauge('queue_dead_letters', 'Messages that nobody could apply and somebody has to look at.'),
}

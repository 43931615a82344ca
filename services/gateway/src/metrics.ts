import { counter, gauge } from '@appointments/telemetry'

export const gatewayMetrics = {
  rateLimited: counter('rate_limited_requests_total', 'Requests rejected by a rate limit.', ['limit']),
  shed: counter(
    'shed_requests_total',
    'Requests rejected for lack of capacity: the queue to a service stood for too long or was full.',
    ['service', 'lane', 'reason'],
  ),
  keyValueFailures: counter(
    'key_value_failures_total',
    'Calls of the key-value store that failed or took too long.',
  ),
}

export const keyValueMetrics = {
  up: gauge('key_value_up', '1 while the key-value store is connected and responds in time, else 0.'),
}

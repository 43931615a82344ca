import { counter, gauge } from '@appointments/telemetry'

export const gatewayMetrics = {
  rateLimited: counter('rate_limited_requests_total', 'Requests rejected by a rate limit.', ['limit']),
  shed: counter(
    'shed_requests_total',
    'Requests that were not sent to a service, or not begun by the gateway: shed because of overload, or still waiting when their deadline passed or their client left.',
    ['service', 'lane', 'reason'],
  ),
  limit: gauge(
    'upstream_limit',
    'Requests that may be in flight to a service, as learned from their durations.',
    ['service', 'lane'],
  ),
  inFlight: gauge('upstream_requests_in_flight', 'Requests in flight to a service.', ['service', 'lane']),
  waiting: gauge('upstream_requests_waiting', 'Requests that wait for their turn to be sent to a service.', [
    'service',
    'lane',
  ]),
  streams: gauge('streams_open', 'Open streams, and requests that wait for the next change.'),
  keyValueFailures: counter(
    'key_value_failures_total',
    'Calls of the key-value store that failed or took too long.',
  ),
}

export const keyValueMetrics = {
  up: gauge('key_value_up', '1 while the key-value store is connected and responds in time, else 0.'),
}

import { z } from 'zod'
import { logLevels, port } from '@appointments/runtime'

/** Fields of every service's configuration for logs, metrics and traces. */
export const telemetrySettings = {
  /** Minimum level of log lines. */
  LOG_LEVEL: z.enum(logLevels).default('info'),
  /** Port of `/metrics` in the format of Prometheus, on the same interface as the API. Without it, nothing is measured. */
  METRICS_PORT: port.optional(),
  /**
   * Base URL of an OpenTelemetry collector that accepts OTLP over HTTP, such as `http://collector:4318`. Without it,
   * traces are passed on and logged, but not recorded.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
}

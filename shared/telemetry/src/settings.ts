import { z } from 'zod'
import { logLevels, port } from '@appointments/runtime'

/** Fields of every service's configuration that say how it can be watched. */
export const telemetrySettings = {
  /** What is logged: this level and everything more severe. */
  LOG_LEVEL: z.enum(logLevels).default('info'),
  /** Port of `/metrics` in the format of Prometheus, on the same interface as the API. Unset: nothing is measured. */
  METRICS_PORT: port.optional(),
  /**
   * Base address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://collector:4318`. Unset:
   * traces are passed on and logged, and recorded nowhere.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
}

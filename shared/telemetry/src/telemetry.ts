import { silentTracer, type Log, type Stoppable, type Tracer } from '@appointments/runtime'
import { silentMetrics, type Metrics } from './metrics.ts'
import { createOpenTelemetryTracer } from './opentelemetry.ts'
import { createPrometheusMetrics } from './prometheus.ts'
import { serveMetrics } from './serve-metrics.ts'

/** How a service is watched. */
export interface Telemetry {
  metrics: Metrics
  tracer: Tracer
}

export const silentTelemetry: Telemetry = { metrics: silentMetrics, tracer: silentTracer }

interface Settings {
  HOST: string
  METRICS_PORT?: number | undefined
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
}

/**
 * Opens what a service is configured to be watched by. What it is not configured for costs nothing: its libraries are
 * not even loaded.
 * @throws Error where the port of the metrics is taken
 */
export async function openTelemetry(
  service: string,
  { HOST: host, METRICS_PORT: port, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Settings,
  log: Log,
): Promise<Telemetry & Stoppable> {
  const served = port === undefined ? undefined : await openMetrics(service, port, host)
  if (served) log.info({ address: served.address }, 'metrics are served')
  const tracer = endpoint === undefined ? undefined : await createOpenTelemetryTracer(service, endpoint)
  return {
    metrics: served?.metrics ?? silentMetrics,
    tracer: tracer ?? silentTracer,
    async stop() {
      await tracer?.stop()
      await served?.stop()
    },
  }
}

async function openMetrics(service: string, port: number, host: string) {
  const metrics = await createPrometheusMetrics(service)
  const { url, stop } = await serveMetrics(metrics, { port, host })
  return { metrics, address: url, stop }
}

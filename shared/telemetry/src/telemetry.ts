import { silentTracer, type Log, type Stoppable, type Tracer } from '@appointments/runtime'
import { silentMetrics, type Metrics } from './metrics.ts'
import { createOpenTelemetryTracer } from './opentelemetry.ts'
import { createPrometheusMetrics } from './prometheus.ts'
import { serveMetrics } from './serve-metrics.ts'

/** Metrics and traces of a service. */
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
 * Opens the configured telemetry of a service. Parts that are not configured cost nothing: their libraries are not
 * loaded.
 * @throws StartupFault if the port of the metrics is in use
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

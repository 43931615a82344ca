import type { SpanKind, Stoppable, TraceContext, Tracer } from '@appointments/runtime'

const EXPORT_EVERY_MS = 1000
/** Longest wait for the collector, including at shutdown, which must finish within 25 s. */
const EXPORT_LIMIT_MS = 3000

/**
 * Sends spans to a collector over OTLP/HTTP. Only this module loads the SDK; its environment variables apply, such as
 * `OTEL_TRACES_SAMPLER` and `OTEL_EXPORTER_OTLP_HEADERS`.
 * @param endpoint base URL of the collector; traces are sent to its path `/v1/traces`
 */
export async function createOpenTelemetryTracer(
  service: string,
  endpoint: string,
): Promise<Tracer & Stoppable> {
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ])
  const { ROOT_CONTEXT, SpanKind: Kind, SpanStatusCode, TraceFlags } = api
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_LIMIT_MS,
  })
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(exporter, {
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_LIMIT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('appointments')
  const kinds = {
    server: Kind.SERVER,
    client: Kind.CLIENT,
    producer: Kind.PRODUCER,
    consumer: Kind.CONSUMER,
    internal: Kind.INTERNAL,
  } satisfies Record<SpanKind, unknown>
  const contextOf = ({ traceId, spanId, isSampled }: TraceContext) =>
    api.trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
      isRemote: true,
    })
  return {
    start(name, { kind, parent, attributes = {} }) {
      const within = parent ? contextOf(parent) : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, within)
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        trace: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
        rename: (better) => void span.updateName(better),
        describe: (more) => void span.setAttributes(more),
        end(error) {
          // only the type of an error, because its text may quote personal data
          if (error !== undefined)
            span
              .setStatus({ code: SpanStatusCode.ERROR })
              .setAttribute('error.type', error instanceof Error ? error.name : 'error')
          span.end()
        },
      }
    },
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

import { within } from '@appointments/runtime'
import { gauge, type Declaration, type GaugeDeclaration } from './declarations.ts'
import type { Metrics } from './metrics.ts'

/** Longest wait for one reading; Prometheus itself waits ten seconds for all of them. */
const READING_LIMIT_MS = 1000

export const telemetryMetrics = {
  failedReadings: gauge(
    'telemetry_failed_readings',
    'Readings of the database or the broker that the last scrape omitted, because they failed or took too long.',
  ),
}

type Values = Readonly<Record<string, number>>

/** Metrics in the text format of Prometheus. */
export interface ServedMetrics extends Metrics {
  contentType: string
  /** The current values of all metrics; always resolves within little more than a second. */
  text: () => Promise<string>
}

/**
 * Metrics in prom-client, including those of the process. Only this module loads prom-client.
 * @param service value of the label `service` of every metric
 */
export async function createPrometheusMetrics(service: string): Promise<ServedMetrics> {
  const { default: prometheus } = await import('prom-client')
  const registry = new prometheus.Registry()
  registry.setDefaultLabels({ service })
  prometheus.collectDefaultMetrics({ register: registry })
  const settings = ({ name, help, labels }: Declaration) => ({
    name,
    help,
    labelNames: labels,
    registers: [registry],
  })
  /** Equal declarations share one metric. */
  const kept = new Map<string, unknown>()
  const once = <Kept>({ name }: Declaration, create: () => Kept): Kept => {
    const known = kept.get(name) as Kept | undefined
    if (known) return known
    const created = create()
    kept.set(name, created)
    return created
  }
  const readings: (() => Promise<boolean>)[] = []
  const failedReadings = new prometheus.Gauge(settings(telemetryMetrics.failedReadings))

  return {
    contentType: registry.contentType,
    async text() {
      const outcomes = await Promise.all(readings.map((reading) => reading()))
      failedReadings.set(outcomes.filter((succeeded) => !succeeded).length)
      return registry.metrics()
    },
    counter(declaration) {
      const counter = once(declaration, () => new prometheus.Counter(settings(declaration)))
      return { count: (labels, by) => counter.inc(labels, by) }
    },
    gauge(declaration) {
      const value = once(declaration, () => new prometheus.Gauge(settings(declaration)))
      return { add: (labels, by) => value.inc(labels, by) }
    },
    histogram(declaration) {
      const buckets = [...(declaration.buckets ?? [])]
      const spread = once(declaration, () => new prometheus.Histogram({ ...settings(declaration), buckets }))
      return { observe: (labels, value) => spread.observe(labels, value) }
    },
    read(declarations, reading) {
      const gauges = Object.entries<GaugeDeclaration>(declarations).map(
        ([name, declaration]) => [name, new prometheus.Gauge(settings(declaration))] as const,
      )
      const read = oneAtATime(async () => reading())
      readings.push(async () => {
        const values: Values | undefined = await within(READING_LIMIT_MS, 'A reading', read()).catch(
          () => undefined,
        )
        for (const [name, shown] of gauges) {
          const value = values?.[name]
          // an unknown value is removed, because an old one would look current
          if (value === undefined) shown.remove()
          else shown.set(value)
        }
        return values !== undefined
      })
    },
  }
}

/** Shares one pending call between parallel callers, so that a hanging source is called only once. */
function oneAtATime<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let asked: Promise<Result> | undefined
  return () =>
    (asked ??= ask().finally(() => {
      asked = undefined
    }))
}

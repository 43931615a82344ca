import type { CounterDeclaration, GaugeDeclaration, HistogramDeclaration } from './declarations.ts'

export type Labels<Label extends string> = Readonly<Record<Label, string>>

export interface Counter<Label extends string = never> {
  count: (labels: Labels<Label>, by?: number) => void
}
export interface Gauge<Label extends string = never> {
  add: (labels: Labels<Label>, by: number) => void
}
export interface Histogram<Label extends string = never> {
  observe: (labels: Labels<Label>, value: number) => void
}

/** The metrics of a service. */
export interface Metrics {
  counter: <Label extends string>(declaration: CounterDeclaration<Label>) => Counter<Label>
  gauge: <Label extends string>(declaration: GaugeDeclaration<Label>) => Gauge<Label>
  histogram: <Label extends string>(declaration: HistogramDeclaration<Label>) => Histogram<Label>
  /**
   * Gauges that are read for every scrape. A reading that fails or takes too long is omitted.
   */
  read: <Name extends string>(
    declarations: Readonly<Record<Name, GaugeDeclaration>>,
    reading: () => Readonly<Record<Name, number>> | Promise<Readonly<Record<Name, number>>>,
  ) => void
}

const ignore = () => undefined

/** Measures nothing and loads no library. */
export const silentMetrics: Metrics = {
  counter: () => ({ count: ignore }),
  gauge: () => ({ add: ignore }),
  histogram: () => ({ observe: ignore }),
  read: ignore,
}

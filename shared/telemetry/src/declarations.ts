/** The declaration of a metric, next to the code that measures. Names follow Prometheus: a unit, `_total` for counters. */
export interface Declaration<Kind extends string = string, Label extends string = string> {
  kind: Kind
  name: string
  help: string
  labels: readonly Label[]
  buckets?: readonly number[]
}

export type CounterDeclaration<Label extends string = never> = Declaration<'counter', Label>
export type GaugeDeclaration<Label extends string = never> = Declaration<'gauge', Label>
export type HistogramDeclaration<Label extends string = never> = Declaration<'histogram', Label>

/** Counts occurrences. Labels have few values, all known in advance: never an id, a path or an address. */
export const counter = <const Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): CounterDeclaration<Label> => ({ kind: 'counter', name, help, labels })

/** A value that rises and falls. */
export const gauge = <const Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): GaugeDeclaration<Label> => ({ kind: 'gauge', name, help, labels })

/** Spreads observations over buckets, given by their upper bounds. */
export const histogram = <const Label extends string = never>(
  name: string,
  help: string,
  buckets: readonly number[],
  labels: readonly Label[] = [],
): HistogramDeclaration<Label> => ({ kind: 'histogram', name, help, labels, buckets })

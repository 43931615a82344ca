/** The metrics of a service at the time of the scrape. */
export interface Scrape {
  /** Sum of a metric's values that have at least these labels; undefined if there is none. */
  value: (name: string, labels?: Record<string, string>) => number | undefined
  /** Names of all declared metrics, with or without values. */
  names: ReadonlySet<string>
}

const LINE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** Reads metrics in the text format of Prometheus. */
export async function scrape(url: string): Promise<Scrape> {
  const text = await (await fetch(url)).text()
  const lines = text.split('\n')
  const samples = lines.flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    if (name === undefined) return []
    const read: Record<string, string> = Object.fromEntries(
      [...labels.matchAll(LABEL)].map(([, key = '', of = '']): [string, string] => [key, of]),
    )
    return [{ name, labels: read, value: Number(value) }]
  })
  return {
    value(name, wanted = {}) {
      const found = samples.filter(
        (sample) =>
          sample.name === name && Object.entries(wanted).every(([label, of]) => sample.labels[label] === of),
      )
      return found.length === 0 ? undefined : found.reduce((sum, sample) => sum + sample.value, 0)
    },
    names: new Set(lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? [])),
  }
}

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Crash } from './crash-points/run-crash-points.ts'
import type { MatrixReport } from './run/run-matrix.ts'
import type { Caught } from './variants/run-variants.ts'

/** Writes a report as Markdown and as JSON. */
function write(folder: string, name: string, content: object, lines: readonly string[]): void {
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`)
  writeFileSync(path.join(folder, `${name}.md`), `${lines.join('\n')}\n`)
}

/**
 * Writes the report of variants.
 * @returns its summary
 */
export function reportVariants(folder: string, seed: number, caught: readonly Caught[]): string {
  const summary = `variants ${caught.length}, caught ${caught.filter(({ noticed }) => noticed !== undefined).length}, seed ${seed}`
  write(folder, 'variants', { seed, caught }, [
    '# Variants',
    '',
    `- ${summary}`,
    '',
    '| Variant | What goes wrong | Fault | Noticed |',
    '| --- | --- | --- | --- |',
    ...caught.map(
      ({ variant, lacks, by, noticed, instead }) =>
        `| ${variant} | ${lacks} | ${by} | ${noticed ?? `MISSED: ${instead ?? 'nothing'}`} |`,
    ),
  ])
  return summary
}

/**
 * Writes the report of crash points.
 * @returns its summary
 */
export function reportCrashes(folder: string, seed: number, crashes: readonly Crash[]): string {
  const operations = new Set(crashes.map(({ operation }) => operation)).size
  const wrong = crashes.filter(({ violations }) => violations.length > 0)
  const summary = `operations ${operations}, kills ${crashes.length}, wrong ${wrong.length}, seed ${seed}`
  write(folder, 'crash-points', { seed, crashes }, [
    '# Crash points',
    '',
    `- ${summary}`,
    '',
    '| Operation | Killed | At | Tries | Violations |',
    '| --- | --- | --- | --- | --- |',
    ...crashes.map(
      ({ operation, service, point, tries, violations }) =>
        `| ${operation} | ${service} | ${point} | ${tries} | ${violations.join('; ')} |`,
    ),
  ])
  return summary
}

/**
 * Writes the report of faults.
 * @returns its last lines
 */
export function reportMatrix(folder: string, seed: number, report: MatrixReport): string {
  const { results, tookMs, startedAt } = report
  const sum = (part: (one: (typeof results)[number]) => number) =>
    results.reduce((all, one) => all + part(one), 0)
  const broken = (kind: string) =>
    sum(({ violations }) => violations.filter((one) => one.kind === kind).length)
  const slowest = Math.max(0, ...results.map(({ convergedMs }) => convergedMs ?? Infinity))
  const summary = [
    `faults ${results.length}, services killed ${sum(({ kills }) => kills)}, started again ${sum(({ restarts }) => restarts)}`,
    `accepted ${sum(({ accepted }) => accepted)}, repeated ${sum(({ repeated }) => repeated)}, unknown ${sum(({ unknown }) => unknown)}`,
    `lost ${broken('lost')}, doubled ${broken('doubled')}, otherwise wrong ${broken('wrong')}`,
    `slowest to be well again ${Number.isFinite(slowest) ? `${(slowest / 1000).toFixed(1)} s` : 'not within the limit'}`,
    `seed ${seed}, ${Math.round(tookMs / 1000)} s`,
  ]
  const rows = results.map(
    ({ kind, fault, accepted, repeated, restarts, convergedMs, violations }) =>
      `| ${[kind, fault, accepted, repeated, restarts, convergedMs === undefined ? '–' : (convergedMs / 1000).toFixed(1), violations.length].join(' | ')} |`,
  )
  const details = results.flatMap(({ fault, violations }) =>
    violations.length === 0
      ? []
      : [
          '',
          `## ${fault}`,
          '',
          ...violations.slice(0, 50).map(({ rule, kind, about }) => `- ${kind}: ${rule}: ${about}`),
        ],
  )
  write(folder, 'report', { seed, ...report }, [
    `# Faults of ${startedAt}`,
    '',
    ...summary.map((line) => `- ${line}`),
    '',
    '| Kind | Fault | Accepted | Repeated | Started again | Well after (s) | Violations |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    ...details,
  ])
  return summary.join('\n')
}

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { MatrixReport } from './run/run-matrix.ts'

/**
 * Writes a report as Markdown and JSON.
 * @returns its last lines
 */
export function writeReport(folder: string, report: MatrixReport & { seed: number }): string {
  writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
  const { results, seed, tookMs, startedAt } = report
  const sum = (part: (one: (typeof results)[number]) => number) =>
    results.reduce((all, one) => all + part(one), 0)
  const broken = (kind: string) =>
    sum(({ violations }) => violations.filter((one) => one.kind === kind).length)
  const slowest = Math.max(0, ...results.map(({ convergedMs }) => convergedMs ?? Infinity))
  const summary = [
    `faults ${results.length}, services started again ${sum(({ restarts }) => restarts)}`,
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
  const text = [
    `# Faults of ${startedAt}`,
    '',
    ...summary.map((line) => `- ${line}`),
    '',
    '| Kind | Fault | Accepted | Repeated | Started again | Well after (s) | Violations |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    ...details,
    '',
  ].join('\n')
  writeFileSync(path.join(folder, 'report.md'), text)
  return `${summary.join('\n')}\n`
}

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { SyntaxNodeRef } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { availabilityMetrics, projectionMetrics } from '@appointments/availability-service'
import {
  assignmentMetrics,
  availabilityLagMetrics,
  checkMetrics,
  feedMetrics,
  holdMetrics,
  waitingMetrics,
} from '@appointments/appointments-service'
import { gatewayMetrics, keyValueMetrics } from '@appointments/gateway-service'
import { requestMetrics } from '@appointments/http'
import { inboxMetrics, outboxMetrics, queueMetrics, settleMetrics } from '@appointments/outbox'
import {
  channelMetrics,
  dispatchMetrics,
  dueMetrics,
  endpointMetrics,
  sendingMetrics,
  smtpMetrics,
} from '@appointments/notifications-service'
import { searchMetrics } from '@appointments/participants-service'
import { poolMetrics, waitMetrics } from '@appointments/foundation'
import {
  circuitMetrics,
  createPrometheusMetrics,
  telemetryMetrics,
  type Declaration,
} from '@appointments/telemetry'
import { REPOSITORY } from '../src/repository.ts'

const at = (path: string) => `${REPOSITORY}/${path}`

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string; runbook: string }
  labels: { severity: string }
}
interface Dashboard {
  panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[]
}

const { spec } = parse(readFileSync(at('deploy/components/prometheus/rules.yaml'), 'utf8')) as {
  spec: { groups: { rules: Rule[] }[] }
}
const rules = spec.groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(readFileSync(at('deploy/observability/dashboard.json'), 'utf8')) as Dashboard
const targets = panels.flatMap(({ title, targets: drawn = [] }) =>
  drawn.map((target) => ({ title, ...target })),
)

const declared = [
  requestMetrics,
  outboxMetrics,
  settleMetrics,
  inboxMetrics,
  queueMetrics,
  poolMetrics,
  waitMetrics,
  circuitMetrics,
  telemetryMetrics,
  gatewayMetrics,
  keyValueMetrics,
  checkMetrics,
  assignmentMetrics,
  waitingMetrics,
  holdMetrics,
  feedMetrics,
  availabilityLagMetrics,
  channelMetrics,
  dispatchMetrics,
  dueMetrics,
  endpointMetrics,
  sendingMetrics,
  smtpMetrics,
  availabilityMetrics,
  projectionMetrics,
  searchMetrics,
].flatMap((group) => Object.values<Declaration>(group))

/** Names of series, with the labels of each. */
const series = new Map<string, readonly string[]>()
for (const { name, kind, labels } of declared) {
  const all = [...labels, 'service']
  series.set(name, all)
  if (kind !== 'histogram') continue
  series.set(`${name}_bucket`, [...all, 'le'])
  series.set(`${name}_count`, all)
  series.set(`${name}_sum`, all)
}
beforeAll(async () => {
  const ofProcess = await createPrometheusMetrics('x')
  for (const [, name = ''] of (await ofProcess.text()).matchAll(/^# TYPE (\S+)/gm))
    series.set(name, ['service'])
})

/** The metrics that a query reads with the labels their selectors name, and the labels it groups by. */
function read(query: string) {
  // Grafana replaces its variables with a duration
  const text = query.replaceAll('$__rate_interval', '5m')
  const selectors: { metric: string; labels: string[] }[] = []
  const groupings: string[] = []
  const faults: string[] = []
  parser.parse(text).iterate({
    enter(node: SyntaxNodeRef) {
      const here = text.slice(node.from, node.to)
      if (node.type.isError) faults.push(`at ${node.from}: ${here}`)
      if (node.name === 'VectorSelector') selectors.push({ metric: here.split(/[{\s]/)[0] ?? '', labels: [] })
      if (node.name === 'UnquotedLabelMatcher') selectors.at(-1)?.labels.push(/^\w+/.exec(here)?.[0] ?? '')
      if (node.name === 'GroupingLabels') groupings.push(...here.replace(/[()\s]/g, '').split(','))
    },
  })
  return { selectors, groupings, faults }
}

/** Everything in a query that the services do not export. */
function faultsOf(query: string): string[] {
  const { selectors, groupings, faults } = read(query)
  if (selectors.length === 0) return ['it asks for nothing', ...faults]
  const known = new Set(selectors.flatMap(({ metric }) => series.get(metric) ?? []))
  return [
    ...faults,
    ...selectors.flatMap(({ metric, labels }) => {
      const allowed = series.get(metric)
      if (!allowed) return [`no metric ${metric}`]
      return labels
        .filter((label) => !allowed.includes(label))
        .map((label) => `${metric} has no label ${label}`)
    }),
    ...groupings.filter((label) => !known.has(label)).map((label) => `nothing has the label ${label}`),
  ]
}

/** Labels that a text takes from the result of a query. */
const labelsIn = (text: string) =>
  [...text.matchAll(/\$labels\.(\w+)|\{\{\s*(\w+)\s*\}\}/g)].map(([, one, other]) => one ?? other ?? '')

describe('a query', () => {
  it.each([
    ['rate(http_requests_totals[5m])', 'no metric http_requests_totals'],
    ['http_requests_total{path="/"}', 'http_requests_total has no label path'],
    ['sum by (channel) (outbox_unpublished_events)', 'nothing has the label channel'],
    ['sum(rate(http_requests_total[5m])', 'at'],
    ['1 > 0', 'it asks for nothing'],
  ])('with %s is rejected', (query, fault) => {
    expect(faultsOf(query).join()).toContain(fault)
  })
})

describe('the dashboard', () => {
  it('has panels, each with its own title', () => {
    const titles = panels.map(({ title }) => title)
    expect(titles.length).toBeGreaterThan(20)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it.each(targets)('$title: $expr', ({ expr, legendFormat }) => {
    expect(faultsOf(expr)).toEqual([])
    const { groupings } = read(expr)
    expect(labelsIn(legendFormat).filter((label) => !groupings.includes(label))).toEqual([])
  })
})

describe('the alerts', () => {
  const runbook = readFileSync(at('docs/runbook.md'), 'utf8')
  const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)

  it.each(rules)('$alert reads only metrics that exist', ({ expr, annotations }) => {
    expect(faultsOf(expr)).toEqual([])
    const { selectors } = read(expr)
    const known = selectors.flatMap(({ metric }) => series.get(metric) ?? [])
    expect(labelsIn(annotations.summary).filter((label) => !known.includes(label))).toEqual([])
  })

  it('each have an entry in the runbook, and each entry has an alert', () => {
    expect(anchors).toEqual(rules.map(({ alert }) => alert))
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
  })

  it('each have an entry that explains the meaning, what to look at and what to do', () => {
    for (const entry of runbook.split(/^## /m).slice(1))
      expect(entry, entry.split('\n')[0]).toMatch(/\*\*Means\*\*[^]*\*\*Look at\*\*[^]*\*\*Do\*\*/)
  })

  describe('for a Prometheus without the operator', () => {
    const [, command = ''] =
      /^(sed .+) > rules\.yaml$/m.exec(readFileSync(at('docs/operations.md'), 'utf8')) ?? []
    const bash = (script: string) =>
      execFileSync('bash', ['-c', script], { cwd: REPOSITORY, encoding: 'utf8' })

    it('are printed by the command in the documents', () => {
      expect(parse(bash(command))).toEqual(spec)
    })

    it.skipIf(spawnSync('promtool', ['--version']).error)('are accepted', () => {
      expect(bash(`promtool check rules <(${command})`)).toContain('SUCCESS')
    })
  })
})

it('every metric is on the dashboard or in an alert', () => {
  const asked = new Set(
    [...targets.map(({ expr }) => expr), ...rules.map(({ expr }) => expr)].flatMap((query) =>
      read(query).selectors.map(({ metric }) => metric.replace(/_(bucket|count|sum)$/, '')),
    ),
  )
  expect(declared.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([])
})

it('metrics are named as Prometheus recommends: a unit at the end, `_total` for counters, and a help sentence', () => {
  for (const { name, kind, help, labels } of declared) {
    expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    expect(name.endsWith('_total'), name).toBe(kind === 'counter')
    if (kind === 'histogram') expect(name).toMatch(/_seconds$/)
    expect(help).toMatch(/^[A-Z0-9].*\.$/)
    expect(labels.length).toBeLessThanOrEqual(4)
  }
  expect(new Set(declared.map(({ name }) => name)).size).toBe(declared.length)
})

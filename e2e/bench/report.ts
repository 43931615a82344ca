import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { REPOSITORY } from '../src/repository.ts'

/** One figure of a run. */
export interface Figure {
  what: string
  /** For readers, with its unit. */
  shown: string
  /** The bare number, for comparing runs. */
  value: number
  /** The goal, and whether this run met it. */
  goal?: { wanted: string; met: boolean }
}

/** The results of one part of the benchmark. */
export interface Section {
  title: string
  figures: Figure[]
  /** Notes needed to read the figures. */
  notes?: string[]
}

/** The folder of reports; it is not under version control. */
const FOLDER = path.join(REPOSITORY, '.bench')

export const perSecond = (what: string, value: number, more = ''): Figure => ({
  what,
  value,
  shown: `${value < 10 ? value.toFixed(1) : value.toFixed(0)}/s${more}`,
})

export const milliseconds = (what: string, value: number): Figure => ({
  what,
  value,
  shown: `${value.toFixed(value < 10 ? 2 : 0)} ms`,
})

/** A ratio shown as `1/2.9`, or as a multiple. */
export const ratio = (what: string, value: number, atLeast?: number): Figure => ({
  what,
  value,
  shown: asRatio(value),
  ...(atLeast !== undefined && { goal: { wanted: `at least ${asRatio(atLeast)}`, met: value >= atLeast } }),
})

const asRatio = (value: number) => (value >= 1 ? value.toFixed(2) : `1/${(1 / value).toFixed(1)}`)

/** The median of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function print({ title, figures, notes = [] }: Section): void {
  const lines = figures.map(({ what, shown, goal }) => {
    const verdict = goal ? `   (${goal.wanted}: ${goal.met ? 'met' : 'MISSED'})` : ''
    return `  ${what.padEnd(50)} ${shown}${verdict}`
  })
  process.stdout.write(`${[title, ...lines, ...notes.map((note) => `  ${note}`)].join('\n')}\n\n`)
}

/** Writes the report of a run as Markdown and JSON, and returns its path. */
export async function writeReport(sections: readonly Section[]): Promise<string> {
  const at = new Date()
  const machine = {
    processors: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim(),
  }
  const name = at.toISOString().replaceAll(/[:.]/g, '-')
  await mkdir(FOLDER, { recursive: true })
  const file = path.join(FOLDER, name)
  await writeFile(`${file}.json`, `${JSON.stringify({ at, machine, sections }, null, 2)}\n`)
  await writeFile(
    `${file}.md`,
    [
      `# Benchmark of ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      `Commit ${machine.commit}, Node ${machine.node}, ${machine.processors} processors (${machine.model}), ${machine.memoryGb} GB. Load, services, databases and broker on this one machine.`,
      ...sections.map(markdownOf),
    ].join('\n\n') + '\n',
  )
  return `${file}.md`
}

const markdownOf = ({ title, figures, notes = [] }: Section) =>
  [
    `## ${title}\n`,
    '| What | Measured | Goal | |',
    '| --- | --- | --- | --- |',
    ...figures.map(
      ({ what, shown, goal }) =>
        `| ${what} | ${shown} | ${goal?.wanted ?? ''} | ${goal ? (goal.met ? 'met' : '**missed**') : ''} |`,
    ),
    ...notes.map((note) => `\n${note}`),
  ].join('\n')

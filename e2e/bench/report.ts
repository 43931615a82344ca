import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { REPOSITORY } from '../src/repository.ts'

/** The goal of a figure. */
export interface Goal {
  wanted: string
  outcome: 'met' | 'missed' | 'not usable'
  /** A measuring error that would show the goal as met although the system does not reach it. */
  falseIf: string
}

/** One figure of a run. */
export interface Figure {
  what: string
  /** The value for readers, with its unit. */
  shown: string
  /** The bare number, for comparing runs. */
  value: number
  goal?: Goal
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

export const count = (what: string, value: number, more = ''): Figure => ({
  what,
  value,
  shown: `${Number.isInteger(value) ? value : value.toFixed(1)}${more}`,
})

/** A figure that must not exceed a limit. @param unit of the limit, such as ` ms` */
export const atMost = (figure: Figure, limit: number, unit: string, falseIf: string): Figure => ({
  ...figure,
  goal: { wanted: `${limit}${unit} at most`, outcome: figure.value <= limit ? 'met' : 'missed', falseIf },
})

/** A figure that must reach a limit. */
export const atLeast = (figure: Figure, limit: number, unit: string, falseIf: string): Figure => ({
  ...figure,
  goal: { wanted: `at least ${limit}${unit}`, outcome: figure.value >= limit ? 'met' : 'missed', falseIf },
})

/** Something that must not happen. */
export const none = (what: string, value: number, falseIf: string, more = ''): Figure => ({
  ...count(what, value, more),
  goal: { wanted: 'none', outcome: value === 0 ? 'met' : 'missed', falseIf },
})

/** Rounds of one measurement may differ by this factor. If they differ more, something else used the processors. */
const MOST_APART = 1.3

const areUsable = (rounds: readonly number[]) => Math.max(...rounds) <= MOST_APART * Math.min(...rounds)

/**
 * The ratio of two rates that were measured in turn: the median of the rounds, as a multiple or as `1/2.9`. It is not
 * usable if the rounds of either differ too much.
 * @param overall combines the ratios of all rounds into the one to report
 */
export function ratio(
  what: string,
  ours: readonly number[],
  theirs: readonly number[],
  goal?: { atLeast: number; falseIf: string },
  overall: (ratios: readonly number[]) => number = median,
): Figure {
  const isUsable = areUsable(ours) && areUsable(theirs)
  const value = overall(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN)))
  return {
    what,
    value: isUsable ? value : Number.NaN,
    shown: isUsable ? asRatio(value) : `not usable: rounds of ${listed(ours)} and of ${listed(theirs)}`,
    ...(goal && {
      goal: {
        wanted: `at least ${asRatio(goal.atLeast)}`,
        outcome: !isUsable ? 'not usable' : value >= goal.atLeast ? 'met' : 'missed',
        falseIf: goal.falseIf,
      },
    }),
  }
}

const listed = (rates: readonly number[]) => rates.map((rate) => rate.toFixed(0)).join(', ')

const asRatio = (value: number) => (value >= 1 ? value.toFixed(2) : `1/${(1 / value).toFixed(1)}`)

/** The median of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

/** The smallest value that a share of all values, such as 0.99, does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

export function print({ title, figures, notes = [] }: Section): void {
  const lines = figures.flatMap(({ what, shown, goal }) => {
    const line = `  ${what.padEnd(54)} ${shown}`
    if (!goal) return [line]
    const outcome = goal.outcome === 'met' ? 'met' : goal.outcome.toUpperCase()
    return [`${line}   (${goal.wanted}: ${outcome})`, `      false if ${goal.falseIf}`]
  })
  process.stdout.write(`${[title, ...lines, ...notes.map((note) => `  ${note}`)].join('\n')}\n\n`)
}

/** How many goals of a run had each outcome. */
export function outcomes(sections: readonly Section[]): Record<Goal['outcome'], number> {
  const counted = { met: 0, missed: 0, 'not usable': 0 }
  for (const { figures } of sections) for (const { goal } of figures) if (goal) counted[goal.outcome] += 1
  return counted
}

/**
 * Writes the report of a run as Markdown and JSON, and returns its path.
 * @param warning about a server that is not set up as it is deployed
 */
export async function writeReport(sections: readonly Section[], warning?: string): Promise<string> {
  const at = new Date()
  const machine = {
    processors: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    ...(warning !== undefined && { warning }),
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
      `Commit ${machine.commit}, Node ${machine.node}, ${machine.processors} processors (${machine.model}), ${machine.memoryGb} GB. Load, services, databases and broker on this one machine.${warning === undefined ? '' : ` ${warning}`}`,
      ...sections.map(markdownOf),
    ].join('\n\n') + '\n',
  )
  return `${file}.md`
}

const markdownOf = ({ title, figures, notes = [] }: Section) =>
  [
    `## ${title}\n`,
    '| What | Measured | Goal | | False if |',
    '| --- | --- | --- | --- | --- |',
    ...figures.map(({ what, shown, goal }) => {
      const outcome = goal?.outcome === 'met' ? 'met' : goal ? `**${goal.outcome}**` : ''
      return `| ${what} | ${shown} | ${goal?.wanted ?? ''} | ${outcome} | ${goal?.falseIf ?? ''} |`
    }),
    ...notes.map((note) => `\n${note}`),
  ].join('\n')

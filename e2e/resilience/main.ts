// Injects every fault under load, and checks that nothing is lost or doubled: see docs/faults.md.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { crashedOperations } from './crash-points/operations.ts'
import { runCrashPoints } from './crash-points/run-crash-points.ts'
import { faultGroups } from './faults/all.ts'
import { reportCrashes, reportMatrix, reportVariants } from './report.ts'
import { runMatrix } from './run/run-matrix.ts'
import { runUntil } from './run/run-until.ts'
import { variants } from './variants/all.ts'
import { runVariants } from './variants/run-variants.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    fault: { type: 'string', multiple: true },
    variants: { type: 'boolean', default: false },
    variant: { type: 'string', multiple: true },
    'crash-points': { type: 'boolean', default: false },
    operation: { type: 'string', multiple: true },
    nightly: { type: 'boolean', default: false },
    accepted: { type: 'string' },
    kills: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
/** @throws Error unless the text is a whole number */
function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number)) throw new Error(`not a whole number: ${text}`)
  return number
}
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber(values.seed)
const output = fileURLToPath(new URL('output', import.meta.url))
mkdirSync(output, { recursive: true })
const say = (text: string) => void process.stdout.write(`${text}\n`)

// any exit also ends its servers and services
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** The items with the requested names, or all without a request. @throws Error for an unknown name */
function chosen<Item>(
  items: readonly Item[],
  names: string[] | undefined,
  nameOf: (item: Item) => string,
): Item[] {
  for (const name of names ?? [])
    if (!items.some((item) => nameOf(item) === name)) throw new Error(`unknown name ${name}`)
  return items.filter((item) => names?.includes(nameOf(item)) ?? true)
}

const faults = faultGroups.flatMap(({ kind, faults: ofKind }) => ofKind.map((fault) => ({ kind, fault })))

if (values.list) {
  for (const { kind, fault } of faults) say(`${kind}: ${fault.name}: ${fault.does}`)
  for (const { name, lacks } of variants) say(`variant: ${name}: ${lacks}`)
  process.exit(0)
}

say(`seed ${seed}`)
let isWell: boolean
if (values.variants || values.variant) {
  const wanted = chosen(variants, values.variant, ({ name }) => name)
  const caught = await runVariants(wanted, seed, ({ variant, noticed, instead }) =>
    say(
      noticed === undefined
        ? `MISSED ${variant}${instead ? `, found instead: ${instead.slice(0, 120)}` : ''}`
        : `caught ${variant}: ${noticed.slice(0, 120)}`,
    ),
  )
  say(reportVariants(output, seed, caught))
  isWell = caught.every(({ noticed }) => noticed !== undefined)
} else if (values['crash-points'] || values.operation) {
  const wanted = chosen(crashedOperations, values.operation, ({ name }) => name)
  const crashes = await runCrashPoints(wanted, seed, ({ operation, service, point, violations }) =>
    say(
      `${violations.length === 0 ? 'ok    ' : 'FAILED'} ${operation}, ${service} at ${point} ${violations.join('; ')}`,
    ),
  )
  say(reportCrashes(output, seed, crashes))
  isWell = crashes.every(({ violations }) => violations.length === 0)
} else {
  const wanted = chosen(faults, values.fault, ({ fault }) => fault.name).filter(
    ({ fault }) => !values.short || fault.isShort,
  )
  const journalFile = path.join(output, 'journal.jsonl')
  const isLong = values.nightly || values.accepted !== undefined || values.kills !== undefined
  const report = isLong
    ? await runUntil(wanted, {
        seed,
        journalFile,
        accepted: wholeNumber(values.accepted ?? '100000'),
        kills: wholeNumber(values.kills ?? '200'),
        say,
      })
    : await runMatrix(wanted, { seed, journalFile })
  say(reportMatrix(output, seed, report))
  isWell = report.results.every(({ violations }) => violations.length === 0)
}
process.exit(isWell ? 0 : 1)

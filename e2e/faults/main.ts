// Lets everything fail that can, under load, and checks that nothing is lost or doubled: see docs/faults.md.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { faultGroups } from './faults/all.ts'
import { runMatrix } from './run/run-matrix.ts'
import { writeReport } from './report.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    fault: { type: 'string', multiple: true },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
if (!Number.isInteger(seed)) throw new Error('--seed takes a whole number')
const output = fileURLToPath(new URL('output', import.meta.url))
mkdirSync(output, { recursive: true })

const wanted = faultGroups.flatMap(({ kind, faults }) =>
  faults
    .filter(({ name, isShort }) => (values.fault ? values.fault.includes(name) : !values.short || isShort))
    .map((fault) => ({ kind, fault })),
)
if (wanted.length === 0) throw new Error(`no such fault: ${values.fault?.join(', ') ?? ''}`)

// whatever ends this ends its servers and services
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

process.stdout.write(`seed ${seed}\n`)
const report = {
  seed,
  ...(await runMatrix(wanted, { seed, journalFile: path.join(output, 'journal.jsonl') })),
}
process.stdout.write(writeReport(output, report))
process.exit(report.results.some(({ violations }) => violations.length > 0) ? 1 : 0)

// `npm run rules` writes the pages that list rules with their tests; with `--check` it writes nothing, and
// fails if a page is out of date. Both fail if a rule has no test or a tag names no rule.
import path from 'node:path'
import { writeRules } from './rules.ts'

const root = path.join(import.meta.dirname, '../..')
const { faults, rules, tested } = writeRules(root, { isCheck: process.argv.includes('--check') })
for (const fault of faults) console.log(fault)
console.log(`${rules} rules, ${tested} with a test`)
process.exitCode = faults.length > 0 ? 1 : 0

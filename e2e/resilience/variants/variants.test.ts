import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { REPOSITORY } from '../../src/repository.ts'
import { rules } from '../checker/rules.ts'
import { faultGroups } from '../faults/all.ts'
import { NOT_WELL } from '../run/run-fault.ts'
import { variants } from './all.ts'

const faults = faultGroups.flatMap((group) => group.faults).map(({ name }) => name)

it.each(variants)('$name replaces text that occurs exactly once, and nothing else', ({ patches }) => {
  for (const { file, replace, by } of patches) {
    expect(
      readFileSync(path.join(REPOSITORY, file), 'utf8').split(replace),
      `${file}: ${replace}`,
    ).toHaveLength(2)
    expect(by).not.toBe(replace)
  }
})

it.each(variants)('$name names a fault of the matrix and a rule of the checker', ({ caughtBy }) => {
  expect(faults).toContain(caughtBy.fault)
  expect([...Object.keys(rules), NOT_WELL]).toContain(caughtBy.rule)
})

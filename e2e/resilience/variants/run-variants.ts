import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Violation } from '../checker/evidence.ts'
import { faultGroups } from '../faults/all.ts'
import { runFault } from '../run/run-fault.ts'
import { openSession } from '../run/session.ts'
import { setStage, type Stage } from '../stage/stage.ts'
import { buildVariant } from './build-variant.ts'
import type { Variant } from './variant.ts'

/** The finding of the harness in a variant under one fault. */
export interface Caught {
  variant: string
  lacks: string
  by: string
  /** The expected violation; undefined if it was not found, which is a fault of the harness. */
  noticed: string | undefined
  /** Another violation that was found instead. */
  instead?: string
}

/** A fault happens at random moments, so one that shows nothing is injected again, up to this many times in total. */
const MOST_INJECTIONS = 5

/** Runs each variant under the fault of the matrix that shows its missing guarantee. */
export async function runVariants(
  wanted: readonly Variant[],
  seed: number,
  tell: (caught: Caught) => void,
): Promise<Caught[]> {
  const stage = await setStage()
  const folder = mkdtempSync(path.join(tmpdir(), 'variants-'))
  try {
    const all: Caught[] = []
    for (const variant of wanted) {
      const tree = path.join(folder, String(all.length))
      await buildVariant(tree, variant.patches)
      const { fault, rule, shows } = variant.caughtBy
      const isExpected = (one: Violation) => one.rule === rule && one.about.startsWith(shows ?? '')
      const violations = await violationsUnder(fault, stage, { tree, seed, until: isExpected })
      const expected = violations.find(isExpected)
      const [other] = violations
      const caught = {
        variant: variant.name,
        lacks: variant.lacks,
        by: fault,
        noticed: expected && textOf(expected),
        ...(!expected && other && { instead: textOf(other) }),
      }
      tell(caught)
      all.push(caught)
    }
    return all
  } finally {
    await stage.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const textOf = ({ rule, about }: Violation) => `${rule}: ${about}`

/**
 * The violations in services of a tree under a fault of the matrix. The fault is injected again, up to the limit, until
 * an expected violation is found.
 */
async function violationsUnder(
  name: string,
  stage: Stage,
  { tree, seed, until }: { tree: string; seed: number; until: (violation: Violation) => boolean },
): Promise<Violation[]> {
  const fault = faultGroups.flatMap(({ faults }) => faults).find((one) => one.name === name)
  if (!fault) throw new Error(`unknown fault ${name}`)
  await stage.beginAnew(tree)
  const session = await openSession(stage, seed)
  const violations: Violation[] = []
  try {
    for (let count = 0; count < MOST_INJECTIONS && !violations.some(until); count += 1)
      violations.push(...(await runFault('variant', fault, session)).violations)
    return violations
  } finally {
    await session.workload.stop()
  }
}

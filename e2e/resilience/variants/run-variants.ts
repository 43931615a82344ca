import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { faultGroups } from '../faults/all.ts'
import { runFault } from '../run/run-fault.ts'
import { openSession } from '../run/session.ts'
import { REPOSITORY } from '../../src/repository.ts'
import { setStage, type Stage } from '../stage/stage.ts'
import { buildVariant } from './build-variant.ts'
import type { Variant } from './variant.ts'

/** What the harness noticed of a variant. */
export interface Caught {
  variant: string
  lacks: string
  by: string
  /** What it noticed first; undefined where it noticed nothing, which it must not. */
  noticed: string | undefined
}

/**
 * Runs each variant until the harness notices what it lacks.
 * @throws Error where what has to notice a variant finds something in sound services
 */
export async function runVariants(
  wanted: readonly Variant[],
  seed: number,
  tell: (caught: Caught) => void,
): Promise<Caught[]> {
  const stage = await setStage()
  const folder = mkdtempSync(path.join(tmpdir(), 'variants-'))
  try {
    for (const notices of new Set(wanted.map(({ caughtBy }) => JSON.stringify(nameOf(caughtBy))))) {
      const variant = wanted.find(({ caughtBy }) => JSON.stringify(nameOf(caughtBy)) === notices)
      const found = variant && (await noticed(stage, REPOSITORY, variant, seed))
      process.stdout.write(`sound services: ${notices} finds ${found ?? 'nothing'}\n`)
      if (found !== undefined) throw new Error(`${notices} finds something in sound services: ${found}`)
    }
    const all: Caught[] = []
    for (const variant of wanted) {
      const tree = path.join(folder, String(all.length))
      await buildVariant(tree, variant.patches)
      const caught = {
        variant: variant.name,
        lacks: variant.lacks,
        by: nameOf(variant.caughtBy),
        noticed: await noticed(stage, tree, variant, seed),
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

const nameOf = (by: Variant['caughtBy']) => ('fault' in by ? by.fault : by.probe.name)

/** What the fault or the probe of a variant finds in services of a tree. */
async function noticed(
  stage: Stage,
  tree: string,
  { caughtBy }: Variant,
  seed: number,
): Promise<string | undefined> {
  await stage.beginAnew(tree)
  const session = await openSession(stage, seed)
  try {
    if ('probe' in caughtBy) return await caughtBy.probe(stage, session.asking)
    const fault = faultGroups.flatMap(({ faults }) => faults).find(({ name }) => name === caughtBy.fault)
    if (!fault) throw new Error(`no fault is called ${caughtBy.fault}`)
    const [first] = (await runFault('variant', fault, session)).violations
    return first && `${first.rule}: ${first.about}`
  } finally {
    await session.workload.stop()
  }
}

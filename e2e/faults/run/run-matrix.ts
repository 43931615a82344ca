import { rmSync } from 'node:fs'
import { createAsking } from '../load/asking.ts'
import { chanceOf } from '../load/chance.ts'
import { keepJournal } from '../load/journal.ts'
import { startWorkload } from '../load/workload.ts'
import type { Fault } from '../faults/fault.ts'
import { setStage } from '../stage/stage.ts'
import { prepare } from './prepare.ts'
import { runFault, type Result } from './run-fault.ts'

const LANES = 4

/** What came of all faults. */
export interface MatrixReport {
  startedAt: string
  tookMs: number
  results: Result[]
}

interface Options {
  seed: number
  journalFile?: string
  /** Where the built programs of the services are. */
  tree?: string
  /** Hears of each fault that is over. */
  onResult?: (result: Result) => void
}

/** Lets one fault after another happen on one stage. */
export async function runMatrix(
  wanted: readonly { kind: string; fault: Fault }[],
  { seed, journalFile, tree, onResult = tell }: Options,
): Promise<MatrixReport> {
  const startedAt = new Date()
  if (journalFile !== undefined) rmSync(journalFile, { force: true })
  const stage = await setStage({ ...(tree !== undefined && { tree }) })
  try {
    const chance = chanceOf(seed)
    const journal = keepJournal(journalFile)
    const calm = { is: true }
    const isCalm = () => calm.is
    const { gatewayUrl, tokenSecret } = stage
    const asking = createAsking({ gatewayUrl, secret: tokenSecret.current, journal, isCalm })
    await prepare(stage, asking)
    const workload = startWorkload(LANES, { asking, journal, chance, isCalm })
    const results: Result[] = []
    for (const { kind, fault } of wanted) {
      const result = await runFault(kind, fault, { stage, workload, journal, chance, calm })
      onResult(result)
      results.push(result)
    }
    await workload.stop()
    return { startedAt: startedAt.toISOString(), tookMs: Date.now() - startedAt.getTime(), results }
  } finally {
    await stage.close()
  }
}

function tell({ fault, accepted, repeated, convergedMs, violations }: Result): void {
  const time = convergedMs === undefined ? 'not well' : `${(convergedMs / 1000).toFixed(1)} s`
  const line = `${violations.length === 0 ? 'ok    ' : 'FAILED'} ${fault}: ${accepted} accepted, ${repeated} repeated, ${time}\n`
  process.stdout.write(line)
  for (const { rule, about } of violations.slice(0, 5)) process.stdout.write(`       ${rule}: ${about}\n`)
}

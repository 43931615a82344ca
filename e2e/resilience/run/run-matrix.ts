import { rmSync } from 'node:fs'
import type { Fault } from '../faults/fault.ts'
import type { Load } from '../load/workload.ts'
import { setStage } from '../stage/stage.ts'
import { lookAtAll } from './look-at-all.ts'
import { runFault, type Result } from './run-fault.ts'
import { openSession } from './session.ts'

/** The results of all faults. */
export interface MatrixReport {
  startedAt: string
  tookMs: number
  results: Result[]
}

interface Options {
  seed: number
  journalFile: string
  /** The default load unless given. */
  load?: Load
}

/** Injects one fault after another on one stage. */
export async function runMatrix(
  wanted: readonly { kind: string; fault: Fault }[],
  { seed, ...how }: Options,
): Promise<MatrixReport> {
  const startedAt = new Date()
  rmSync(how.journalFile, { force: true })
  const stage = await setStage()
  try {
    const session = await openSession(stage, seed, how)
    const results: Result[] = []
    for (const { kind, fault } of wanted) {
      const result = await runFault(kind, fault, session)
      tell(result)
      results.push(result)
    }
    await session.workload.stop()
    const atTheEnd = await lookAtAll(session)
    tell(atTheEnd)
    results.push(atTheEnd)
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

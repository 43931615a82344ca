import type { Fault } from '../faults/fault.ts'
import { runMatrix, type MatrixReport } from './run-matrix.ts'
import type { Load } from './session.ts'

/** The number of clients that two processors can serve while faults happen. */
const HEAVY: Load = { lanes: 12, pauseMs: 20 }

interface Goal {
  seed: number
  journalFile: string
  /** Accepted writes to reach. */
  accepted: number
  /** Killed processes of services to reach. */
  kills: number
  say: (text: string) => void
}

/**
 * Repeats the faults, each time on a new stage with another seed, until enough writes were accepted and
 * enough processes killed. A round with a violation is the last one.
 */
export async function runUntil(
  wanted: readonly { kind: string; fault: Fault }[],
  { seed, journalFile, accepted, kills, say }: Goal,
): Promise<MatrixReport> {
  const startedAt = new Date()
  const results: MatrixReport['results'] = []
  const sum = (part: 'accepted' | 'kills') => results.reduce((all, one) => all + one[part], 0)
  for (let round = 0; sum('accepted') < accepted || sum('kills') < kills; round += 1) {
    const report = await runMatrix(wanted, { seed: seed + round, journalFile, load: HEAVY })
    results.push(...report.results)
    say(`round ${round + 1}, seed ${seed + round}: ${sum('accepted')} accepted, ${sum('kills')} kills so far`)
    if (report.results.some(({ violations }) => violations.length > 0)) break
  }
  return { startedAt: startedAt.toISOString(), tookMs: Date.now() - startedAt.getTime(), results }
}

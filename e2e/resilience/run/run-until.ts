import type { Fault } from '../faults/fault.ts'
import { killsUnderLoad } from '../faults/process-kills.ts'
import type { Load } from '../load/workload.ts'
import { runMatrix, type MatrixReport } from './run-matrix.ts'

/** Clients that two processors can serve, including the mails and webhooks of their writes, while faults happen. */
const HEAVY: Load = { lanes: 14, pauseMs: 80, contended: 0.1, readBack: 0.1 }
/**
 * Number of faults in a round after the first one. It is small, because the checks take longer the more a stage has
 * stored.
 */
const KILLS_PER_ROUND = 3

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
 * Injects all faults once and then kills services under load, each round on a new stage with another seed, until
 * enough writes were accepted and enough processes killed. A round with a violation is the last one.
 */
export async function runUntil(
  wanted: readonly { kind: string; fault: Fault }[],
  { seed, journalFile, accepted, kills: killed, say }: Goal,
): Promise<MatrixReport> {
  const startedAt = new Date()
  const results: MatrixReport['results'] = []
  const sum = (part: 'accepted' | 'kills') => results.reduce((all, one) => all + one[part], 0)
  for (let round = 0; sum('accepted') < accepted || sum('kills') < killed; round += 1) {
    const kills = Array.from({ length: KILLS_PER_ROUND }, () => ({ kind: 'long run', fault: killsUnderLoad }))
    const report = await runMatrix(round === 0 ? wanted : kills, {
      seed: seed + round,
      journalFile,
      // an outage of a minute under heavy load leaves more work than services can catch up on within the limit
      ...(round > 0 && { load: HEAVY }),
    })
    results.push(...report.results)
    say(`round ${round + 1}, seed ${seed + round}: ${sum('accepted')} accepted, ${sum('kills')} kills so far`)
    if (report.results.some(({ violations }) => violations.length > 0)) break
  }
  return { startedAt: startedAt.toISOString(), tookMs: Date.now() - startedAt.getTime(), results }
}

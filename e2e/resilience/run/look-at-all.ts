import { check } from '../checker/rules.ts'
import { collect } from '../checker/collect.ts'
import { withDatabase } from '../servers/with-database.ts'
import { comesTrue } from './comes-true.ts'
import type { Result } from './run-fault.ts'
import type { Session } from './session.ts'

/** Retries caused by providers finish within this time, except those scheduled minutes later. */
const PATIENCE_MS = 90_000
const SOON =
  "SELECT FROM notifications WHERE due_at < now() + interval '20 seconds' AND provider_id IS NULL LIMIT 1"

/**
 * Checks everything that clients have requested in the whole run. It first waits for retries, because some messages
 * still wait for their next attempt when the last fault ends.
 */
export async function lookAtAll({ stage, journal, isSettled }: Session): Promise<Result> {
  const begin = performance.now()
  const isOver = async () => {
    const { rowCount } = await withDatabase(stage.databases.notifications, (client) => client.query(SOON))
    return rowCount === 0 && (await isSettled())
  }
  const isWell = await comesTrue(isOver, PATIENCE_MS, 500)
  const convergedMs = performance.now() - begin
  const violations = check(await collect(stage, journal.journal))
  if (!isWell)
    violations.unshift({ rule: 'every message is tried in the end', kind: 'wrong', about: 'messages wait' })
  return {
    fault: 'everything, in the end',
    kind: 'afterwards',
    // these are counted with their fault
    ...{ accepted: 0, rejected: 0, unknown: 0, repeated: 0, restarts: 0, kills: 0 },
    convergedMs: isWell ? convergedMs : undefined,
    violations,
  }
}

import type { Agent } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { agentChanged } from '../events.ts'
import { announcedNames } from '../repositories/announced-names.ts'
import { agents } from '../repositories/directory.ts'
import { nextVersion } from '../repositories/entries.ts'
import type { Deps } from './deps.ts'

const BATCH = 200

/** Publishes the name of a locked agent. @param version higher than that of any event about it */
export function announceAgent(
  tx: Tx,
  { outbox, sharesNames }: Pick<Deps, 'outbox' | 'sharesNames'>,
  organization: string,
  agent: Agent,
  version: number,
  now: Date,
): void {
  if (!sharesNames) return
  outbox.append(tx, agentChanged(organization, agent, version, now))
  announcedNames.mark(tx, organization, agent.id, agent.displayName)
}

/**
 * A job that publishes the names that are not published yet, because an older release wrote them, or because names were
 * not shared when they were written.
 * @returns whether there may be more
 */
export const announceAgents =
  (deps: Pick<Deps, 'pool' | 'partTransaction' | 'outbox' | 'sharesNames' | 'clock'>) =>
  async (): Promise<boolean> => {
    const { pool, partTransaction, sharesNames, clock } = deps
    if (!sharesNames) return false
    const missing = await announcedNames.missing(pool, BATCH)
    if (missing.length === 0) return false
    await partTransaction(async (tx) => {
      for (const { organization, agentId } of missing) {
        const agent = await agents.lock(tx, organization, agentId)
        if (agent) announceAgent(tx, deps, organization, agent, await nextVersion(tx), clock.now())
      }
    })
    return missing.length === BATCH
  }

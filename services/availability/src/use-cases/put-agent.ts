import type { Agent } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { agents } from '../repositories/directory.ts'
import type { Deps, Written } from './deps.ts'
import { storeAgent, type StoreAgent } from './store-agent.ts'

/**
 * Creates or replaces an agent.
 * @throws Problem UNKNOWN_REFERENCE, VERSION_MISMATCH, DIRECTORY_FULL
 */
export const putAgent =
  ({ transaction, outbox, sharesNames, clock }: Deps) =>
  (command: StoreAgent): Promise<Keyed<Written<Agent>>> =>
    transaction(
      (tx) => storeAgent(tx, { outbox, sharesNames }, command, clock.now()),
      [agents.lockName(command.organization, command.agentId)],
    )

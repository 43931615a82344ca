import { Problem, type AgentBatchResult, type AgentRequest, type Fault } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { OrganizationKey } from '../domain/directory.ts'
import { agents as directory } from '../repositories/directory.ts'
import type { Deps } from './deps.ts'
import { storeAgent } from './store-agent.ts'

/** An agent of a batch: valid, or rejected with the problem of its fields. */
export type BatchedAgent =
  | { agentId: string; request: AgentRequest }
  | { agentId?: string; rejected: Problem }

interface PutAgents {
  organization: OrganizationKey
  agents: BatchedAgent[]
}

/**
 * Creates or replaces agents, each in a transaction of its own. Their events settle together, because waiting for the
 * other services after each agent would delay a long batch. The response is stored last: a request that is repeated
 * after a crash writes the same agents again.
 */
export const putAgents =
  ({ transaction, collected, outbox, sharesNames, clock }: Deps) =>
  async ({ organization, agents }: PutAgents): Promise<Keyed<AgentBatchResult[]>> => {
    const results: AgentBatchResult[] = []
    const settling: Promise<void>[] = []
    for (const [index, one] of agents.entries()) results.push(await store(one, index))
    await Promise.all(settling)
    return transaction(() => results)

    async function store(one: BatchedAgent, index: number): Promise<AgentBatchResult> {
      if ('rejected' in one) return resultOf(one.agentId, one.rejected, index)
      const { agentId, request } = one
      try {
        const [{ isCreated }, events] = await collected(
          (tx) => storeAgent(tx, { outbox, sharesNames }, { organization, agentId, request }, clock.now()),
          [directory.lockName(organization, agentId)],
        )
        settling.push(outbox.settle(events))
        return { agentId, status: isCreated ? 201 : 200 }
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        return resultOf(agentId, error, index)
      }
    }
  }

/** The result of an agent that was not stored. Pointers refer to the whole request. */
function resultOf(
  agentId: string | undefined,
  { status, code, details }: Problem,
  index: number,
): AgentBatchResult {
  const at = ({ pointer = '', code: fault, message }: Fault) => ({
    pointer: `/agents/${index}${pointer}`,
    code: fault,
    message,
  })
  return {
    ...(agentId !== undefined && { agentId }),
    status,
    code,
    ...(details.errors && { errors: details.errors.map(at) }),
  }
}

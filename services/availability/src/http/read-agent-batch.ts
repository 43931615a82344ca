import { agentOfBatch, agentRequest, problem } from '@appointments/contracts'
import { faultsOf, validationProblem } from '@appointments/http'
import type { BatchedAgent } from '../use-cases/put-agents.ts'

/** Reads the agents of a batch; faults of one agent do not affect the others. */
export const readAgentBatch = (agents: readonly unknown[]): BatchedAgent[] => agents.map(readAgent)

function readAgent(value: unknown): BatchedAgent {
  const named = agentOfBatch.safeParse(value, { reportInput: true })
  const { id: _, ...fields } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >
  const request = agentRequest.safeParse(fields, { reportInput: true })
  if (named.success && request.success) return { agentId: named.data.id, request: request.data }
  const faults = [
    ...(named.success ? [] : faultsOf(named.error, 'body')),
    ...(request.success ? [] : faultsOf(request.error, 'body')),
  ]
  return {
    ...(named.success && { agentId: named.data.id }),
    rejected: faults.length > 0 ? validationProblem(faults) : problem('VALIDATION_FAILED'),
  }
}

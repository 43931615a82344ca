import { agentOfBatch, agentRequest, directoryOperations, problem } from '@appointments/contracts'
import { parsePart, validationProblem, writableBody } from '@appointments/http'
import type { BatchedAgent } from '../use-cases/put-agents.ts'

/** Reads the agents of a batch like bodies of a PUT; faults of one agent do not affect the others. */
export const readAgentBatch = (agents: readonly unknown[]): BatchedAgent[] => agents.map(readAgent)

function readAgent(value: unknown): BatchedAgent {
  const named = parsePart(agentOfBatch, value)
  const { id: _, ...fields } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >
  const request = parsePart(agentRequest, writableBody(directoryOperations.putAgent, fields))
  if ('part' in named && 'part' in request) return { agentId: named.part.id, request: request.part }
  const faults = [named, request].flatMap((result) => ('faults' in result ? result.faults : []))
  return {
    ...('part' in named && { agentId: named.part.id }),
    rejected: faults.length > 0 ? validationProblem(faults) : problem('VALIDATION_FAILED'),
  }
}

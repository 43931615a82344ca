import type { Agent } from '@appointments/contracts'
import { agents } from '../repositories/directory.ts'
import type { Deps, OfAgent } from './deps.ts'

/** @throws Problem AGENT_NOT_FOUND */
export const getAgent =
  ({ pool }: Pick<Deps, 'pool'>) =>
  ({ organization, agentId }: Omit<OfAgent, 'caller'>): Promise<Agent> =>
    agents.get(pool, organization, agentId)

import { problem, type Exception } from '@appointments/contracts'
import { agents } from '../repositories/directory.ts'
import { exceptions } from '../repositories/exceptions.ts'
import type { Deps, OfAgent } from './deps.ts'

interface GetException extends Omit<OfAgent, 'caller'> {
  id: string
}

/** @throws Problem AGENT_NOT_FOUND, EXCEPTION_NOT_FOUND */
export const getException =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ organization, agentId, id }: GetException): Promise<Exception> => {
    await agents.get(pool, organization, agentId)
    const found = await exceptions.find(pool, organization, agentId, id)
    if (!found) throw problem('EXCEPTION_NOT_FOUND')
    return found
  }

import { problem } from '@appointments/contracts'
import { refuseOtherAgents, requireOwnAbsence } from '../domain/access.ts'
import { calendars } from '../repositories/calendars.ts'
import { agents } from '../repositories/directory.ts'
import { exceptions } from '../repositories/exceptions.ts'
import type { Deps, OfAgent } from './deps.ts'

interface RemoveException extends OfAgent {
  id: string
}

/** @throws Problem FORBIDDEN, AGENT_NOT_FOUND, EXCEPTION_NOT_FOUND */
export const removeException =
  ({ partTransaction }: Deps) =>
  ({ caller, organization, agentId, id }: RemoveException): Promise<void> =>
    partTransaction(async (tx) => {
      refuseOtherAgents(caller, agentId)
      const agent = await agents.lock(tx, organization, agentId)
      if (!agent) throw problem('AGENT_NOT_FOUND')
      const current = await exceptions.find(tx, organization, agentId, id)
      if (!current) throw problem('EXCEPTION_NOT_FOUND')
      requireOwnAbsence(caller, agent, current)
      exceptions.remove(tx, id)
      calendars.raise(tx, organization, agentId)
    })

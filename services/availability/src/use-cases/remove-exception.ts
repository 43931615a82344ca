import { problem } from '@appointments/contracts'
import { rejectOtherAgents, requireOwnAbsence } from '../domain/access.ts'
import { calendars } from '../repositories/calendars.ts'
import { agents } from '../repositories/directory.ts'
import { exceptions } from '../repositories/exceptions.ts'
import { announceCalendars } from './announce-calendars.ts'
import type { Deps, OfAgent } from './deps.ts'

interface RemoveException extends OfAgent {
  id: string
}

/** @throws Problem FORBIDDEN, AGENT_NOT_FOUND, EXCEPTION_NOT_FOUND */
export const removeException =
  ({ partTransaction, outbox, sharesNames, clock }: Deps) =>
  ({ caller, organization, agentId, id }: RemoveException): Promise<void> =>
    partTransaction(
      async (tx) => {
        rejectOtherAgents(caller, agentId)
        const agent = await agents.lock(tx, organization, agentId)
        if (!agent) throw problem('AGENT_NOT_FOUND')
        const current = await exceptions.find(tx, organization, agentId, id)
        if (!current) throw problem('EXCEPTION_NOT_FOUND')
        requireOwnAbsence(caller, agent, current)
        const range = await exceptions.range(tx, organization, id)
        exceptions.remove(tx, id)
        calendars.raise(tx, organization, agentId)
        if (current.type === 'ABSENCE' || !range) return
        const [from, to] = [range.startsAt.toISOString(), range.endsAt.toISOString()]
        const change = { organization, agentIds: [agentId], from, to, cause: 'EXTRA_HOURS' as const }
        await announceCalendars(tx, { outbox, sharesNames }, change, clock.now())
      },
      [agents.lockName(organization, agentId)],
    )

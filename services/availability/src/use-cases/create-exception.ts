import { problem, type Exception, type ExceptionRequest } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { rejectOtherAgents, requireOwnAbsence } from '../domain/access.ts'
import { instantIn } from '../domain/wall-clock.ts'
import { calendars } from '../repositories/calendars.ts'
import { claims } from '../repositories/claims.ts'
import { agents } from '../repositories/directory.ts'
import { exceptions } from '../repositories/exceptions.ts'
import { announceCalendars } from './announce-calendars.ts'
import type { Deps, OfAgent } from './deps.ts'

const MOST_PENDING = 500

interface CreateException extends OfAgent {
  request: ExceptionRequest
}

/**
 * Records an absence or extra hours of an agent. The result counts the appointments that an absence affects.
 * Appointments to which the agent is assigned stay as they are.
 * @throws Problem FORBIDDEN, AGENT_NOT_FOUND, VALIDATION_FAILED, DIRECTORY_FULL
 */
export const createException =
  ({ transaction, outbox, sharesNames, clock, newId }: Deps) =>
  ({
    caller,
    organization,
    agentId,
    request,
  }: CreateException): Promise<Keyed<Exception & { affected: number }>> =>
    transaction(
      async (tx) => {
        rejectOtherAgents(caller, agentId)
        const agent = await agents.lock(tx, organization, agentId)
        if (!agent) throw problem('AGENT_NOT_FOUND')
        requireOwnAbsence(caller, agent, request)
        const now = clock.now()
        const [startsAt, endsAt] = [request.from, request.until].map((text) =>
          instantIn(text, agent.timezone),
        ) as [Date, Date]
        rejectSkipped(startsAt, endsAt)
        if ((await exceptions.countPending(tx, organization, agentId, now)) >= MOST_PENDING)
          throw problem('DIRECTORY_FULL', { extensions: { limit: MOST_PENDING } })
        const created = { id: newId(), agentId, ...request, createdAt: now.toISOString() }
        exceptions.insert(tx, organization, { ...created, startsAt, endsAt })
        calendars.raise(tx, organization, agentId)
        const [from, to] = [startsAt.toISOString(), endsAt.toISOString()]
        if (request.type === 'ABSENCE')
          await announceCalendars(
            tx,
            { outbox, sharesNames },
            { organization, agentIds: [agentId], from, to, cause: 'ABSENCE' },
            now,
          )
        const affected =
          request.type === 'ABSENCE'
            ? await claims.countAppointments(tx, { organization, agentId, startsAt, endsAt })
            : 0
        return { ...created, affected }
      },
      [agents.lockName(organization, agentId)],
    )

/** A period that lies within an hour that the clock skips is empty. @throws Problem VALIDATION_FAILED */
function rejectSkipped(startsAt: Date, endsAt: Date): void {
  if (startsAt < endsAt) return
  throw problem('VALIDATION_FAILED', {
    errors: [
      {
        pointer: '/until',
        code: 'INVALID_RANGE',
        message: "must be after `from` in the agent's time zone, whose clock changes at this time",
      },
    ],
  })
}

import { agentSubject, problem } from '@appointments/contracts'
import { agentRemoved } from '../events.ts'
import { announcedNames } from '../repositories/announced-names.ts'
import { agents } from '../repositories/directory.ts'
import { nextVersion } from '../repositories/entries.ts'
import { memberships } from '../repositories/memberships.ts'
import { announceCalendars } from './announce-calendars.ts'
import type { Deps, OfAgent } from './deps.ts'

/**
 * Removes an agent with its memberships, absences and extra hours, and the responses and events that contain its data.
 * @throws Problem AGENT_NOT_FOUND
 */
export const removeAgent =
  ({ partTransaction, outbox, sharesNames, clock, forgetResponses }: Deps) =>
  ({ organization, agentId }: Omit<OfAgent, 'caller'>): Promise<void> =>
    partTransaction(
      async (tx) => {
        const current = await agents.lock(tx, organization, agentId)
        if (!current) throw problem('AGENT_NOT_FOUND')
        if (current.queues.length > 0)
          await memberships.raiseVersions(
            tx,
            organization,
            current.queues.map(({ queueId }) => queueId),
          )
        // a published name has to be deleted even if names are no longer shared
        const isAnnounced = sharesNames || (await announcedNames.has(tx, organization, agentId))
        agents.remove(tx, organization, agentId)
        forgetResponses(tx, agentSubject(organization, agentId))
        const now = clock.now()
        outbox.erase(tx, agentSubject(organization, agentId))
        if (isAnnounced) outbox.append(tx, agentRemoved(organization, agentId, await nextVersion(tx), now))
        const removed = { organization, agentIds: [agentId], cause: 'REMOVED' as const }
        await announceCalendars(tx, { outbox, sharesNames }, removed, now)
      },
      [agents.lockName(organization, agentId)],
    )

import type { NameOfAgent } from '@appointments/agent-names'
import type { Caller } from '@appointments/contracts'
import type { FeedFilters } from '../domain/feed-cursor.ts'
import { shownTo } from '../domain/feed-scope.ts'
import { assignedTo } from '../domain/recorded-change.ts'
import type { Named } from '../feed/named-changes.ts'
import type { FedChange } from '../domain/stored-change.ts'

/** A change as a reader gets it: with the current appointment, or without it if it is out of the reader's scope. */
export interface ShownChange {
  change: FedChange
  inScope: boolean
  nameOf: NameOfAgent
}

/** The changes of a page that a reader gets. */
export const shown = (
  caller: Caller,
  filters: FeedFilters,
  { changes, nameOf }: Named<FedChange>,
): ShownChange[] =>
  changes.flatMap((change) => {
    const { application, roster, agentsBefore, agentsAfter } = change
    const result = shownTo(caller, filters, {
      applicationId: change.applicationId,
      organizationId: change.organizationId,
      type: change.type,
      agentsBefore,
      agentsAfter,
      application,
      agentsNow: roster ? assignedTo(roster) : undefined,
    })
    return result ? [{ change, inScope: result === 'APPOINTMENT', nameOf }] : []
  })

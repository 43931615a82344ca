import { findNamesOfAgents, type NameOfAgent } from '@appointments/agent-names'
import type { Sql } from '@appointments/postgres'
import type { Fed, FedChange, StoredChange } from '../domain/stored-change.ts'

/** Changes with the current names of their agents. A change stores no names, so no name outlives its agent. */
export interface Named<Change extends StoredChange> {
  changes: readonly Change[]
  nameOf: NameOfAgent
}

/** A page of the feed with the names of agents. */
export type FedPage = Named<FedChange> & Pick<Fed, 'position' | 'hasMore'>

/** Finds the names of all agents that changes mention. */
export async function withNames<Change extends StoredChange>(
  sql: Sql,
  changes: readonly Change[],
): Promise<Named<Change>> {
  const mentioned = changes.flatMap(({ organizationId, actor, changed }) =>
    [
      ...(actor.id === undefined || actor.role === 'ROLE_CUSTOMER' ? [] : [actor.id]),
      ...changed.flatMap(({ from, to }) =>
        [from, to].flatMap((value) => (typeof value === 'object' ? value : [])),
      ),
    ].map((id: string) => [organizationId, id] as const),
  )
  return { changes, nameOf: await findNamesOfAgents(sql, mentioned) }
}

import type { ClaimsOfHolder } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { calendars } from '../repositories/calendars.ts'
import { claims, type AgentOfOrganization } from '../repositories/claims.ts'

/** Stores the claims of a holder and raises the calendar versions of its agents. */
export const keepClaims = async (tx: Tx, changed: ClaimsOfHolder): Promise<void> =>
  raiseCalendars(tx, await claims.replace(tx, [changed]))

/**
 * Raises the calendar versions of agents. The order is fixed, so that two such transactions do not wait for
 * each other.
 */
export function raiseCalendars(tx: Tx, agents: readonly AgentOfOrganization[]): void {
  const organizations = new Set(agents.map(({ organizationId }) => organizationId))
  for (const organization of [...organizations].toSorted()) {
    const own = agents.filter(({ organizationId }) => organizationId === organization)
    calendars.raiseAll(tx, organization, [...new Set(own.map(({ agentId }) => agentId))])
  }
}

import type { ClaimsOfHolder } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { calendars } from '../repositories/calendars.ts'
import { claims } from '../repositories/claims.ts'

/** Stores the claims of a holder and tells readers that the calendars of its agents changed. */
export async function keepClaims(tx: Tx, changed: ClaimsOfHolder): Promise<void> {
  const agentIds = await claims.replace(tx, changed)
  if (agentIds && agentIds.length > 0) await calendars.raiseAll(tx, changed.organizationId, agentIds)
}

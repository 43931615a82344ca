import { listScope, type ListScope } from '@appointments/appointment'
import type { Application, Caller } from '@appointments/contracts'
import type { FeedFilters } from './feed-cursor.ts'

/** Whose changes a reader of the feed gets; the same appointments as in its list. */
export const feedScope = (
  caller: Caller,
  { agentId }: FeedFilters,
  application: Application | undefined,
): ListScope => listScope(caller, agentId === undefined ? {} : { agentId: [agentId] }, application)

/** A change, as far as it decides who gets it. */
export interface ScopedChange {
  applicationId: string
  organizationId: string | null
  type: string
  agentsBefore: readonly string[]
  agentsAfter: readonly string[]
  /** The application's settings as they are now. */
  application: Application | undefined
  /** The agents of the appointment as it is now; undefined if it was removed. */
  agentsNow: readonly string[] | undefined
}

/**
 * The part of a change that a reader gets: the appointment as it is now, the news that it is out of scope, or nothing. An
 * appointment that left the scope by a later change is reported with that one, so every reader ends at the present state.
 */
export function shownTo(
  caller: Caller,
  filters: FeedFilters,
  change: ScopedChange,
): 'APPOINTMENT' | 'OUT_OF_SCOPE' | undefined {
  const { applicationId, type } = filters
  if (applicationId !== undefined && applicationId !== change.applicationId) return undefined
  if (type && !type.includes(change.type)) return undefined
  const settings = applicationId === undefined ? undefined : change.application
  const { organizationId, agentIds } = feedScope(caller, filters, settings)
  if (organizationId !== undefined && organizationId !== change.organizationId) return undefined
  const isOf = (agents: readonly string[]) => !agentIds || agents.some((id) => agentIds.includes(id))
  const { agentsBefore, agentsAfter, agentsNow } = change
  if (!agentsNow) return change.type === 'APRemovedEvent' && isOf(agentsBefore) ? 'OUT_OF_SCOPE' : undefined
  const isLeaving = isOf(agentsBefore) && !isOf(agentsAfter)
  if (!isLeaving && !isOf(agentsAfter)) return undefined
  if (isOf(agentsNow)) return 'APPOINTMENT'
  return isLeaving ? 'OUT_OF_SCOPE' : undefined
}

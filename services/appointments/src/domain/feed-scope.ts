import { listScope, type ListScope } from '@appointments/appointment'
import type { Application, Caller } from '@appointments/contracts'
import type { FeedFilters } from './feed-cursor.ts'

/** Decides whose changes a reader of the feed gets: those of the appointments that it may list. */
export const feedScope = (
  caller: Caller,
  { agentId }: FeedFilters,
  application: Application | undefined,
): ListScope => listScope(caller, agentId === undefined ? {} : { agentId: [agentId] }, application)

/** The parts of a change that decide who gets it. */
export interface ScopedChange {
  applicationId: string
  organizationId: string | null
  type: string
  agentsBefore: readonly string[]
  agentsAfter: readonly string[]
  /** The application with its current settings. */
  application: Application | undefined
  /** The current agents of the appointment; undefined if it was removed. */
  agentsNow: readonly string[] | undefined
}

/**
 * Decides which part of a change a reader gets: the current appointment, a notice that it is out of scope, or nothing.
 * If a later change took the appointment out of the scope, the later change reports it, so every reader ends at the
 * current state.
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

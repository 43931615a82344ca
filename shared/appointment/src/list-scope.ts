import { hasRole, type Application, type Caller, type ListQuery } from '@appointments/contracts'

/** Whose appointments a list contains. */
export interface ListScope {
  /** Absent if the caller is not limited to an organization. */
  organizationId?: string | undefined
  /** Only appointments whose organizer or an assigned agent is one of these. */
  agentIds?: readonly string[] | undefined
  organizerIds?: readonly string[] | undefined
}

/**
 * Decides whose appointments a caller's list contains (docs/contract/lists.md#scope). Without an application, the list
 * spans all of them, and agents are restricted as in an application with default settings.
 * @param application the application to which the list is limited
 */
export function listScope(
  caller: Caller,
  query: Pick<ListQuery, 'agentId' | 'organizerId'>,
  application: Pick<Application, 'restrictAgentsToOwnAppointments' | 'agentAccess'> | undefined,
): ListScope {
  const { organizationId, userId } = caller
  if (hasRole(caller, 'ROLE_SUPERVISOR')) {
    return {
      organizationId,
      ...(query.agentId
        ? { agentIds: query.agentId }
        : query.organizerId && { organizerIds: query.organizerId }),
    }
  }
  const restricted =
    (application?.restrictAgentsToOwnAppointments ?? true) ||
    (application?.agentAccess === 'ASSIGNED' && hasRole(caller, 'ROLE_AGENT'))
  const isPerson = hasRole(caller, 'ROLE_AGENT') || userId !== undefined
  if (restricted && isPerson) return { organizationId, agentIds: userId === undefined ? [] : [userId] }
  return { organizationId, agentIds: query.agentId }
}

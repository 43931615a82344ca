import { findAgentNames } from '@appointments/agent-names'
import {
  defaultAvailabilitySettings,
  hasRole,
  MOST_OWN_APPLICATIONS,
  type Caller,
  type Me,
} from '@appointments/contracts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

const DEFAULT_ZONE = 'UTC'

/**
 * Reads the caller's identity and the applications of its organization, or all applications if the caller has no
 * organization.
 */
export const getMe =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ caller }: { caller: Caller }): Promise<Me> => {
    const { userId, organizationId, roles } = caller
    const [names, own] = await Promise.all([
      findAgentNames(pool, organizationId, userId === undefined ? [] : [userId]),
      applications.outlines(pool, organizationId, MOST_OWN_APPLICATIONS),
    ])
    const displayName = userId === undefined ? undefined : new Map(Object.entries(names)).get(userId)
    return {
      ...(userId !== undefined && { userId }),
      ...(displayName !== undefined && { displayName }),
      roles,
      ...(organizationId !== undefined && { organizationId }),
      applications: own.map(({ id, brandName, senderName, timezone, ...rules }) => ({
        id,
        name: brandName ?? senderName ?? id,
        agentReassignmentEnabled: rules.agentReassignmentEnabled ?? false,
        timezone: timezone ?? DEFAULT_ZONE,
        notesForCustomers: rules.notesForCustomers ?? false,
        mayOverrideCalendar: hasRole(
          caller,
          ...(rules.overrideRoles ?? defaultAvailabilitySettings.overrideRoles),
        ),
      })),
    }
  }

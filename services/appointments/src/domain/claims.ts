import { isDeepStrictEqual } from 'node:util'
import { agentsOf, isOpen } from '@appointments/appointment'
import type { Claim, ClaimsOfHolder } from '@appointments/contracts'
import type { StoredAppointment } from './appointment.ts'

/** The agents' time that an appointment occupies while it is open. */
export function claimsOf({ appointment, roster }: StoredAppointment): Claim[] {
  if (!isOpen(appointment)) return []
  const { start: from, end: to } = appointment
  return agentsOf(roster).map(({ id: agentId }) => ({ agentId, kind: 'BOOKED', from, to }))
}

/**
 * Compares the time that an appointment occupies before and after a change.
 * @param before undefined for a new appointment
 * @returns all claims after the change; undefined if they are the same as before
 */
export function changedClaims(
  before: StoredAppointment | undefined,
  after: StoredAppointment,
): ClaimsOfHolder | undefined {
  const claims = claimsOf(after)
  if (isDeepStrictEqual(claims, before ? claimsOf(before) : [])) return undefined
  const { appointment, roster } = after
  return {
    holder: { type: 'APPOINTMENT', id: appointment.id },
    // either half may change the claims, and the version of neither goes back
    version: appointment.version + roster.version,
    organizationId: appointment.organizationId ?? '',
    applicationId: appointment.applicationId,
    start: appointment.start,
    end: appointment.end,
    claims,
  }
}

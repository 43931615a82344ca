import { isDeepStrictEqual } from 'node:util'
import { agentsOf, isOpen } from '@appointments/appointment'
import type { Claim, ClaimsOfHolder } from '@appointments/contracts'
import type { StoredAppointment } from './appointment.ts'
import { occupiedBy } from './occupied.ts'

/** The agents' time that an appointment occupies while it is open. */
export function claimsOf({ appointment, roster }: StoredAppointment): Claim[] {
  if (!isOpen(appointment)) return []
  const { from, to } = occupiedBy(appointment)
  return agentsOf(roster).map(({ id: agentId }) => ({ agentId, kind: 'BOOKED', from, to }))
}

/** All claims of an appointment with their version. */
export function holderOf(stored: StoredAppointment): ClaimsOfHolder {
  const { appointment, roster } = stored
  return {
    holder: { type: 'APPOINTMENT', id: appointment.id },
    // either half may change the claims, and the version of neither goes back
    version: appointment.version + roster.version,
    organizationId: appointment.organizationId ?? '',
    applicationId: appointment.applicationId,
    ...(appointment.serviceTypeId !== undefined && { serviceTypeId: appointment.serviceTypeId }),
    start: appointment.start,
    end: appointment.end,
    claims: claimsOf(stored),
  }
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
  const changed = holderOf(after)
  return isDeepStrictEqual(changed.claims, before ? claimsOf(before) : []) ? undefined : changed
}

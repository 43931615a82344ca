import { isDeepStrictEqual } from 'node:util'
import { isOpen, queueOf } from '@appointments/appointment'
import type { Claim, ClaimsOfHolder } from '@appointments/contracts'
import type { StoredAppointment } from './appointment.ts'
import { occupiedBy } from './occupied.ts'
import { bookedAgentsOf, otherClaimsOf, reservedAgentOf } from './other-claims.ts'

/** The agents' time that an appointment occupies while it is open. */
export function claimsOf(stored: StoredAppointment): Claim[] {
  const { appointment } = stored
  if (!isOpen(appointment)) return []
  const { from, to } = occupiedBy(appointment)
  const reserved = reservedAgentOf(stored)
  // an agent who is being assigned counts as booked
  const booked = new Set([...bookedAgentsOf(stored), ...otherClaimsOf(stored).claimed])
  if (reserved !== undefined) booked.delete(reserved)
  return [
    ...[...booked].map((agentId): Claim => ({ agentId, kind: 'BOOKED', from, to })),
    ...(reserved === undefined ? [] : [{ agentId: reserved, kind: 'RESERVED' as const, from, to }]),
  ]
}

/** All claims of an appointment with their version. */
export function holderOf(stored: StoredAppointment): ClaimsOfHolder {
  const { appointment, roster } = stored
  const { revision } = otherClaimsOf(stored)
  const queueId = queueOf(stored)
  const { requires } = appointment.assignment ?? {}
  return {
    holder: { type: 'APPOINTMENT', id: appointment.id },
    // a change of either half may change the claims, and neither version ever decreases
    version: appointment.version + roster.version,
    ...(revision > 0 && { revision }),
    organizationId: appointment.organizationId ?? '',
    applicationId: appointment.applicationId,
    ...(appointment.serviceTypeId !== undefined && { serviceTypeId: appointment.serviceTypeId }),
    ...(queueId !== undefined && { queueId, ...(requires && { requires }) }),
    ...(roster.organizerId !== undefined && { organizerId: roster.organizerId }),
    start: appointment.start,
    end: appointment.end,
    claims: claimsOf(stored),
  }
}

/**
 * Compares everything that is published about the claims of an appointment, before and after a change.
 * @param before undefined for a new appointment
 * @returns all claims after the change; undefined if nothing has changed, or if there are no claims before and after it
 */
export function changedClaims(
  before: StoredAppointment | undefined,
  after: StoredAppointment,
): ClaimsOfHolder | undefined {
  const changed = holderOf(after)
  const earlier = before && holderOf(before)
  const occupiesNothing = changed.claims.length === 0 && !earlier?.claims.length
  const isSame = earlier !== undefined && isDeepStrictEqual(contentOf(changed), contentOf(earlier))
  return occupiesNothing || isSame ? undefined : changed
}

const contentOf = ({ version: _, revision: __, ...content }: ClaimsOfHolder) => content

import { isDeepStrictEqual } from 'node:util'
import { agentsOf, awaitsMember, isOpen } from '@appointments/appointment'
import type { OtherClaims, StoredAppointment } from './stored-appointment.ts'

const NONE: OtherClaims = { revision: 0, claimed: [] }

export const otherClaimsOf = ({ otherClaims = NONE }: StoredAppointment): OtherClaims => otherClaims

/** The appointment with changed `otherClaims`. An appointment that has ended keeps no reservation. */
export function withOtherClaims(
  stored: StoredAppointment,
  change: Partial<Omit<OtherClaims, 'revision'>>,
): StoredAppointment {
  const before = otherClaimsOf(stored)
  const { reserved, claimed, decided } = { ...before, ...change }
  const next = {
    claimed,
    ...(reserved !== undefined && isOpen(stored.appointment) && { reserved }),
    ...(decided && { decided }),
  }
  const { revision, ...same } = before
  if (isDeepStrictEqual(next, same)) return stored
  return { ...stored, otherClaims: { ...next, revision: revision + 1 } }
}

/** The agents of the roster whose time is occupied: all but an organizer who is being replaced. */
export function bookedAgentsOf(stored: StoredAppointment): string[] {
  const { against } = stored.appointment.assignment ?? {}
  const replaced = awaitsMember(stored) ? against : undefined
  return agentsOf(stored.roster)
    .map(({ id }) => id)
    .filter((id) => id !== replaced)
}

/** The reserved member, unless it is already on the roster. */
export function reservedAgentOf(stored: StoredAppointment): string | undefined {
  const { reserved } = otherClaimsOf(stored)
  return reserved !== undefined && bookedAgentsOf(stored).includes(reserved) ? undefined : reserved
}

/** The appointment; if it has ended, without its search for a member, its reservation and its decision. */
export const withoutWaiting = (stored: StoredAppointment): StoredAppointment =>
  isOpen(stored.appointment)
    ? stored
    : withOtherClaims({ ...stored, assignAt: undefined }, { reserved: undefined, decided: undefined })

/** All agents whose time an appointment occupies, or that its roster shows. */
export const agentsWithClaims = (stored: StoredAppointment): string[] => {
  const { reserved, claimed } = otherClaimsOf(stored)
  const onRoster = agentsOf(stored.roster).map(({ id }) => id)
  return [...onRoster, ...claimed, ...(reserved === undefined ? [] : [reserved])]
}

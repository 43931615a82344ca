import {
  isStaff,
  problem,
  Problem,
  type Caller,
  type Decision,
  type UnavailableReason,
} from '@appointments/contracts'

/** A reason as a caller sees it. */
export type ShownReason = UnavailableReason | 'NOT_OFFERED'

/** The reasons that a caller may see: customers and the public learn nothing about agents. */
export function reasonsFor(caller: Caller, reasons: readonly UnavailableReason[]): ShownReason[] {
  if (isStaff(caller)) return [...reasons]
  const shown = reasons.map((reason) =>
    reason === 'TOO_SOON' || reason === 'TOO_FAR' ? reason : ('NOT_OFFERED' as const),
  )
  return [...new Set(shown)]
}

/** Whether the calendar is enforced; if not, only other claims block a time. */
interface Enforcement {
  enforces: boolean
}

/** The problem of a time that is not offered. */
export const rejectionOf = (
  caller: Caller,
  decision: Decision,
  { enforces }: Enforcement = { enforces: true },
): Problem => (isTaken(decision, enforces) ? problem('SLOT_TAKEN') : outside(caller, decision.reasons))

const isTaken = ({ onlyTaken, reasons }: Decision, enforces: boolean): boolean =>
  onlyTaken || (!enforces && reasons.some((reason) => reason === 'BOOKED' || reason === 'HELD'))

/** The problem of a time outside the calendar. */
export const outside = (caller: Caller, reasons: readonly UnavailableReason[]): Problem =>
  problem('OUTSIDE_AVAILABILITY', { extensions: { reasons: reasonsFor(caller, reasons) } })

/** The problem of a time that is not offered, for staff, who see all reasons. */
export const rejectionFor = (decision: Decision, { enforces }: Enforcement): Problem =>
  isTaken(decision, enforces) ? problem('SLOT_TAKEN') : outsideFor(decision.reasons)

/** The problem of a time outside the calendar, for staff. */
export const outsideFor = (reasons: readonly UnavailableReason[]): Problem =>
  problem('OUTSIDE_AVAILABILITY', { extensions: { reasons: [...reasons] } })

/**
 * Runs work for a caller; customers and the public do not learn what blocks a slot.
 * @throws Problem SLOT_TAKEN without its details, unless the caller is staff
 */
export async function hidingBlocks<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isStaff(caller) || !(error instanceof Problem) || error.code !== 'SLOT_TAKEN') throw error
    throw problem('SLOT_TAKEN')
  }
}

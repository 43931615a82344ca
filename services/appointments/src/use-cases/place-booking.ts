import { agentsOf } from '@appointments/appointment'
import { Problem } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import type { StoredAppointment } from '../domain/appointment.ts'
import { leadOf, pending, servedBy } from '../domain/assignment.ts'
import type { Placement } from '../domain/schedule.ts'
import type { Deps } from './deps.ts'
import { agentLock, applicationLock } from './locks.ts'
import type { BookingPlan } from './plan-booking.ts'
import { draft, type Booking } from './read-booking.ts'
import { takeCandidate, type Choice } from './take-candidate.ts'

type Store = (tx: Tx, placement: Placement) => Promise<StoredAppointment>

/**
 * Stores a booking with the agent that its plan chooses. An appointment of a queue without a free member waits for one,
 * if the plan permits it.
 * @throws Problem SLOT_TAKEN
 */
export async function placeBooking(
  deps: Deps,
  booking: Booking,
  plan: BookingPlan,
  store: Store,
): Promise<Keyed<StoredAppointment>> {
  const { transaction } = deps
  const { known, command } = booking
  const { choice, queue } = plan
  const [first] = choice ? choice.eligible(choice.decision) : []
  const rejectsOverlaps = known?.application.overlapPolicy === 'REJECT' && command.override !== 'OVERLAP'
  if (choice && first) {
    const placedWith = (agentId: string) => placementWith(deps, booking, { choice, queue }, agentId)
    if (!rejectsOverlaps) return transaction((tx) => store(tx, placedWith(first.agentId)))
    const { id: applicationId, organizationId = '' } = known.application
    try {
      return await takeCandidate(deps, {
        ...choice,
        claimant: { organizationId, applicationId },
        work: (tx, agentId) => store(tx, placedWith(agentId)),
      })
    } catch (error) {
      if (!queue?.mayWait || !(error instanceof Problem) || error.code !== 'SLOT_TAKEN') throw error
    }
  }
  if (queue) return transaction((tx) => store(tx, waitingPlacement(deps, booking, plan, queue)))
  // the first bookings of an application wait for the one that creates it
  if (!known) return transaction((tx) => store(tx, {}), [applicationLock(command.applicationId)])
  const { application } = known
  const agents = rejectsOverlaps
    ? agentsOf(draft(deps, booking, { application, now: deps.clock.now() }).roster)
    : []
  return transaction(
    (tx) => store(tx, {}),
    agents.map((agent) => agentLock(application.organizationId ?? '', agent.id)),
  )
}

const startOf = ({ clock }: Deps, { command }: Booking): string =>
  (command.start ?? clock.now()).toISOString()

/** The placement with an agent whose time is free or may overlap. */
function placementWith(
  deps: Deps,
  booking: Booking,
  { choice, queue }: { choice: Choice; queue: BookingPlan['queue'] },
  agentId: string,
): Placement {
  const { occupied, assign } = choice.decision
  if (!queue) return { organizerId: agentId, occupied }
  const overridesCalendar = booking.command.override !== undefined
  const service = { queueId: queue.id, assign, start: startOf(deps, booking), overridesCalendar }
  return { organizerId: agentId, occupied, ...servedBy(agentId, service, deps.clock.now()) }
}

/** The placement without an agent, until a member of the queue is found. */
function waitingPlacement(
  deps: Deps,
  booking: Booking,
  { choice }: BookingPlan,
  { id: queueId, reason = 'NOBODY_FREE' }: NonNullable<BookingPlan['queue']>,
): Placement {
  const wanted = {
    queueId,
    lead: choice && leadOf(choice.decision.assign),
    overridesCalendar: booking.command.override !== undefined,
    reason,
  }
  return { organizerId: null, assignment: pending(startOf(deps, booking), wanted, deps.clock.now()) }
}

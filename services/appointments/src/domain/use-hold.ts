import { lengthOf, problem } from '@appointments/contracts'
import { servedBy } from './assignment.ts'
import type { StoredHold } from './hold.ts'
import type { Reschedule } from './reschedule.ts'
import type { Placement } from './schedule.ts'
import type { ScheduleAppointment } from './schedule-command.ts'

/**
 * A request to schedule, with the values of its hold in place of absent fields.
 * @throws Problem HOLD_MISMATCH if it names another application, time, service type or target
 */
export function withHold(command: ScheduleAppointment, hold: StoredHold): ScheduleAppointment {
  const { targetAssignment: target } = command
  const fits =
    command.applicationId === hold.applicationId &&
    hold.appointmentId === undefined &&
    isSameTime(command, hold) &&
    (target == null || isTarget(target, hold))
  if (!fits) throw problem('HOLD_MISMATCH')
  return { ...command, start: new Date(hold.start), duration: hold.duration }
}

/** The agent, the time and the target that a booking takes from its hold. */
export const placementOf = (hold: StoredHold, now: Date): Placement => ({
  organizerId: hold.agentId,
  occupied: hold.occupied,
  ...(hold.serviceTypeId !== undefined && { serviceTypeId: hold.serviceTypeId }),
  ...(hold.queueId === undefined
    ? { targetAssignment: { type: 'AGENT', id: hold.agentId } }
    : {
        targetAssignment: { type: 'QUEUE', id: hold.queueId },
        ...servedBy(hold.agentId, { ...hold, queueId: hold.queueId, assign: hold.assign }, now),
      }),
})

/**
 * A request to move an appointment, with the values of its hold in place of absent fields.
 * @throws Problem HOLD_MISMATCH if the hold is for another appointment or time
 */
export function withHoldOfMove(
  wanted: Omit<Reschedule, 'start'> & { start?: Date | undefined },
  hold: StoredHold,
  appointmentId: string,
): Reschedule {
  if (hold.appointmentId !== appointmentId || !isSameTime(wanted, hold)) throw problem('HOLD_MISMATCH')
  return { ...wanted, start: new Date(hold.start), duration: hold.duration }
}

const isSameTime = (
  { start, duration }: { start?: Date | undefined; duration?: string | null | undefined },
  hold: StoredHold,
) =>
  (start === undefined || start.toISOString() === hold.start) &&
  (duration == null || lengthOf(duration) === lengthOf(hold.duration))

const isTarget = ({ type, id }: { type: string; id: string }, hold: StoredHold) =>
  (type === 'AGENT' && id === hold.agentId) || (type === 'QUEUE' && id === hold.queueId)

import type { KeptAppointment } from '../domain/kept-appointment.ts'
import type { Command, Deps } from './deps.ts'

/**
 * Claims an agent's time where the application refuses double booking: before the transaction, because a claim
 * is a call to another service, and only for a command that would be accepted as things are.
 * @param decide refuses what cannot be done; says whether anything would change
 * @throws Problem SLOT_TAKEN
 */
export async function claimAhead(
  { appointments, claimSlot }: Pick<Deps, 'appointments' | 'claimSlot'>,
  { caller, appointmentId, agentId }: Command & { agentId: string },
  decide: (current: KeptAppointment) => boolean,
): Promise<void> {
  const current = await appointments.reach(caller, appointmentId)
  if (current.application.overlapPolicy === 'ALLOW') return
  if (decide(current)) await claimSlot({ appointmentId, agentIds: [agentId] })
}

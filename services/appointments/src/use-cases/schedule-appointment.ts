import { agentsOf } from '@appointments/appointment'
import { actorOf, booksForItself, problem, type Application } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { appointmentEvent, claimsChanged } from '../events.ts'
import { completed, schedule, type ScheduleAppointment } from '../domain/schedule.ts'
import { checkPasswordScope, checkProvedContact, checkSelfBooking } from '../domain/self-booking.ts'
import type { StoredHold } from '../domain/hold.ts'
import { hidingBlocks } from '../domain/refusal.ts'
import { placementOf, withHold } from '../domain/use-hold.ts'
import type { StoredAppointment } from '../domain/appointment.ts'
import { applications } from '../repositories/applications.ts'
import { appointments } from '../repositories/appointments.ts'
import { usedPasswords } from '../repositories/used-passwords.ts'
import type { Deps } from './deps.ts'
import { agentLock } from './locks.ts'
import { findHold, unlessHoldIsGone, useHold } from './use-hold.ts'
import { mustBeUsable, useApplication } from './use-application.ts'

/**
 * Schedules an appointment, with its room if the application activates appointments automatically, and at a held time if
 * the request names a hold.
 * @throws Problem HOLD_GONE, HOLD_MISMATCH
 */
export const scheduleAppointment = (deps: Deps) => (command: ScheduleAppointment) =>
  hidingBlocks(command.caller, async () => {
    checkPasswordScope(command)
    const hold = await findHold(deps, command.holdId)
    if (hold) return book(deps, withHold(command, hold), hold)
    if (!command.start) throw problem('HOLD_GONE')
    return unlessHoldIsGone(command.holdId !== undefined, () => book(deps, command))
  })

async function book(
  deps: Deps,
  command: ScheduleAppointment,
  hold?: StoredHold,
): Promise<Keyed<StoredAppointment>> {
  const { pool, transaction, outbox, clock, newId } = deps
  const id = newId()
  const { oneTimePassword } = command.caller
  const placement = hold && placementOf(hold)
  const decide = (application: Application, now: Date, roomUrl?: string) => {
    const complete = completed(command, application)
    if (booksForItself(command.caller)) checkSelfBooking(complete, application)
    if (command.caller.verifiedContact) checkProvedContact(complete)
    return schedule(complete, { id, newId, application, now, placement, roomUrl })
  }
  const decided = (application: Application) =>
    decide(mustBeUsable(application, command.caller, deps), clock.now())
  const known = await applications.read(pool, command.applicationId)
  const roomUrl = known?.autoActivate ? await openRoom(known) : undefined
  const agents = known?.overlapPolicy === 'REJECT' ? agentsOf(decided(known).roster) : []
  return transaction(
    async (tx) => {
      const application = known
        ? mustBeUsable(known, command.caller, deps)
        : await useApplication(tx, deps, command.applicationId, command.caller)
      const now = clock.now()
      if (oneTimePassword) usedPasswords.take(tx, oneTimePassword, now)
      const { appointment, roster, customers } = decide(application, now, roomUrl)
      const stored = { appointment, roster, application }
      if (hold) await useHold(tx, deps, hold, now)
      await appointments.insert(tx, stored, now)
      const actor = actorOf(command.caller)
      outbox.append(tx, appointmentEvent('APScheduledEvent', appointment, actor, now, { roster, customers }))
      for (const event of claimsChanged(undefined, stored, now)) outbox.append(tx, event)
      return stored
    },
    agents.map((agent) => agentLock(agent.id)),
  )

  /**
   * The room of an appointment that is activated immediately. A booking that will be rejected opens none. If the
   * provider fails, the booking succeeds without a room, which is requested again later.
   */
  async function openRoom(application: Application): Promise<string | undefined> {
    if (oneTimePassword) await usedPasswords.requireUnused(pool, oneTimePassword)
    const { appointment } = decided(application)
    return deps.rooms.open(appointment).catch(() => undefined)
  }
}

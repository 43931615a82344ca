import { forCustomer } from '@appointments/appointment'
import { actorOf, booksForItself, problem } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import type { StoredAppointment } from '../domain/appointment.ts'
import { firstTry } from '../domain/assignment.ts'
import type { StoredHold } from '../domain/hold.ts'
import { hidingBlocks } from '../domain/rejection.ts'
import type { Placement, ScheduleAppointment } from '../domain/schedule.ts'
import { checkPasswordScope } from '../domain/self-booking.ts'
import { withHold } from '../domain/use-hold.ts'
import { appointmentEvent, claimsChanged } from '../events.ts'
import { usedPasswords } from '../repositories/used-passwords.ts'
import type { Deps } from './deps.ts'
import { placeBooking } from './place-booking.ts'
import { planBooking, type BookingPlan } from './plan-booking.ts'
import { insertAndPublish } from './publish-changes.ts'
import { draft, readBooking, type Booking } from './read-booking.ts'
import { useApplication } from './use-application.ts'
import { findHold, unlessHoldIsGone, useHold } from './use-hold.ts'

/**
 * Schedules an appointment, with its room if the application activates appointments automatically, and at a held time if
 * the request names a hold. An appointment for a queue gets a free member as its organizer.
 * @throws Problem HOLD_GONE, HOLD_MISMATCH, SERVICE_TYPE_NOT_FOUND, OVERRIDE_NOT_ALLOWED, and those of `planBooking`
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
  given: ScheduleAppointment,
  hold?: StoredHold,
): Promise<Keyed<StoredAppointment>> {
  const booking = await readBooking(deps, given, hold)
  const plan = await planOf(deps, booking)
  const roomUrl = await openRoom(deps, booking)
  return placeBooking(deps, booking, plan, (tx, placement) =>
    store(deps, tx, booking, { plan, placement, roomUrl }),
  )
}

/** The effect of the calendar. A booking with a hold needs no decision, because the hold already has one. */
async function planOf(deps: Deps, booking: Booking): Promise<BookingPlan> {
  const { command, known, hold } = booking
  if (!known || hold) return { warnings: [] }
  const { application } = known
  const drafted = draft(deps, booking, { application, now: deps.clock.now() })
  return planBooking(deps, { command, drafted, ...known })
}

/**
 * The room of an appointment that is activated immediately. A booking that will be rejected opens none. If the provider
 * fails, the booking succeeds without a room, which is requested again later.
 */
async function openRoom(deps: Deps, booking: Booking): Promise<string | undefined> {
  const { application } = booking.known ?? {}
  if (!application?.autoActivate) return undefined
  const { oneTimePassword } = booking.command.caller
  if (oneTimePassword) await usedPasswords.requireUnused(deps.pool, oneTimePassword)
  const { appointment } = draft(deps, booking, { application, now: deps.clock.now() })
  return deps.rooms.open(appointment).catch(() => undefined)
}

interface Decided {
  plan: BookingPlan
  placement: Placement
  roomUrl: string | undefined
}

/** Stores a booking with the agent that was found for it, and uses up its hold and its one-time password. */
async function store(
  deps: Deps,
  tx: Tx,
  booking: Booking,
  { plan, placement: found, roomUrl }: Decided,
): Promise<StoredAppointment> {
  const { command, known, hold } = booking
  const { caller } = command
  const application = known?.application ?? (await useApplication(tx, deps, command.applicationId, caller))
  const now = deps.clock.now()
  if (caller.oneTimePassword) usedPasswords.take(tx, caller.oneTimePassword, now)
  const placement = { ...booking.placement, ...found }
  const { appointment, roster, customers } = draft(deps, booking, { application, now, placement, roomUrl })
  const waiting = firstTry(appointment, placement.reserved, now)
  const made = { appointment, roster, application, warnings: plan.warnings, ...waiting }
  const own = booksForItself(caller) ? customers.find(({ guest }) => !guest) : undefined
  const stored = own ? forCustomer({ ...made, bookedBy: own.id }, known?.settings ?? {}, caller, now) : made
  if (hold) await useHold(tx, deps, hold, now)
  const more = { roster, customers, ...(plan.overridden && { overridden: [...plan.overridden] }) }
  const events = [
    appointmentEvent('APScheduledEvent', appointment, actorOf(caller), now, more),
    ...claimsChanged(undefined, stored, now),
  ]
  const agentNames = await insertAndPublish(deps, tx, stored, events, now)
  return { ...stored, agentNames }
}

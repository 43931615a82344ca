import { agentsOf, forCustomer, requireOverride } from '@appointments/appointment'
import {
  actorOf,
  booksForItself,
  problem,
  Problem,
  type Application,
  type AvailabilitySettings,
  type Place,
  type ServiceType,
} from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import type { StoredAppointment } from '../domain/appointment.ts'
import { firstTry, leadOf, pending, servedBy } from '../domain/assignment.ts'
import { fault } from '../domain/fault.ts'
import { offeredWith, type StoredHold } from '../domain/hold.ts'
import { lacksAddress, placeOf, withAddress } from '../domain/place.ts'
import { hidingBlocks } from '../domain/rejection.ts'
import { schedule, type Placement, type ScheduleAppointment } from '../domain/schedule.ts'
import { checkPasswordScope, checkProvedContact, checkSelfBooking } from '../domain/self-booking.ts'
import { placementOf, withHold } from '../domain/use-hold.ts'
import { withServiceType } from '../domain/with-service-type.ts'
import { appointmentEvent, claimsChanged } from '../events.ts'
import { applications } from '../repositories/applications.ts'
import { presentations } from '../repositories/presentations.ts'
import { serviceTypes } from '../repositories/service-types.ts'
import { usedPasswords } from '../repositories/used-passwords.ts'
import type { Deps } from './deps.ts'
import { agentLock, applicationLock } from './locks.ts'
import { planBooking, type BookingPlan } from './plan-booking.ts'
import { insertAndPublish } from './publish-changes.ts'
import { takeCandidate } from './take-candidate.ts'
import { requireUsable, useApplication } from './use-application.ts'
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
  const { pool, transaction, clock, newId } = deps
  const id = newId()
  const { oneTimePassword } = given.caller
  const known = await applications.readWithSettings(pool, given.applicationId)
  requireUsable(known?.application, given.caller, deps)
  const serviceType = await findServiceType(deps, given, hold)
  const command = serviceType ? withServiceType(given, serviceType, hold) : given
  if (known) requireOverride(given.override, given.caller, known.settings)
  const place = await findPlace(deps, given, serviceType)
  const fromService: Placement = {
    ...(hold ? placementOf(hold, clock.now()) : ofServiceType(given, serviceType)),
    ...(place && { place }),
  }
  const decide = (application: Application, placement: Placement, now: Date, roomUrl?: string) => {
    const times = known && !placement.occupied && buffersOf(known.settings, serviceType)
    return schedule(command, {
      id,
      newId,
      application,
      now,
      check(complete) {
        // fields that the service type fills in do not count as set by the customer
        if (booksForItself(complete.caller))
          checkSelfBooking(
            { ...given, customers: complete.customers },
            application,
            offeredWith(hold, serviceType),
          )
        if (complete.caller.verifiedContact) checkProvedContact(complete)
      },
      placement,
      ...(times && { buffers: times }),
      roomUrl,
    })
  }
  const drafted = (application: Application) => decide(application, fromService, clock.now())
  const plan: BookingPlan =
    known && !hold
      ? await planBooking(deps, { command, drafted: drafted(known.application), ...known })
      : { warnings: [] }
  const roomUrl = known?.application.autoActivate ? await openRoom(known.application) : undefined

  const store = async (tx: Tx, placement: Placement): Promise<StoredAppointment> => {
    const application =
      known?.application ?? (await useApplication(tx, deps, command.applicationId, command.caller))
    const now = clock.now()
    if (oneTimePassword) usedPasswords.take(tx, oneTimePassword, now)
    const placed = { ...fromService, ...placement }
    const { appointment, roster, customers } = decide(application, placed, now, roomUrl)
    const waiting = firstTry(appointment, placed.reserved, now)
    const made = { appointment, roster, application, warnings: plan.warnings, ...waiting }
    const own = booksForItself(command.caller) ? customers.find(({ guest }) => !guest) : undefined
    const stored = own
      ? forCustomer({ ...made, bookedBy: own.id }, known?.settings ?? {}, command.caller, now)
      : made
    if (hold) await useHold(tx, deps, hold, now)
    const more = { roster, customers, ...(plan.overridden && { overridden: [...plan.overridden] }) }
    const events = [
      appointmentEvent('APScheduledEvent', appointment, actorOf(command.caller), now, more),
      ...claimsChanged(undefined, stored, now),
    ]
    const agentNames = await insertAndPublish(deps, tx, stored, events, now)
    return { ...stored, agentNames }
  }

  const { choice, queue } = plan
  const start = (command.start ?? clock.now()).toISOString()
  const rejectsOverlaps = known?.application.overlapPolicy === 'REJECT' && given.override !== 'OVERLAP'
  const [first] = choice ? choice.eligible(choice.decision) : []
  const overridesCalendar = given.override !== undefined
  const assigned = (agentId: string): Placement => ({
    organizerId: agentId,
    ...(choice && { occupied: choice.decision.occupied }),
    ...(choice &&
      queue &&
      servedBy(
        agentId,
        { queueId: queue.id, assign: choice.decision.assign, start, overridesCalendar },
        clock.now(),
      )),
  })
  if (choice && first && rejectsOverlaps) {
    try {
      return await takeCandidate(deps, {
        claimant: {
          organizationId: known.application.organizationId ?? '',
          applicationId: command.applicationId,
        },
        ...choice,
        work: (tx, agentId) => store(tx, assigned(agentId)),
      })
    } catch (error) {
      if (!queue?.mayWait || !(error instanceof Problem) || error.code !== 'SLOT_TAKEN') throw error
    }
  } else if (first) return transaction((tx) => store(tx, assigned(first.agentId)))
  if (queue) {
    const wanted = {
      queueId: queue.id,
      lead: choice && leadOf(choice.decision.assign),
      overridesCalendar,
      reason: queue.reason ?? 'NOBODY_FREE',
    }
    const waiting = { organizerId: null, assignment: pending(start, wanted, clock.now()) }
    return transaction((tx) => store(tx, waiting))
  }
  // the first bookings of an application wait for the one that creates it
  if (!known) return transaction((tx) => store(tx, {}), [applicationLock(command.applicationId)])
  const agents = rejectsOverlaps ? agentsOf(drafted(known.application).roster) : []
  return transaction(
    (tx) => store(tx, {}),
    agents.map((agent) => agentLock(agent.id)),
  )

  /**
   * The room of an appointment that is activated immediately. A booking that will be rejected opens none. If the
   * provider fails, the booking succeeds without a room, which is requested again later.
   */
  async function openRoom(application: Application): Promise<string | undefined> {
    if (oneTimePassword) await usedPasswords.requireUnused(pool, oneTimePassword)
    const { appointment } = drafted(application)
    return deps.rooms.open(appointment).catch(() => undefined)
  }
}

/** The place of the appointment. A meeting in person without an address takes place at the application's address. */
async function findPlace(
  { pool }: Deps,
  given: ScheduleAppointment,
  serviceType: ServiceType | undefined,
): Promise<Place | undefined> {
  const place = placeOf(given, serviceType)
  if (!lacksAddress(place)) return place
  return withAddress(place, await presentations.find(pool, given.applicationId))
}

/**
 * The service type of a request or of its hold, which may have become inactive since.
 * @throws Problem SERVICE_TYPE_NOT_FOUND, HOLD_MISMATCH, VALIDATION_FAILED for answers without a service type
 */
async function findServiceType(
  { pool }: Deps,
  { applicationId, serviceTypeId, answers = {} }: ScheduleAppointment,
  hold: StoredHold | undefined,
): Promise<ServiceType | undefined> {
  if (hold && serviceTypeId !== undefined && serviceTypeId !== hold.serviceTypeId)
    throw problem('HOLD_MISMATCH')
  const id = serviceTypeId ?? hold?.serviceTypeId
  if (id === undefined) {
    if (Object.keys(answers).length > 0) throw answersWithoutQuestions()
    return undefined
  }
  const found = await serviceTypes.find(pool, applicationId, id, { mayBeInactive: hold !== undefined })
  if (!found && !hold) throw problem('SERVICE_TYPE_NOT_FOUND')
  return found
}

const answersWithoutQuestions = () =>
  problem('VALIDATION_FAILED', {
    errors: [fault('/answers', 'FIELD_NOT_ALLOWED', 'must be absent without a service type')],
  })

/** Staff may give another target than the queue of the service type. */
const ofServiceType = (
  { override }: ScheduleAppointment,
  serviceType: ServiceType | undefined,
): Placement => ({
  ...(serviceType && { serviceTypeId: serviceType.id }),
  ...(serviceType?.queueId !== undefined && {
    targetAssignment: { type: 'QUEUE', id: serviceType.queueId },
  }),
  ...(override === 'OVERLAP' && { overlaps: true }),
})

const buffersOf = ({ defaults }: AvailabilitySettings, serviceType: ServiceType | undefined) => ({
  before: serviceType?.bufferBefore ?? defaults.bufferBefore,
  after: serviceType?.bufferAfter ?? defaults.bufferAfter,
})

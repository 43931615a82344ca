import { requireOverride } from '@appointments/appointment'
import {
  booksForItself,
  problem,
  type Application,
  type AvailabilitySettings,
  type Place,
  type ServiceType,
} from '@appointments/contracts'
import { fault } from '../domain/fault.ts'
import { offeredWith, type StoredHold } from '../domain/hold.ts'
import { lacksAddress, placeOf, withAddress } from '../domain/place.ts'
import {
  localeOf,
  schedule,
  type Placement,
  type ScheduleAppointment,
  type Scheduled,
} from '../domain/schedule.ts'
import { checkProvedContact, checkSelfBooking } from '../domain/self-booking.ts'
import { placementOf } from '../domain/use-hold.ts'
import { withServiceType } from '../domain/with-service-type.ts'
import { applications } from '../repositories/applications.ts'
import { presentations } from '../repositories/presentations.ts'
import { serviceTypes } from '../repositories/service-types.ts'
import type { Deps } from './deps.ts'
import { requireUsable } from './use-application.ts'

/** A booking with everything that is read about it before its transaction. */
export interface Booking {
  /** The id of the new appointment. */
  id: string
  /** The request with the values of its hold, but without those of its service type. */
  given: ScheduleAppointment
  /** The complete request. */
  command: ScheduleAppointment
  hold: StoredHold | undefined
  /** Absent if the application is unknown. */
  known: { application: Application; settings: AvailabilitySettings } | undefined
  serviceType: ServiceType | undefined
  /** The parts of the placement that the hold or the service type decides. */
  placement: Placement
}

/**
 * Reads everything that a booking depends on.
 * @throws Problem SERVICE_TYPE_NOT_FOUND, OVERRIDE_NOT_ALLOWED, HOLD_MISMATCH, VALIDATION_FAILED
 * @throws Problem as `requireUsable` does
 */
export async function readBooking(
  deps: Deps,
  given: ScheduleAppointment,
  hold: StoredHold | undefined,
): Promise<Booking> {
  const known = await applications.readWithSettings(deps.pool, given.applicationId)
  requireUsable(known?.application, given.caller, deps)
  const serviceType = await findServiceType(deps, given, hold)
  // the title is in the language of the appointment
  const locale = localeOf(given, known?.application)
  const command = serviceType ? withServiceType({ ...given, locale }, serviceType, hold) : given
  if (known) requireOverride(given.override, given.caller, known.settings)
  const place = await findPlace(deps, given, serviceType)
  const placement = {
    ...(hold ? placementOf(hold, deps.clock.now()) : ofServiceType(given, serviceType)),
    ...(place && { place }),
  }
  return { id: deps.newId(), given, command, hold, known, serviceType, placement }
}

/**
 * The appointment that a booking creates.
 * @throws Problem those of `schedule`, `checkSelfBooking` and `checkProvedContact`
 */
export function draft(
  { newId }: Pick<Deps, 'newId'>,
  { id, given, command, hold, known, serviceType, placement: own }: Booking,
  {
    application,
    now,
    placement = own,
    roomUrl,
  }: { application: Application; now: Date; placement?: Placement; roomUrl?: string | undefined },
): Scheduled {
  const buffers = known && !placement.occupied && buffersOf(known.settings, serviceType)
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
    ...(buffers && { buffers }),
    roomUrl,
  })
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

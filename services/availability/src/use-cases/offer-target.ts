import { Temporal } from 'temporal-polyfill'
import {
  lengthOf,
  problem,
  type AvailabilityPolicy,
  type Caller,
  type Fault,
  type NextSlotQuery,
  type ServiceType,
} from '@appointments/contracts'
import { rejectOtherCustomers, slotReaderOf, type SlotReader } from '../domain/access.ts'
import type { Requirements } from '../domain/eligibility.ts'
import {
  buffersOf,
  wantedDuration,
  type OfferSettings,
  type WantedDuration,
} from '../domain/offer-settings.ts'
import type { KnownApplication } from '../repositories/applications.ts'
import { claims, type ClaimedAppointment } from '../repositories/claims.ts'
import type { Holder } from '../repositories/claimed-time.ts'
import { queues, serviceTypes } from '../repositories/directory.ts'
import type { Deps } from './deps.ts'
import { requireOwnApplication } from './require-own-application.ts'

/** The caller, and the fields that say whose time is requested. */
export interface TargetRequest {
  caller: Caller
  query: Pick<
    NextSlotQuery,
    'applicationId' | 'appointmentId' | 'serviceTypeId' | 'queueId' | 'agentId' | 'duration'
  >
  /** The place of the duration in the request; the query by default. */
  durationAt?: Pick<Fault, 'parameter' | 'pointer'>
}

/** The target of a request, completed from the service type or the appointment. */
export interface OfferTarget {
  application: KnownApplication
  applicationId: string
  reader: SlotReader
  serviceType: ServiceType | undefined
  /** Exactly one of these two. */
  agentId: string | undefined
  queueId: string | undefined
  duration: WantedDuration
  /** Requirements of the booking that is to be moved, beyond those of its queue and service type. */
  requires?: Requirements | undefined
  /** The appointment that is to be moved, whose own claims do not count. */
  ignored: readonly Holder[]
  /** The buffers that this appointment was booked with, and keeps. */
  buffers?: Pick<OfferSettings, 'bufferBefore' | 'bufferAfter'> | undefined
}

/**
 * Resolves whose time is requested. For an appointment, it is that of its queue or, without one, of its organizer;
 * for any other request, that of the named agent, else the named queue, else the queue of the service type.
 * @throws Problem UNAUTHORIZED, FORBIDDEN, APPLICATION_NOT_FOUND, SERVICE_TYPE_NOT_FOUND, CALENDAR_NOT_FOUND,
 *   VALIDATION_FAILED
 */
export async function offerTarget(
  { pool }: Pick<Deps, 'pool'>,
  { caller, query, durationAt }: TargetRequest,
): Promise<OfferTarget> {
  const { appointmentId } = query
  // before any look-up, so that the response does not reveal what exists
  rejectOtherCustomers(caller, appointmentId)
  const appointment = await ownAppointment(pool, caller, appointmentId)
  const applicationId = appointment?.applicationId ?? query.applicationId
  if (applicationId === undefined) {
    slotReaderOf(caller, { appointmentId, publicSlots: false })
    throw noCalendar('OFF')
  }
  const application = await requireOwnApplication(pool, { caller, applicationId })
  const { publicSlots, availabilityPolicy: policy } = application.settings
  const reader = slotReaderOf(caller, { appointmentId, publicSlots })
  if (appointmentId !== undefined) {
    const isOther = query.applicationId !== undefined && query.applicationId !== applicationId
    if (!appointment || isOther) throw noCalendar(policy)
    const ignored = [{ type: 'APPOINTMENT' as const, id: appointmentId }]
    const target = await ofAppointment(pool, appointment, query)
    if (target.queueId === undefined && target.agentId === undefined) throw noCalendar(policy)
    return { application, applicationId, reader, ignored, ...target }
  }
  const { serviceTypeId, agentId } = query
  const serviceType =
    serviceTypeId === undefined ? undefined : await activeType(pool, { applicationId, serviceTypeId, reader })
  rejectChoiceOfAgent(reader, agentId, application)
  const queueId = agentId === undefined ? (query.queueId ?? serviceType?.queueId) : undefined
  if (agentId === undefined && queueId === undefined) throw noCalendar(policy)
  const duration = wantedDuration(query.duration, serviceType, durationAt)
  return { application, applicationId, reader, serviceType, agentId, queueId, duration, ignored: [] }
}

/** The claim of an appointment of the caller's organization. */
async function ownAppointment(pool: Deps['pool'], { organizationId }: Caller, id: string | undefined) {
  const found = id === undefined ? undefined : await claims.ofAppointment(pool, id)
  const isForeign = organizationId !== undefined && found?.organizationId !== organizationId
  return isForeign ? undefined : found
}

/** The problem for a request whose agents have no known calendar. */
export const noCalendar = (policy: AvailabilityPolicy) =>
  problem('CALENDAR_NOT_FOUND', { extensions: { policy } })

async function ofAppointment(
  pool: Deps['pool'],
  appointment: ClaimedAppointment,
  { duration: given }: Pick<NextSlotQuery, 'duration'>,
): Promise<Pick<OfferTarget, 'serviceType' | 'agentId' | 'queueId' | 'duration' | 'requires' | 'buffers'>> {
  const { organizationId, applicationId, serviceTypeId, queueId, organizerId, start, end } = appointment
  const { occupied } = appointment
  // a move keeps its service type, even if it is not offered any more
  const serviceType =
    serviceTypeId === null ? undefined : await serviceTypes.find(pool, applicationId, serviceTypeId)
  // a queue may be removed while appointments name it; a move then keeps the organizer
  const queue = queueId === null ? undefined : await queues.find(pool, organizationId, queueId)
  const ms = end.getTime() - start.getTime()
  const present = Temporal.Duration.from({ milliseconds: ms }).round({ largestUnit: 'days' }).toString()
  const isPresent = given === undefined || lengthOf(given) === ms
  const duration = isPresent
    ? { ...wantedDuration(given ?? present, undefined), isOffered: true }
    : wantedDuration(given, serviceType)
  return {
    serviceType,
    duration,
    queueId: queue?.id,
    agentId: queue ? undefined : (organizerId ?? undefined),
    requires: (queue && appointment.requires) ?? undefined,
    buffers: buffersOf(
      { start: start.getTime(), end: end.getTime() },
      { from: occupied.from.getTime(), to: occupied.to.getTime() },
    ),
  }
}

async function activeType(
  pool: Deps['pool'],
  {
    applicationId,
    serviceTypeId,
    reader,
  }: { applicationId: string; serviceTypeId: string; reader: SlotReader },
): Promise<ServiceType> {
  const serviceType = await serviceTypes.get(pool, applicationId, serviceTypeId)
  const isHidden = reader === 'PUBLIC' && serviceType.bookableBy !== 'ANYONE'
  if (!serviceType.active || isHidden) throw problem('SERVICE_TYPE_NOT_FOUND')
  return serviceType
}

/** Only staff may choose an agent, unless the application shows agents. @throws Problem VALIDATION_FAILED */
function rejectChoiceOfAgent(
  reader: SlotReader,
  agentId: string | undefined,
  { settings }: KnownApplication,
): void {
  if (agentId === undefined || reader === 'STAFF' || settings.showAgents) return
  throw problem('VALIDATION_FAILED', {
    errors: [
      { parameter: 'agentId', code: 'FIELD_NOT_ALLOWED', message: 'is for staff, unless agents are shown' },
    ],
  })
}

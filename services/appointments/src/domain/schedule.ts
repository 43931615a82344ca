import { completeRouting, onRoster, roomExpiry, textsOf } from '@appointments/appointment'
import {
  booksForItself,
  agentId as agentIdField,
  agentIsKnown,
  customerOf,
  hasRole,
  problem,
  withCompletePhones,
  type Application,
  type AppointmentSnapshot,
  type CustomerRecord,
  type RosterParticipant,
  type RosterSnapshot,
} from '@appointments/contracts'
import { checkTimes, endOf } from './appointment.ts'
import { checkAll } from './fault.ts'
import { beyond, buffered, isoRange, type Buffers, type Range } from './occupied.ts'
import type { ScheduleAppointment } from './schedule-command.ts'
import { selfBooked } from './self-booking.ts'

export type { ScheduleAppointment }

/** A new appointment with its first roster and its customers. */
export interface Scheduled {
  appointment: AppointmentSnapshot
  roster: RosterSnapshot
  customers: CustomerRecord[]
}

/** The decisions about a booking before it is made. */
export interface Placement {
  /** The agent whose time was found free; null if the appointment waits for an agent. */
  organizerId?: string | null | undefined
  /** The time during which the agent is occupied, with buffers. */
  occupied?: Range | undefined
  serviceTypeId?: string | undefined
  targetAssignment?: AppointmentSnapshot['targetAssignment']
  assignment?: AppointmentSnapshot['assignment']
  /** Channel and place. */
  place?: AppointmentSnapshot['place']
  /** The member of the queue whose time is reserved until it becomes the organizer. */
  reserved?: string | undefined
  /** Whether it may overlap other appointments of its agent. */
  overlaps?: boolean | undefined
}

interface ScheduleContext {
  id: string
  newId: () => string
  application: Application
  now: Date
  /** Further checks of the request, whose phone numbers are complete. */
  check: (complete: ScheduleAppointment) => void
  /** The agent, the time and the service type that were found for it. */
  placement?: Placement | undefined
  /** Durations before and after it that occupy its agent, unless the placement has the occupied time. */
  buffers?: Buffers | undefined
  /** Address of the room, if the appointment is activated immediately. */
  roomUrl?: string | undefined
}

/**
 * The appointment that a schedule request creates (docs/contract/appointments.md#schedule).
 * @throws Problem VALIDATION_FAILED, SCHEDULE_IN_PAST, SCHEDULE_TOO_FAR, AGENT_ID_INVALID, AGENT_NOT_FOUND,
 *   ROUTING_INCOMPLETE, and those of `check`; it lists the faults of all checks
 */
export function schedule(
  given: ScheduleAppointment,
  { id, newId, application, now, check, placement = {}, buffers, roomUrl }: ScheduleContext,
): Scheduled {
  const [command, { start, end, duration }, organizerId, routing] = checkAll(
    () => {
      const complete = completed(given, application)
      check(complete)
      return complete
    },
    () => timesOf(given, application, now),
    () =>
      placement.organizerId === null ? undefined : (placement.organizerId ?? organizerOf(given, application)),
    () => routingOf(given, application),
  )
  const targetAssignment = command.targetAssignment ?? placement.targetAssignment
  const times = { start: start.toISOString(), end: end.toISOString() }
  const records = command.customers.map((customer) => customerOf(newId(), customer))
  const customers = booksForItself(command.caller) ? selfBooked(records, command) : records
  const at = now.toISOString()
  return {
    appointment: {
      id,
      applicationId: application.id,
      applicationVersion: application.version,
      ...(application.organizationId !== undefined && { organizationId: application.organizationId }),
      version: 1,
      state: roomUrl === undefined ? 'SCHEDULED' : 'ACTIVATED',
      ...textsOf(command),
      ...times,
      duration,
      timezone: command.timezone ?? application.defaultTimezone ?? 'UTC',
      locale: localeOf(command, application),
      metadata: command.metadata ?? {},
      notificationHeaders: command.notificationHeaders ?? {},
      notificationsActive: application.notifications.active,
      autoActivate: application.autoActivate,
      ...(targetAssignment && { targetAssignment }),
      ...(placement.serviceTypeId !== undefined && { serviceTypeId: placement.serviceTypeId }),
      ...(placement.place && { place: placement.place }),
      ...(placement.assignment && { assignment: placement.assignment }),
      ...(placement.overlaps && { overlaps: true }),
      ...beyond(times, placement.occupied ? isoRange(placement.occupied) : buffered(times, buffers)),
      ...(roomUrl !== undefined && {
        room: { url: roomUrl, expires: roomExpiry(times.end, at), activatedAt: at },
      }),
      epoch: 1,
      manageVersions: {},
      createdAt: at,
      updatedAt: at,
    },
    roster: {
      version: 1,
      ...(organizerId !== undefined && { organizerId }),
      participants: [...(organizerId === undefined ? [] : [agent(organizerId)]), ...customers.map(onRoster)],
      interaction: {
        customFields: command.interaction?.customFields ?? {},
        properties: {},
        ...(routing && { routing }),
        state: 'PENDING',
      },
      epoch: 1,
    },
    customers,
  }
}

/** The requested locale, otherwise the default of the application. */
export const localeOf = (
  { locale }: Pick<ScheduleAppointment, 'locale'>,
  application: Pick<Application, 'defaultLocale'> | undefined,
): string => locale ?? application?.defaultLocale ?? 'en'

/** The time of the appointment, which must be allowed. */
function timesOf(command: ScheduleAppointment, application: Application, now: Date) {
  const [start, duration] = checkAll(
    () => startOf(command),
    () => durationOf(command, application),
  )
  const end = endOf(start, duration)
  checkTimes(start, end, application, now)
  return { start, end, duration }
}

function routingOf({ interaction }: ScheduleAppointment, { routingDefaults }: Application) {
  const routing = interaction?.routing
  return routing && completeRouting(routing, routingDefaults, '/interaction/routing')
}

/** The start, from the request or its hold. */
function startOf({ start }: ScheduleAppointment): Date {
  if (start) return start
  throw problem('VALIDATION_FAILED', {
    errors: [{ pointer: '/start', code: 'REQUIRED', message: 'is required' }],
  })
}

/** The requested duration, otherwise the first one that the application offers to customers. */
function durationOf(
  { duration }: ScheduleAppointment,
  { selfBookingDurations: [first] = [] }: Application,
): string {
  const chosen = duration ?? first
  if (chosen !== undefined) return chosen
  throw problem('VALIDATION_FAILED', {
    errors: [{ pointer: '/duration', code: 'REQUIRED', message: 'is required' }],
  })
}

/**
 * The request with phone numbers completed by the application's default region.
 * @throws Problem VALIDATION_FAILED
 */
const completed = (command: ScheduleAppointment, { defaultRegion }: Application): ScheduleAppointment => ({
  ...command,
  customers: withCompletePhones(command.customers, defaultRegion, command.pointerTo),
})

/** The target agent, otherwise the calling agent, otherwise the application's default. */
function organizerOf({ targetAssignment, caller }: ScheduleAppointment, application: Application) {
  const organizer =
    targetAssignment?.type === 'AGENT'
      ? targetAssignment.id
      : hasRole(caller, 'ROLE_AGENT')
        ? caller.userId
        : application.defaultOrganizerId
  if (organizer === undefined) return undefined
  if (!agentIdField.safeParse(organizer).success) throw problem('AGENT_ID_INVALID')
  if (!agentIsKnown(application, organizer)) throw problem('AGENT_NOT_FOUND')
  return organizer
}

const agent = (id: string): RosterParticipant => ({ id, type: 'AGENT' })

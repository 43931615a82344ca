import {
  agentId as agentIdField,
  agentIsKnown,
  completeRouting,
  customerOf,
  hasRole,
  problem,
  type Application,
  type AppointmentSnapshot,
  type Caller,
  type CustomerRecord,
  type Fault,
  type InteractionRequest,
  type NewCustomer,
  type RosterParticipant,
  type RosterSnapshot,
} from '@appointments/contracts'
import { checkTimes, endOf, roomExpiry } from './appointment.ts'

/** What somebody wants to have scheduled, whichever version of the API it came by. */
export interface ScheduleAppointment {
  caller: Caller
  applicationId: string
  start: Date
  duration: string
  timezone?: string | null | undefined
  locale?: string | null | undefined
  title?: string | null | undefined
  notes?: string | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  notificationHeaders?: Record<string, string> | null | undefined
  interaction?: InteractionRequest | null | undefined
  customers: NewCustomer[]
  targetAssignment?: { id: string; type: string } | null | undefined
}

/** A new appointment with the roster it starts with and the customers behind it. */
export interface Scheduled {
  appointment: AppointmentSnapshot
  roster: RosterSnapshot
  customers: CustomerRecord[]
}

interface Circumstances {
  id: string
  newId: () => string
  application: Application
  now: Date
  /** Address of the room, where the appointment is activated at once. */
  roomUrl?: string | undefined
}

/**
 * Decides what a schedule request makes (decisions, section 3).
 * @throws Problem SCHEDULE_IN_PAST, SCHEDULE_TOO_FAR, AGENT_ID_INVALID, AGENT_NOT_FOUND, ROUTING_INCOMPLETE
 */
export function schedule(
  command: ScheduleAppointment,
  { id, newId, application, now, roomUrl }: Circumstances,
): Scheduled {
  const { start, duration } = command
  const end = endOf(start, duration)
  checkTimes(start, end, application, now)
  const organizerId = organizerOf(command, application)
  const customers = command.customers.map((customer) => customerOf(newId(), customer))
  const at = now.toISOString()
  const routing = command.interaction?.routing
  return {
    appointment: {
      id,
      applicationId: application.id,
      applicationVersion: application.version,
      ...(application.organizationId !== undefined && { organizationId: application.organizationId }),
      version: 1,
      state: roomUrl === undefined ? 'SCHEDULED' : 'ACTIVATED',
      ...(command.title != null && { title: command.title }),
      ...(command.notes != null && { notes: command.notes }),
      start: start.toISOString(),
      end: end.toISOString(),
      duration,
      timezone: command.timezone ?? application.defaultTimezone ?? 'UTC',
      locale: command.locale ?? application.defaultLocale ?? 'en',
      metadata: command.metadata ?? {},
      notificationHeaders: command.notificationHeaders ?? {},
      notificationsActive: application.notifications.active,
      ...(command.targetAssignment && { targetAssignment: command.targetAssignment }),
      ...(roomUrl !== undefined && {
        room: { url: roomUrl, expires: roomExpiry(end.toISOString(), at), activatedAt: at },
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
        ...(routing && { routing: completeRouting(routing, application.routingDefaults) }),
        state: 'PENDING',
      },
      epoch: 1,
    },
    customers,
  }
}

/** The targeted agent, else the agent who calls, else the application's default. */
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

const onRoster = (customer: CustomerRecord): RosterParticipant => ({
  id: customer.id,
  type: 'CUSTOMER',
  has: (['email', 'phone', 'username'] as const).filter((field) => customer[field] !== undefined),
})

/**
 * Checks what a customer who came with a one-time password may book: for itself, and with nothing set that
 * belongs to the contact centre unless the application allows it.
 * @throws Problem VALIDATION_FAILED that names every field that is not allowed
 * @throws Problem CONTACT_REQUIRED where no customer can be reached
 * @throws Problem OTP_CONTACT_MISMATCH where the verified address is none of the customers'
 */
export function checkSelfBooking(command: ScheduleAppointment, application: Application): void {
  const given = {
    notificationHeaders: command.notificationHeaders,
    routing: command.interaction?.routing,
    targetAssignment: command.targetAssignment,
    metadata: command.metadata,
  }
  const pointers = { routing: '/interaction/routing' } as Partial<Record<string, string>>
  const errors = Object.entries(given)
    .filter(
      ([field, value]) =>
        value != null && !application.selfBookingFields.includes(field as keyof typeof given),
    )
    .map(([field]): Fault => ({
      pointer: pointers[field] ?? `/${field}`,
      code: 'FIELD_NOT_ALLOWED',
      message: 'may not be set by a customer',
    }))
  if (errors.length > 0) throw problem('VALIDATION_FAILED', { errors })
  const addresses = command.customers.flatMap(({ contact }) => [
    contact?.primaryEmail?.toLowerCase(),
    contact?.primaryPhone,
  ])
  if (!addresses.some((address) => address != null)) {
    throw problem('CONTACT_REQUIRED', 'At least one customer needs an email or a phone')
  }
  const verified = command.caller.verifiedContact?.to
  if (verified === undefined || !addresses.includes(verified.toLowerCase()))
    throw problem('OTP_CONTACT_MISMATCH')
}

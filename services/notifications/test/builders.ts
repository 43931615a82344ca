import {
  unconfigured,
  type Application,
  type AppointmentsEvent,
  type AppointmentSnapshot,
  type Caller,
  type CustomerRecord,
  type EventData,
  type EventType,
  type NotificationSettings,
  type RosterParticipant,
  type RosterSnapshot,
} from '@appointments/contracts'
import { newEvent } from '@appointments/outbox'
import { newId } from '@appointments/runtime'

/** The time at which the tests run, a Monday; their appointments start on Thursday at 10:00 in Berlin. */
export const NOW = new Date('2027-01-04T08:00:00Z')
export const START = '2027-01-07T09:00:00Z'
export const END = '2027-01-07T09:30:00Z'
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const AGENT = { id: 'agent-7', role: 'ROLE_AGENT' }

export const aCaller = (caller: Partial<Caller> = {}): Caller => ({
  roles: ['ROLE_SUPERVISOR'],
  userId: 'supervisor-1',
  ...caller,
})

export const anAgent = (userId = 'agent-7', caller: Partial<Caller> = {}): Caller =>
  aCaller({ roles: ['ROLE_AGENT'], userId, ...caller })

/** An application with active notifications. */
export const anApplication = (
  notifications: Partial<NotificationSettings> = {},
  application: Partial<Application> = {},
): Application => ({
  ...unconfigured(`application-${newId()}`),
  version: 2,
  notifications: { active: true, ...notifications },
  ...application,
})

export const aCustomer = (record: Partial<CustomerRecord> = {}): CustomerRecord => ({
  id: `customer-${newId()}`,
  email: `ada-${newId()}@example.com`,
  phone: '+4930123456',
  firstName: 'Ada',
  lastName: 'Lovelace',
  ...record,
})

export const anAppointment = (
  application: Pick<Application, 'id' | 'version' | 'organizationId'>,
  appointment: Partial<AppointmentSnapshot> = {},
): AppointmentSnapshot => ({
  id: `appointment-${newId()}`,
  applicationId: application.id,
  applicationVersion: application.version,
  ...(application.organizationId !== undefined && { organizationId: application.organizationId }),
  version: 1,
  state: 'SCHEDULED',
  title: 'Mortgage consultation',
  start: START,
  end: END,
  duration: 'PT30M',
  timezone: 'Europe/Berlin',
  locale: 'en-GB',
  metadata: {},
  notificationHeaders: {},
  notificationsActive: true,
  epoch: 1,
  manageVersions: {},
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
  ...appointment,
})

export const participantOf = ({ id, email, phone }: CustomerRecord): RosterParticipant => ({
  id,
  type: 'CUSTOMER',
  has: [
    ...(email === undefined ? [] : ['email' as const]),
    ...(phone === undefined ? [] : ['phone' as const]),
  ],
})

export const aRoster = (
  customers: readonly CustomerRecord[],
  roster: Partial<RosterSnapshot> = {},
): RosterSnapshot => ({
  version: 1,
  organizerId: AGENT.id,
  participants: [{ id: AGENT.id, type: 'AGENT' }, ...customers.map(participantOf)],
  interaction: { customFields: {}, properties: {}, state: 'PENDING' },
  epoch: 0,
  ...roster,
})

/** An event as its owning service publishes it. */
export const eventOf = <Type extends EventType>(
  type: Type,
  data: Omit<EventData<Type>, 'actor'>,
  at: Date = NOW,
): AppointmentsEvent<Type> => {
  const about = data as Partial<Record<'appointment' | 'application', { id: string; version: number }>> & {
    appointmentId?: string
    roster?: { version: number }
  }
  return newEvent(type, {
    subject: about.appointment?.id ?? about.appointmentId ?? about.application?.id ?? '',
    aggregateVersion: about.appointment?.version ?? about.roster?.version ?? about.application?.version ?? 1,
    at,
    data: { actor: AGENT, ...data } as unknown as EventData<Type>,
  }).event as AppointmentsEvent<Type>
}

/** The event that schedules an appointment, with the objects it carries. */
export function scheduled(
  application: Application,
  {
    appointment: fields = {},
    customers = [aCustomer()],
    agentId = AGENT.id,
  }: { appointment?: Partial<AppointmentSnapshot>; customers?: CustomerRecord[]; agentId?: string } = {},
) {
  const appointment = anAppointment(application, fields)
  const roster = aRoster(customers, {
    organizerId: agentId,
    participants: [{ id: agentId, type: 'AGENT' }, ...customers.map(participantOf)],
  })
  const event = eventOf('APScheduledEvent', { appointment, roster, customers })
  return { event, appointment, roster, customers, customer: customers[0]! }
}

/** The appointment with the changes applied, one version later. */
export const next = (
  appointment: AppointmentSnapshot,
  changes: Partial<AppointmentSnapshot> = {},
): AppointmentSnapshot => ({ ...appointment, version: appointment.version + 1, ...changes })

/** The event that moves an appointment by a number of days. */
export function moved(appointment: AppointmentSnapshot, days: number) {
  const by = (instant: string) => new Date(Date.parse(instant) + days * DAY_MS).toISOString()
  const { start, end, duration, timezone } = appointment
  const later = next(appointment, { start: by(start), end: by(end) })
  const previous = { start, end, duration, timezone }
  return { later, event: eventOf('APRescheduledEvent', { appointment: later, previous }) }
}

/** The event that cancels an appointment. */
export function cancelled(appointment: AppointmentSnapshot, notify = true) {
  const over = next(appointment, {
    state: 'CANCELLED',
    cancellation: { at: NOW.toISOString(), by: AGENT.id, reason: 'The adviser is ill' },
  })
  return { over, event: eventOf('APCancelledEvent', { appointment: over, notify }) }
}

/** The event that opens a room. */
export function activated(appointment: AppointmentSnapshot, explicit = true) {
  const active = next(appointment, {
    state: 'ACTIVATED',
    room: {
      url: 'https://rooms.example/secret-room',
      expires: '2027-01-07T13:30:00Z',
      activatedAt: NOW.toISOString(),
    },
  })
  return { active, event: eventOf('APActivatedEvent', { appointment: active, explicit }) }
}

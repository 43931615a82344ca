import {
  unconfigured,
  type Application,
  type AppointmentsEvent,
  type AppointmentSnapshot,
  type Caller,
  type CustomerRecord,
  type EventData,
  type EventType,
  type RosterSnapshot,
} from '@appointments/contracts'
import { newEvent } from '@appointments/outbox'
import { newId } from '@appointments/runtime'

/** The time at which the tests run; their appointments start three days later. */
export const NOW = new Date('2027-01-04T08:00:00Z')
export const START = '2027-01-07T09:00:00Z'

export const aCaller = (caller: Partial<Caller> = {}): Caller => ({
  roles: ['ROLE_SUPERVISOR'],
  userId: 'supervisor-1',
  ...caller,
})

export const anAgent = (userId = 'agent-1', caller: Partial<Caller> = {}): Caller =>
  aCaller({ roles: ['ROLE_AGENT'], userId, ...caller })

/** A customer with a room token; without a participant, the token names no customer. */
export const aCustomer = (appointmentId: string, participantId?: string): Caller => ({
  roles: ['ROLE_CUSTOMER'],
  customer: { via: 'room', appointmentId, ...(participantId !== undefined && { participantId }) },
})

/** A customer with a token issued for a secureToken. */
export const bySecureToken = (appointmentId: string, participantId?: string): Caller => ({
  roles: ['ROLE_CUSTOMER'],
  customer: {
    via: 'room',
    appointmentId,
    ...(participantId !== undefined && { participantId }),
    bySecureToken: true,
  },
})

/** A customer with a manage link. */
export const aManagingCustomer = (appointmentId: string, participantId: string): Caller => ({
  roles: ['ROLE_CUSTOMER'],
  customer: {
    via: 'manage',
    appointmentId,
    participantId,
    ticketVersion: 1,
    actions: ['READ', 'RESCHEDULE', 'CANCEL'],
    epoch: 2,
    manageEpoch: 2,
  },
})

export const anApplication = (application: Partial<Application> = {}): Application => ({
  ...unconfigured(`application-${newId()}`),
  version: 2,
  ...application,
})

export const aCustomerRecord = (record: Partial<CustomerRecord> = {}): CustomerRecord => ({
  id: `customer-${newId()}`,
  email: 'ada@example.com',
  phone: '+4930123456',
  firstName: 'Ada',
  ...record,
})

export const anAppointment = (appointment: Partial<AppointmentSnapshot> = {}): AppointmentSnapshot => ({
  id: `appointment-${newId()}`,
  applicationId: 'application-of-nobody',
  applicationVersion: 1,
  version: 1,
  state: 'SCHEDULED',
  start: START,
  end: '2027-01-07T10:00:00Z',
  duration: 'PT1H',
  timezone: 'UTC',
  locale: 'en',
  metadata: {},
  notificationHeaders: {},
  notificationsActive: false,
  epoch: 1,
  manageVersions: {},
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
  ...appointment,
})

/** A roster of agents, the first of whom is the organizer, and customers. */
export const aRoster = ({
  agents = ['agent-1'],
  customers = [],
  ...roster
}: Partial<RosterSnapshot> & { agents?: string[]; customers?: CustomerRecord[] } = {}): RosterSnapshot => ({
  version: 1,
  ...(agents[0] !== undefined && { organizerId: agents[0] }),
  participants: [
    ...agents.map((id) => ({ id, type: 'AGENT' as const })),
    ...customers.map((customer) => ({
      id: customer.id,
      type: 'CUSTOMER' as const,
      has: (['email', 'phone', 'username'] as const).filter((way) => customer[way] !== undefined),
    })),
  ],
  interaction: { customFields: {}, properties: {}, state: 'PENDING' },
  epoch: 1,
  ...roster,
})

type OfAppointment = Exclude<
  { [Type in EventType]: EventData<Type> extends { appointment: unknown } ? Type : never }[EventType],
  never
>

/** An event of the appointments service with the new state of an appointment. */
export const eventOf = <Type extends OfAppointment>(
  type: Type,
  appointment: AppointmentSnapshot,
  more: Omit<EventData<Type>, 'appointment' | 'actor'>,
): AppointmentsEvent =>
  newEvent(type, {
    subject: appointment.id,
    aggregateVersion: appointment.version,
    at: NOW,
    data: {
      appointment,
      actor: { id: 'agent-1', role: 'ROLE_AGENT' },
      ...more,
    } as unknown as EventData<Type>,
  }).event

export const applicationEvent = (application: Application): AppointmentsEvent =>
  newEvent('APApplicationChangedEvent', {
    subject: application.id,
    aggregateVersion: application.version,
    at: NOW,
    data: { application, actor: {} },
  }).event

/** The appointment with the changes applied, one version later. */
export const later = (
  appointment: AppointmentSnapshot,
  changes: Partial<AppointmentSnapshot> = {},
): AppointmentSnapshot => ({ ...appointment, version: appointment.version + 1, ...changes })

export const previousOf = ({ start, end, duration, timezone }: AppointmentSnapshot) => ({
  previous: { start, end, duration, timezone },
})

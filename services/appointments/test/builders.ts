import {
  DAY_MS,
  unconfigured,
  type Application,
  type RosterSnapshot,
  type ScheduleRequest,
} from '@appointments/contracts'
import type { StoredAppointment } from '../src/domain/appointment.ts'

type Snapshot = StoredAppointment['appointment']

/** A roster with one agent, the organizer, and one customer. */
export const aRoster = (change: Partial<RosterSnapshot> = {}): RosterSnapshot => ({
  version: 1,
  organizerId: 'agent-7',
  participants: [
    { id: 'agent-7', type: 'AGENT' },
    { id: 'ada', type: 'CUSTOMER', has: ['email', 'phone'] },
  ],
  interaction: { customFields: {}, properties: {}, state: 'PENDING' },
  epoch: 1,
  ...change,
})

/** A stored appointment with the given changes. */
export const aStored = (
  appointment: Partial<Snapshot> = {},
  {
    application = {},
    roster = {},
    ...more
  }: {
    application?: Partial<Application>
    roster?: Partial<RosterSnapshot>
    customerJoinedAt?: Date
    allLeftAt?: Date
  } = {},
): StoredAppointment => ({
  appointment: {
    id: 'a-1',
    applicationId: 'app-1',
    applicationVersion: 1,
    version: 1,
    state: 'SCHEDULED',
    start: '2027-01-09T09:00:00.000Z',
    end: '2027-01-09T09:30:00.000Z',
    duration: 'PT30M',
    timezone: 'UTC',
    locale: 'en',
    metadata: {},
    notificationHeaders: {},
    notificationsActive: false,
    autoActivate: application.autoActivate ?? false,
    epoch: 1,
    manageVersions: {},
    createdAt: '2026-12-01T12:00:00.000Z',
    updatedAt: '2026-12-01T12:00:00.000Z',
    ...appointment,
  },
  roster: aRoster(roster),
  application: { ...unconfigured('app-1'), ...application },
  ...more,
})

/** A room opened at a given time. */
export const aRoom = (activatedAt: string, expires: string) => ({
  url: 'https://rooms.example/1',
  activatedAt,
  expires,
})

/**
 * A request to schedule with every field, so that a new field does not compile until it is here. Each field has a
 * different value for each number.
 */
export const aFullRequest = (n: number): Required<ScheduleRequest> => ({
  applicationId: `app-${n}`,
  start: new Date(Date.now() + n * DAY_MS),
  duration: `PT${n}M`,
  timezone: ['Europe/Berlin', 'Asia/Tokyo'][n % 2],
  locale: ['de', 'fr'][n % 2],
  title: `Title ${n}`,
  notes: `Notes ${n}`,
  metadata: { n },
  notificationHeaders: { 'x-n': `${n}` },
  interaction: {
    customFields: { n: `${n}` },
    routing: { type: 'VENDORA_CLOUD_FLOW', properties: { deploymentId: `d-${n}` } },
  },
  holdId: `hold-${n}`,
  serviceTypeId: `type-${n}`,
  place: { channel: 'PHONE', text: `Line ${n}` },
  answers: { n: `${n}` },
  preferredAgentId: `agent-${n}`,
  followsAppointmentId: `a-${n}`,
  override: (['CALENDAR', 'OVERLAP'] as const)[n % 2]!,
  customers: [{ contact: { primaryEmail: `ada-${n}@example.com` } }],
  targetAssignment: { type: 'AGENT', id: `agent-${n}` },
})

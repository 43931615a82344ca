import {
  unconfigured,
  type Application,
  type AppointmentSnapshot,
  type Caller,
  type RosterSnapshot,
  type WholeAppointment,
} from '@appointments/contracts'

/** A supervisor, who sees everything. */
export const staff: Caller = { roles: ['ROLE_SUPERVISOR'], userId: 'supervisor-1' }

const booked = {
  id: 'a-1',
  applicationId: 'app-1',
  applicationVersion: 1,
  organizationId: 'org-1',
  version: 3,
  state: 'SCHEDULED',
  title: 'Contract review',
  notes: 'Bring the contract',
  start: '2027-01-09T09:00:00.000Z',
  end: '2027-01-09T09:30:00.000Z',
  duration: 'PT30M',
  timezone: 'Europe/Berlin',
  locale: 'de-DE',
  metadata: { zebra: 1, apple: [true, null] },
  notificationHeaders: { 'x-campaign': 'spring' },
  notificationsActive: true,
  targetAssignment: { id: 'team-2', type: 'QUEUE' },
  epoch: 1,
  manageVersions: {},
  createdAt: '2027-01-01T00:00:00.000Z',
  updatedAt: '2027-01-01T00:00:00.000Z',
} satisfies AppointmentSnapshot

/** Every field of an appointment; a new one does not compile until it is here. */
export const everyField: Required<AppointmentSnapshot> = {
  ...booked,
  state: 'ACTIVATED',
  outcome: 'IN_PROGRESS',
  autoActivate: true,
  serviceTypeId: 'advice',
  place: { channel: 'IN_PERSON', text: 'Room 7' },
  assignment: { state: 'ASSIGNED', queueId: 'team-2' },
  overlaps: true,
  occupied: { from: booked.start, to: booked.end },
  cancellation: {
    at: booked.updatedAt,
    by: 'agent-7',
    byRole: 'ROLE_AGENT',
    reason: 'ill',
    reasonCode: 'ILL',
  },
  room: { url: 'https://rooms.example/abc', expires: booked.end, activatedAt: booked.createdAt },
}

/** An appointment, to be adapted by tests. */
export const aWhole = (
  appointment: Partial<AppointmentSnapshot> = {},
  roster: Partial<RosterSnapshot> = {},
): WholeAppointment & { application: Application } => ({
  application: unconfigured('app-1', 'org-1'),
  appointment: {
    ...booked,
    ...appointment,
  },
  roster: {
    version: 4,
    organizerId: 'agent-7',
    participants: [
      { id: 'agent-7', type: 'AGENT' },
      { id: 'c-1', type: 'CUSTOMER', state: 'WAITING', has: ['email'] },
    ],
    interaction: {
      customFields: { topic: 'contract' },
      properties: {},
      routing: { type: 'VENDORA_CLOUD_FLOW', properties: { deploymentId: 'd-1', chatMode: 'vendora-cloud' } },
      state: 'PENDING',
    },
    epoch: 1,
    ...roster,
  },
})

import {
  webhookEventNames,
  type NotificationType,
  type WebhookPayload,
  type WebhookPing,
} from '@appointments/contracts'
import { exampleIds } from './appointment.ts'

type Data = WebhookPayload['data']

const agent = { id: 'agent-7', role: 'ROLE_AGENT' }
const system = { role: 'SYSTEM' }
const room = { start: '2027-01-09T09:00:00Z', end: '2027-01-09T09:30:00Z' }

const appointment: Data['appointment'] = {
  id: exampleIds.appointment,
  revision: 2,
  state: 'SCHEDULED',
  ...room,
  duration: 'PT30M',
  timezone: 'Europe/Berlin',
  locale: 'de-DE',
  title: 'Contract review',
  metadata: { caseNumber: 'C-4711' },
  organizer: { id: 'agent-7', type: 'AGENT' },
  participants: [
    { id: 'agent-7', type: 'AGENT' },
    { id: exampleIds.customer, type: 'CUSTOMER' },
  ],
  interaction: { state: 'PENDING' },
}

/** A later state of the appointment. */
const after = (revision: number, changes: Partial<Data['appointment']> = {}) => ({
  appointment: { ...appointment, revision, ...changes },
})
const by = (operation: string, actor: Data['trigger']['actor'] = agent) => ({ trigger: { operation, actor } })
const meeting: Pick<Data['appointment'], 'state' | 'participants'> = {
  state: 'ACTIVATED',
  participants: appointment.participants.map((one) => ({ ...one, state: 'JOINED' })),
}

const specifics: Record<NotificationType, Pick<Data, 'trigger'> & Partial<Data>> = {
  CREATE: by('schedule'),
  UPDATE: { ...by('update'), ...after(3, { title: 'Contract signing' }) },
  RESCHEDULE: {
    ...by('reschedule'),
    ...after(3, { start: '2027-01-11T13:00:00Z', end: '2027-01-11T13:30:00Z' }),
    previous: { ...room, duration: 'PT30M', timezone: 'Europe/Berlin' },
  },
  REASSIGN: {
    ...by('reassign'),
    ...after(3, { organizer: { id: 'agent-9', type: 'AGENT' } }),
    previous: { organizer: { id: 'agent-7', type: 'AGENT' } },
  },
  ROOM: {
    ...by('activate'),
    ...after(3, { state: 'ACTIVATED' }),
    schedule: { scheduledFor: '2027-01-09T08:45:00Z' },
  },
  REMINDER: { ...by('timer'), schedule: { offset: 'PT24H', scheduledFor: '2027-01-08T09:00:00Z' } },
  CANCELLED: {
    ...by('cancel'),
    ...after(3, {
      state: 'CANCELLED',
      cancellation: { at: '2027-01-08T10:12:00Z', by: 'agent-7', reason: 'The customer called' },
    }),
  },
  FOLLOW_UP: {
    ...by('timer', system),
    ...after(8, { outcome: 'COMPLETED', state: 'ACTIVATED' }),
    schedule: { offset: 'PT2H', scheduledFor: '2027-01-09T11:30:00Z' },
  },
  IN_PROGRESS: { ...by('outcome', system), ...after(6, { ...meeting, outcome: 'IN_PROGRESS' }) },
  COMPLETED: { ...by('outcome', system), ...after(8, { ...meeting, outcome: 'COMPLETED' }) },
  FAILED: {
    ...by('failed'),
    ...after(4, { interaction: { state: 'FAILED' } }),
    userMessage: 'Please try again.',
  },
  NO_SHOW: { ...by('outcome', system), ...after(4, { state: 'ACTIVATED', outcome: 'NO_SHOW' }) },
  PARTICIPANT_ADDED: {
    ...by('add_participant'),
    ...after(3, { participants: [...appointment.participants, { id: 'agent-8', type: 'AGENT' }] }),
  },
  PARTICIPANT_REMOVED: {
    ...by('remove_participant'),
    ...after(4, { participants: [{ id: 'agent-7', type: 'AGENT' }] }),
  },
  PARTICIPANT_UPDATED: { ...by('participant_state'), ...after(5, meeting) },
  INTERACTION_UPDATED: { ...by('accept'), ...after(4, { interaction: { state: 'ACCEPTED' } }) },
}

const exampleOf = (type: NotificationType): WebhookPayload => ({
  type: webhookEventNames[type],
  timestamp: '2027-01-05T16:20:00.000Z',
  schemaVersion: '1',
  data: {
    eventId: 'evt_0197f5c4-0a11-7d22-9b33-4c44d55e66f7',
    notificationId: exampleIds.notification,
    applicationId: 'demo',
    appointment,
    ...specifics[type],
  },
})

/** The webhook of each type. */
export const webhookExamples = Object.fromEntries(
  (Object.keys(specifics) as NotificationType[]).map((type) => [type, exampleOf(type)]),
) as Record<NotificationType, WebhookPayload>

export const pingExample: WebhookPing = {
  type: 'webhook.ping',
  timestamp: '2027-01-05T16:20:00.000Z',
  schemaVersion: '1',
  data: { endpointId: exampleIds.webhookEndpoint, applicationId: 'demo' },
}

import type { EventData, EventType, WebhookPayload, WebhookPing } from '@appointments/contracts'
import { exampleApplication } from './application.ts'
import { exampleCustomer, exampleIds, exampleMoments, exampleWholeWith } from './appointment.ts'

const { scheduled, activated, moved, cancelled, reassigned, joined, accepted, failed, withoutCustomer } =
  exampleMoments
const actor = { id: 'agent-7', role: 'ROLE_AGENT' }
const system = { role: 'SYSTEM' }
const appointmentId = exampleIds.appointment
const aborted = exampleWholeWith({ state: 'ABORTED', outcome: 'FAILED' })

/** What each event carries, by type. */
export const eventExamples: { [Type in EventType]: EventData<Type> } = {
  APScheduledEvent: { ...scheduled, actor, customers: [exampleCustomer] },
  APUpdatedEvent: {
    appointment: exampleWholeWith({ notes: 'Bring the signed offer and an identity card' }).appointment,
    actor,
    changed: ['notes', 'customer'],
    customer: { id: exampleIds.customer, phone: '+4930654321', clear: [] },
  },
  APRescheduledEvent: {
    appointment: moved.appointment,
    actor,
    previous: {
      start: '2027-01-09T09:00:00.000Z',
      end: '2027-01-09T09:30:00.000Z',
      duration: 'PT30M',
      timezone: 'Europe/Berlin',
    },
  },
  APActivatedEvent: { appointment: activated.appointment, actor, explicit: true },
  APCancelledEvent: { appointment: cancelled.appointment, actor, notify: true },
  APDeletedEvent: { appointment: cancelled.appointment, actor },
  APRemovedEvent: { appointment: cancelled.appointment, actor },
  APAbortedEvent: { appointment: aborted.appointment, actor: system, reason: 'INTERACTION_FAILED' },
  APOutcomeEvent: {
    appointment: exampleWholeWith({ outcome: 'IN_PROGRESS' }).appointment,
    actor: system,
    outcome: 'IN_PROGRESS',
  },
  APApplicationChangedEvent: { application: exampleApplication, actor },
  APReassignedEvent: { appointmentId, roster: reassigned.roster, actor, previousOrganizerId: 'agent-7' },
  APParticipantAddedEvent: {
    appointmentId,
    roster: { ...scheduled.roster, version: 2 },
    actor,
    participantId: exampleIds.customer,
    customer: exampleCustomer,
  },
  APParticipantRemovedEvent: {
    appointmentId,
    roster: withoutCustomer.roster,
    actor,
    participantId: exampleIds.customer,
    participantType: 'CUSTOMER',
  },
  APParticipantUpdatedEvent: {
    appointmentId,
    roster: { ...scheduled.roster, version: 2 },
    actor,
    customer: { ...exampleCustomer, phone: '+4930654321' },
  },
  APParticipantStateChangedEvent: {
    appointmentId,
    roster: joined.roster,
    actor,
    participantId: exampleIds.customer,
    state: 'JOINED',
  },
  APInteractionAcceptedEvent: { appointmentId, roster: accepted.roster, actor, participantId: 'agent-7' },
  APInteractionFailedEvent: {
    appointmentId,
    roster: failed.roster,
    actor,
    systemMessage: 'Upstream queue timed out',
    userMessage: 'Please try again.',
  },
  APInteractionUpdatedEvent: {
    appointmentId,
    roster: { ...scheduled.roster, version: 2 },
    actor,
    requested: true,
  },
}

/** A one-off message, as the gateway sends it. */
export const oneOffExample = {
  kind: 'OTP',
  applicationId: 'demo',
  channel: 'EMAIL',
  to: 'ada@example.com',
  code: '482915',
  expiresAt: '2027-01-02T14:15:00Z',
  locale: 'de-DE',
} as const

export const webhookExample: WebhookPayload = {
  type: 'appointment.rescheduled',
  timestamp: '2027-01-05T16:20:00.000Z',
  schemaVersion: '1',
  data: {
    eventId: 'evt_0197f5c4-0a11-7d22-9b33-4c44d55e66f7',
    notificationId: exampleIds.notification,
    applicationId: 'demo',
    appointment: {
      id: appointmentId,
      revision: 3,
      state: 'SCHEDULED',
      start: '2027-01-11T13:00:00Z',
      end: '2027-01-11T13:30:00Z',
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
    },
    previous: {
      start: '2027-01-09T09:00:00Z',
      end: '2027-01-09T09:30:00Z',
      duration: 'PT30M',
      timezone: 'Europe/Berlin',
    },
    trigger: { operation: 'rescheduleAppointment', actor },
  },
}

export const pingExample: WebhookPing = {
  type: 'webhook.ping',
  timestamp: '2027-01-05T16:20:00.000Z',
  schemaVersion: '1',
  data: { endpointId: exampleIds.webhookEndpoint, applicationId: 'demo' },
}

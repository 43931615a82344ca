import { examplePresentation } from './presentation.ts'
import { defaultAvailabilitySettings, type EventData, type EventType } from '@appointments/contracts'
import { exampleApplication } from './application.ts'
import { exampleCustomer, exampleIds, exampleMoments, exampleWholeWith } from './appointment.ts'

const { scheduled, activated, moved, cancelled, reassigned, joined, accepted, failed, withoutCustomer } =
  exampleMoments
const actor = { id: 'agent-7', role: 'ROLE_AGENT' }
const system = { role: 'SYSTEM' }
const appointmentId = exampleIds.appointment
const aborted = exampleWholeWith({ state: 'ABORTED', outcome: 'FAILED' })

/** The payload of each event, by type. */
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
  APClaimsChangedEvent: {
    holder: { type: 'APPOINTMENT', id: appointmentId },
    version: 2,
    organizationId: '',
    applicationId: 'demo',
    organizerId: 'agent-7',
    start: '2027-01-09T09:00:00.000Z',
    end: '2027-01-09T09:30:00.000Z',
    claims: [
      {
        agentId: 'agent-7',
        kind: 'BOOKED',
        from: '2027-01-09T09:00:00.000Z',
        to: '2027-01-09T09:30:00.000Z',
      },
    ],
  },
  APAssignmentDecidedEvent: {
    appointment: exampleWholeWith({
      targetAssignment: { type: 'QUEUE', id: 'advice' },
      assignment: { state: 'PENDING', queueId: 'advice', dueAt: '2027-01-08T09:00:00.000Z', lead: 'PT24H' },
    }).appointment,
    actor: system,
    decisionId: exampleIds.decision,
    agentId: 'agent-9',
  },
  APAvailabilitySettingsChangedEvent: {
    settings: {
      ...defaultAvailabilitySettings,
      applicationId: 'demo',
      version: 1,
      availabilityPolicy: 'ENFORCE',
      publicSlots: true,
      holidayCalendarIds: ['berlin'],
    },
  },
  APPresentationChangedEvent: { presentation: examplePresentation },
  APServiceTypeChangedEvent: { applicationId: 'demo', id: 'consultation', version: 12 },
  APAgentChangedEvent: {
    organizationId: '',
    id: 'agent-7',
    version: 41,
    displayName: 'Anna Berg',
    active: true,
    removed: false,
  },
  APCalendarChangedEvent: {
    organizationId: '',
    agentId: 'agent-7',
    from: '2027-01-09T00:00:00.000Z',
    to: '2027-01-10T00:00:00.000Z',
    cause: 'ABSENCE',
    version: 42,
  },
  APReassignedEvent: { appointmentId, roster: reassigned.roster, actor, previousOrganizerId: 'agent-7' },
  APAssignmentDeclinedEvent: {
    appointmentId,
    roster: reassigned.roster,
    actor: system,
    decisionId: exampleIds.decision,
    agentId: 'agent-9',
    reason: 'ROSTER_CHANGED',
  },
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
    changed: ['customer'],
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

/** A one-off message of the gateway. */
export const oneOffExample = {
  kind: 'OTP',
  applicationId: 'demo',
  channel: 'EMAIL',
  to: 'ada@example.com',
  code: '482915',
  expiresAt: '2027-01-02T14:15:00Z',
  locale: 'de-DE',
} as const

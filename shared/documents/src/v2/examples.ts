import type { v2AdministrationOperations, v2Operations } from '@appointments/contracts'
import {
  exampleElement,
  exampleForCustomer,
  exampleIds,
  exampleMoments,
  exampleRoom,
  exampleAppointment,
  exampleWhole,
} from '../examples/appointment.ts'
import {
  exampleAgentParticipant,
  exampleCount,
  exampleCustomerParticipant,
  exampleEligible,
  exampleOverlap,
  examplePage,
} from '../examples/responses.ts'
import type { Examples } from '../examples/example.ts'
import { availabilityExamples } from '../examples/availability.ts'
import { pageExamples } from '../examples/pages.ts'
import { presentationExamples } from '../examples/presentation.ts'
import { availabilitySettingsExamples } from '../examples/availability-settings.ts'
import { appointmentStatisticsExamples } from '../examples/appointment-statistics.ts'
import { changeExamples, exampleTimeline } from '../examples/changes.ts'
import { holdExamples } from '../examples/holds.ts'
import { directoryExamples } from '../examples/directory.ts'
import { exampleApplication, exampleSettings } from '../examples/application.ts'
import {
  examplePreview,
  exampleTemplate,
  exampleTemplateRequest,
  exampleUsedTemplate,
} from '../examples/message-template.ts'
import {
  exampleCustomerDetails,
  exampleRequests,
  exampleSchedule,
  exampleSelfBooking,
} from '../examples/requests.ts'
import { notificationDeskExamples } from '../examples/notification-desk.ts'
import { exampleNotification } from '../examples/notification.ts'
import { exampleManualSuppression, exampleSuppression } from '../examples/suppression.ts'
import {
  exampleDelivery,
  exampleDeliveryDetail,
  exampleEndpoint,
  exampleEndpointRequest,
  exampleRedelivery,
  exampleWebhookKey,
} from '../examples/webhook-endpoint.ts'

const scheduled = exampleAppointment(exampleMoments.scheduled)
const schedule = {
  ...exampleSchedule,
  customers: [exampleCustomerDetails],
  targetAssignment: { id: 'agent-7', type: 'AGENT' },
}

const { reason: _reason, ...sentAgain } = exampleNotification

const notificationEvent = {
  id: '0197f5c0-5d21-7c01-8e3f-6b5a4d3c2b1a',
  notificationId: exampleIds.notification,
  appointmentId: exampleIds.appointment,
  type: 'REMINDER',
  channel: 'EMAIL',
  event: 'attempt',
  status: 'PENDING',
  providerStatus: '450',
  message: '450 mailbox busy',
  attempt: 1,
  template: exampleUsedTemplate,
  classificationVersion: 1,
  at: '2027-01-08T09:00:01Z',
} as const

export const v2Examples: Examples<typeof v2Operations> = {
  findAppointments: { response: examplePage(exampleElement, 'start', 'asc') },
  searchAppointments: {
    body: {
      applicationId: 'demo',
      from: '2027-01-09T00:00:00Z',
      to: '2027-01-10T00:00:00Z',
      q: 'ada love',
      include: ['participants'],
    },
    response: {
      content: [
        {
          ...exampleElement,
          participants: exampleElement.participants.map((participant) =>
            participant.type === 'CUSTOMER' ? { ...participant, displayName: 'Ada Lovelace' } : participant,
          ),
        },
      ],
    },
  },
  scheduleAppointment: { body: schedule, response: scheduled },
  updateAppointment: {
    body: exampleRequests.update,
    response: { ...scheduled, notes: exampleRequests.update.notes, version: 4 },
  },
  activateAppointment: { response: exampleAppointment(exampleMoments.activated) },
  scheduleAppointmentBasic: {
    body: { ...exampleSelfBooking, customers: [exampleCustomerDetails] },
    response: {
      ...exampleForCustomer(exampleMoments.scheduled),
      customerActions: {
        move: { allowed: true, until: '2027-01-08T09:00:00Z' },
        cancel: { allowed: true },
      },
      joinFrom: '2027-01-09T08:45:00Z',
      links: {
        manage: 'https://appointments.example.com/manage/9s2WnJ0kq1uVhZr3m8TfYb6Lc4A',
        join: 'https://appointments.example.com/join/Qm3xT7pLw2Zk',
      },
    },
  },
  reassignAppointment: {
    body: exampleRequests.reassign,
    response: exampleAppointment(exampleMoments.reassigned),
  },
  rescheduleAppointment: {
    body: exampleRequests.reschedule,
    response: exampleAppointment(exampleMoments.moved),
  },
  countAppointments: { response: exampleCount },
  countOverlaps: { response: exampleOverlap },
  findEligibleAppointments: { response: exampleEligible },
  addAgent: { body: exampleRequests.addAgent, response: exampleAgentParticipant },
  addCustomer: { body: exampleRequests.addCustomer, response: exampleCustomerParticipant },
  getAppointment: { response: exampleAppointment(exampleMoments.activated) },
  getRoom: {
    response: { url: exampleRoom.url, expires: '2027-01-09T13:30:00Z', joinFrom: '2027-01-09T08:45:00Z' },
  },
  findTimeline: { response: exampleTimeline },
  openRoom: {
    response: { url: exampleRoom.url, expires: '2027-01-09T13:30:00Z', joinFrom: '2027-01-09T08:45:00Z' },
  },
  cancelAppointment: {
    body: { reason: 'The customer called', reasonCode: 'CUSTOMER_REQUEST' },
    response: exampleAppointment(exampleMoments.cancelled),
  },
  removeAppointment: {},
  findParticipants: {
    response: [
      { ...exampleAgentParticipant, displayName: 'Anna Berg' },
      { ...exampleCustomerParticipant, displayName: 'Ada Lovelace', state: 'WAITING' },
    ],
  },
  getParticipant: { response: exampleCustomerParticipant },
  removeParticipant: { response: exampleAppointment(exampleMoments.withoutCustomer) },
  setParticipantState: { response: exampleAppointment(exampleMoments.joined) },
  acceptInteraction: { body: 'agent-7', response: exampleAppointment(exampleMoments.accepted) },
  failInteraction: { response: exampleAppointment(exampleMoments.failed) },
  getInteraction: { response: exampleWhole.roster.interaction },
  updateInteraction: { body: exampleSchedule.interaction, response: scheduled },
  getCalendar: {
    response: [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Appointments//Notifications//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      `UID:${exampleIds.appointment}@example.com`,
      'SEQUENCE:1',
      'DTSTAMP:20270102T140500Z',
      'DTSTART:20270109T090000Z',
      'DTEND:20270109T093000Z',
      'SUMMARY:Signing',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  },
  findNotifications: { response: examplePage(exampleNotification, 'createdAt', 'desc') },
  findAppointmentNotificationEvents: { response: examplePage(notificationEvent, 'createdAt', 'desc') },
  findNotificationEvents: { response: examplePage(notificationEvent, 'createdAt', 'desc') },
  retryNotification: { response: { ...sentAgain, status: 'PENDING', canRetry: false, retryCount: 6 } },
  resendNotification: {
    response: {
      ...sentAgain,
      id: 'ntf_0197f5c9-77aa-7c10-9b1f-2f4e6d8c0a99',
      status: 'INITIALIZED',
      retryCount: 0,
      canRetry: false,
    },
  },
}

const exampleSecret = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtMzItYnl0ZXMtLS0tLS0='

export const v2AdministrationExamples: Examples<typeof v2AdministrationOperations> = {
  getMe: {
    response: {
      userId: 'agent-7',
      displayName: 'Anna Berg',
      roles: ['ROLE_AGENT'],
      organizationId: 'org-1',
      applications: [
        {
          id: 'demo',
          name: 'Example Bank',
          agentReassignmentEnabled: true,
          timezone: 'Europe/Berlin',
          notesForCustomers: false,
          mayOverrideCalendar: false,
        },
      ],
    },
  },
  getApplication: { response: exampleApplication },
  patchApplication: {
    body: { noShowGrace: 'PT15M' },
    response: { ...exampleApplication, noShowGrace: 'PT15M', version: 4 },
  },
  findApplications: { response: examplePage(exampleApplication, 'id', 'asc') },
  putApplication: { body: exampleSettings, response: { ...exampleApplication, version: 3 } },
  ...directoryExamples,
  ...availabilitySettingsExamples,
  ...presentationExamples,
  ...pageExamples,
  ...availabilityExamples,
  ...appointmentStatisticsExamples,
  ...changeExamples,
  ...holdExamples,
  ...notificationDeskExamples,
  findMessageTemplates: { response: examplePage(exampleTemplate, 'createdAt', 'desc') },
  getMessageTemplate: { response: exampleTemplate },
  putMessageTemplate: { body: exampleTemplateRequest, response: exampleTemplate },
  removeMessageTemplate: {},
  previewMessageTemplate: { body: { type: 'REMINDER', locale: 'en-GB' }, response: examplePreview },
  findSuppressions: { response: examplePage(exampleSuppression, 'createdAt', 'desc') },
  lookUpSuppressions: {
    body: { channel: 'SMS', address: '+4930123456' },
    response: { content: [exampleSuppression] },
  },
  addSuppression: {
    body: { channel: 'EMAIL', address: 'ada@example.com', reason: 'MANUAL' },
    response: exampleManualSuppression,
  },
  removeSuppression: {},
  createWebhookEndpoint: {
    body: exampleEndpointRequest,
    response: { ...exampleEndpoint, secret: exampleSecret },
  },
  findWebhookEndpoints: { response: examplePage(exampleEndpoint, 'createdAt', 'desc') },
  getWebhookEndpoint: { response: exampleEndpoint },
  updateWebhookEndpoint: { body: exampleEndpointRequest, response: exampleEndpoint },
  removeWebhookEndpoint: {},
  rotateWebhookSecret: { body: { gracePeriod: 'PT24H' }, response: { secret: exampleSecret } },
  testWebhookEndpoint: {
    body: { checkRejection: true },
    response: {
      deliveryId: 'ping_0197f5c6-1b20-7a44-8d11-9e8f7a6b5c4d',
      status: 'DELIVERED',
      providerStatus: 'HTTP_204',
      rejectsTampered: true,
    },
  },
  findWebhookSecrets: {
    response: [
      { id: 'sec_9e107d9d372bb682', createdAt: '2027-01-05T16:20:00Z', current: true },
      {
        id: 'sec_5d41402abc4b2a76',
        createdAt: '2026-12-20T10:00:00Z',
        endsAt: '2027-01-06T16:20:00Z',
        current: false,
      },
    ],
  },
  endWebhookSecret: {},
  findWebhookKeys: { response: { keys: [exampleWebhookKey] } },
  findWebhookDeliveries: { response: examplePage(exampleDelivery, 'createdAt', 'desc') },
  getWebhookDelivery: { response: exampleDeliveryDetail },
  redeliverWebhook: { response: exampleRedelivery },
  replayWebhooks: {
    body: { from: '2027-01-05T00:00:00Z', to: '2027-01-06T00:00:00Z', onlyFailed: true },
    response: { count: 17 },
  },
}

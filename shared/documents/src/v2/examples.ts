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
import { holdExamples } from '../examples/holds.ts'
import { directoryExamples } from '../examples/directory.ts'
import { exampleApplication, exampleSettings } from '../examples/application.ts'
import {
  examplePreview,
  exampleTemplate,
  exampleTemplateRequest,
  exampleUsedTemplate,
} from '../examples/message-template.ts'
import { exampleCustomerDetails, exampleRequests, exampleSchedule } from '../examples/requests.ts'
import { exampleManualSuppression, exampleSuppression } from '../examples/suppression.ts'
import {
  exampleDelivery,
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

const notification = {
  id: exampleIds.notification,
  appointmentId: exampleIds.appointment,
  type: 'REMINDER',
  channel: 'EMAIL',
  status: 'FAILED',
  providerStatus: '450',
  message: '450 mailbox busy',
  recipient: { displayName: 'Ada Lovelace', type: 'CUSTOMER' },
  retryCount: 5,
  canRetry: true,
  offset: 'PT24H',
  scheduledFor: '2027-01-08T09:00:00Z',
  createdAt: '2027-01-02T14:05:31Z',
  updatedAt: '2027-01-08T09:37:32Z',
} as const

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
  scheduleAppointment: { body: schedule, response: scheduled },
  updateAppointment: {
    body: exampleRequests.update,
    response: { ...scheduled, notes: exampleRequests.update.notes, version: 4 },
  },
  activateAppointment: { response: exampleAppointment(exampleMoments.activated) },
  scheduleAppointmentBasic: {
    body: schedule,
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
  cancelAppointment: {
    body: { reason: 'The customer called', reasonCode: 'CUSTOMER_REQUEST' },
    response: exampleAppointment(exampleMoments.cancelled),
  },
  removeAppointment: {},
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
  findNotifications: { response: examplePage(notification, 'createdAt', 'desc') },
  findAppointmentNotificationEvents: { response: examplePage(notificationEvent, 'createdAt', 'desc') },
  findNotificationEvents: { response: examplePage(notificationEvent, 'createdAt', 'desc') },
  retryNotification: { response: { ...notification, status: 'PENDING', canRetry: false, retryCount: 6 } },
}

const exampleSecret = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtMzItYnl0ZXMtLS0tLS0='

export const v2AdministrationExamples: Examples<typeof v2AdministrationOperations> = {
  getApplication: { response: exampleApplication },
  patchApplication: {
    body: { allowPast: true, defaultOrganizerId: null },
    response: { ...exampleApplication, version: 4 },
  },
  findApplications: { response: examplePage(exampleApplication, 'id', 'asc') },
  putApplication: { body: exampleSettings, response: { ...exampleApplication, version: 3 } },
  ...directoryExamples,
  ...availabilitySettingsExamples,
  ...presentationExamples,
  ...pageExamples,
  ...availabilityExamples,
  ...holdExamples,
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
  findWebhookKeys: { response: { keys: [exampleWebhookKey] } },
  findWebhookDeliveries: { response: examplePage(exampleDelivery, 'createdAt', 'desc') },
  redeliverWebhook: { response: exampleRedelivery },
  replayWebhooks: {
    body: { from: '2027-01-05T00:00:00Z', to: '2027-01-06T00:00:00Z', onlyFailed: true },
    response: { count: 17 },
  },
}

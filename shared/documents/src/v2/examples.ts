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
  findAppointments: { answer: examplePage(exampleElement, 'start', 'asc') },
  scheduleAppointment: { body: schedule, answer: scheduled },
  updateAppointment: {
    body: exampleRequests.update,
    answer: { ...scheduled, notes: exampleRequests.update.notes, version: 4 },
  },
  activateAppointment: { answer: exampleAppointment(exampleMoments.activated) },
  scheduleAppointmentBasic: { body: schedule, answer: exampleForCustomer(exampleMoments.scheduled) },
  reassignAppointment: {
    body: exampleRequests.reassign,
    answer: exampleAppointment(exampleMoments.reassigned),
  },
  rescheduleAppointment: {
    body: exampleRequests.reschedule,
    answer: exampleAppointment(exampleMoments.moved),
  },
  countAppointments: { answer: exampleCount },
  countOverlaps: { answer: exampleOverlap },
  findEligibleAppointments: { answer: exampleEligible },
  addAgent: { body: exampleRequests.addAgent, answer: exampleAgentParticipant },
  addCustomer: { body: exampleRequests.addCustomer, answer: exampleCustomerParticipant },
  getAppointment: { answer: exampleAppointment(exampleMoments.activated) },
  getRoom: {
    answer: { url: exampleRoom.url, expires: '2027-01-09T13:30:00Z' },
  },
  cancelAppointment: {
    body: { reason: 'The customer called', reasonCode: 'CUSTOMER_REQUEST' },
    answer: exampleAppointment(exampleMoments.cancelled),
  },
  removeAppointment: {},
  getParticipant: { answer: exampleCustomerParticipant },
  removeParticipant: { answer: exampleAppointment(exampleMoments.withoutCustomer) },
  setParticipantState: { answer: exampleAppointment(exampleMoments.joined) },
  acceptInteraction: { body: 'agent-7', answer: exampleAppointment(exampleMoments.accepted) },
  failInteraction: { answer: exampleAppointment(exampleMoments.failed) },
  getInteraction: { answer: exampleWhole.roster.interaction },
  updateInteraction: { body: exampleSchedule.interaction, answer: scheduled },
  findNotifications: { answer: examplePage(notification, 'createdAt', 'desc') },
  findAppointmentNotificationEvents: { answer: examplePage(notificationEvent, 'createdAt', 'desc') },
  findNotificationEvents: { answer: examplePage(notificationEvent, 'createdAt', 'desc') },
  retryNotification: { answer: { ...notification, status: 'PENDING', canRetry: false, retryCount: 6 } },
}

const exampleSecret = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtMzItYnl0ZXMtLS0tLS0='

export const v2AdministrationExamples: Examples<typeof v2AdministrationOperations> = {
  getApplication: { answer: exampleApplication },
  patchApplication: {
    body: { allowPast: true, defaultOrganizerId: null },
    answer: { ...exampleApplication, version: 4 },
  },
  findApplications: { answer: examplePage(exampleApplication, 'id', 'asc') },
  putApplication: { body: exampleSettings, answer: { ...exampleApplication, version: 3 } },
  findMessageTemplates: { answer: examplePage(exampleTemplate, 'createdAt', 'desc') },
  getMessageTemplate: { answer: exampleTemplate },
  putMessageTemplate: { body: exampleTemplateRequest, answer: exampleTemplate },
  removeMessageTemplate: {},
  previewMessageTemplate: { body: { type: 'REMINDER', locale: 'en-GB' }, answer: examplePreview },
  findSuppressions: { answer: examplePage(exampleSuppression, 'createdAt', 'desc') },
  lookUpSuppressions: {
    body: { channel: 'SMS', address: '+4930123456' },
    answer: { content: [exampleSuppression] },
  },
  addSuppression: {
    body: { channel: 'EMAIL', address: 'ada@example.com', reason: 'MANUAL' },
    answer: exampleManualSuppression,
  },
  removeSuppression: {},
  createWebhookEndpoint: {
    body: exampleEndpointRequest,
    answer: { ...exampleEndpoint, secret: exampleSecret },
  },
  findWebhookEndpoints: { answer: examplePage(exampleEndpoint, 'createdAt', 'desc') },
  getWebhookEndpoint: { answer: exampleEndpoint },
  updateWebhookEndpoint: { body: exampleEndpointRequest, answer: exampleEndpoint },
  removeWebhookEndpoint: {},
  rotateWebhookSecret: { body: { gracePeriod: 'PT24H' }, answer: { secret: exampleSecret } },
  testWebhookEndpoint: {
    body: { checkRejection: true },
    answer: {
      deliveryId: 'ping_0197f5c6-1b20-7a44-8d11-9e8f7a6b5c4d',
      status: 'DELIVERED',
      providerStatus: 'HTTP_204',
      rejectsTampered: true,
    },
  },
  findWebhookKeys: { answer: { keys: [exampleWebhookKey] } },
  findWebhookDeliveries: { answer: examplePage(exampleDelivery, 'createdAt', 'desc') },
  redeliverWebhook: { answer: exampleRedelivery },
  replayWebhooks: {
    body: { from: '2027-01-05T00:00:00Z', to: '2027-01-06T00:00:00Z', onlyFailed: true },
    answer: { count: 17 },
  },
}

import { daysAhead } from '@appointments/testing'
import type { NamedOperation } from './operations.ts'

/** The subject of a request: the ids its parts use. */
export interface Subject {
  id: string
  /** A customer of the appointment. */
  participantId: string
  notificationId: string
  /** The appointment's organizer. */
  agentId: string
  applicationId: string
  organizationId: string
  /** An agent of the directory. */
  directoryAgentId: string
  endpointId: string
  /** An unused one-time password, and the address it was sent to. */
  otp: { verificationId: string; code: string; to: string }
  /** An address for a new one-time password. */
  newAddress: string
  /** A room ticket. */
  ticket: string
}

/** The parts of a request. */
export interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  form?: Record<string, string>
  image?: Buffer
}

export const START = daysAhead(30)
export const WEBHOOK_URL = 'http://127.0.0.1:9/hooks'

const appointment = ({ id }: Subject): Sample => ({ params: { id } })
const participant = ({ id, participantId }: Subject): Sample => ({ params: { id, participantId } })
const notification = ({ id, notificationId }: Subject): Sample => ({ params: { id, notificationId } })
const application = ({ applicationId }: Subject): Sample => ({ params: { applicationId } })
const template = ({ applicationId }: Subject): Sample => ({ params: { applicationId, key: 'welcome' } })
const directory = ({ organizationId }: Subject): Sample => ({ query: { organizationId } })
/** The entry of each kind that exists in every organization. */
const desk = (subject: Subject): Sample => ({ ...directory(subject), params: { id: 'desk' } })
const directoryAgent = (subject: Subject): Sample => ({
  ...directory(subject),
  params: { agentId: subject.directoryAgentId },
})
const unusedEntry = (subject: Subject): Sample => ({ ...directory(subject), params: { id: 'unused' } })
const noException = (subject: Subject): Sample => ({
  ...directory(subject),
  params: { agentId: subject.directoryAgentId, id: 'unused' },
})
const noServiceType = ({ applicationId }: Subject): Sample => ({ params: { applicationId, id: 'unused' } })
/** An agent that the directory does not have. */
const noCalendar = ({ applicationId }: Subject): Sample => ({
  query: { applicationId, agentId: 'unused', duration: 'PT30M' },
})
const noHold = (): Sample => ({ params: { id: 'hold_0000000000000000000000' } })
const endpoint = ({ endpointId }: Subject): Sample => ({ params: { id: endpointId } })
const delivery = ({ endpointId, notificationId }: Subject): Sample => ({
  params: { id: endpointId, deliveryId: notificationId },
})

/** A PNG image of one pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const schedule = ({ applicationId, otp: { to } }: Subject, table: NamedOperation['table']): Sample => {
  const customer = { contact: { primaryEmail: to } }
  return {
    body: {
      applicationId,
      start: START,
      duration: 'PT30M',
      ...(table === 'v1' ? { customer } : { customers: [customer] }),
    },
  }
}

/**
 * A complete and valid request of each operation, by operation id; versions differ only if the entry says so.
 */
const samples: Record<string, (subject: Subject, table: NamedOperation['table']) => Sample> = {
  findAppointments: ({ applicationId }) => ({ query: { applicationId } }),
  searchAppointments: ({ applicationId }) => ({ body: { applicationId } }),
  scheduleAppointment: schedule,
  scheduleAppointmentBasic: schedule,
  updateAppointment: ({ id }) => ({ body: { id, title: 'Changed' } }),
  activateAppointment: appointment,
  reassignAppointment: ({ id }) => ({ body: { id, userId: 'agent-9' } }),
  rescheduleAppointment: ({ id }) => ({ body: { id, start: daysAhead(31, '10:00:00') } }),
  countAppointments: ({ applicationId, organizationId }) => ({
    query: { applicationId, organizationId, start: START, timeFrame: 'P1D' },
  }),
  countOverlaps: ({ applicationId, organizationId }) => ({
    query: { applicationId, organizationId, start: START, duration: 'PT1H' },
  }),
  findEligibleAppointments: () => ({}),
  addAgent: ({ id }) => ({ body: { id, userId: 'agent-9' } }),
  addCustomer: ({ id }) => ({ body: { id, customer: { username: 'grace' } } }),
  getAppointment: appointment,
  getRoom: appointment,
  openRoom: appointment,
  deleteAppointment: appointment,
  removeAppointment: appointment,
  cancelAppointment: (subject) => ({ ...appointment(subject), body: { reason: 'No longer needed' } }),
  findParticipants: appointment,
  getParticipant: participant,
  removeParticipant: participant,
  setParticipantState: (subject) => ({ ...participant(subject), query: { state: 'WAITING' } }),
  acceptInteraction: (subject) => ({ ...appointment(subject), body: subject.agentId }),
  failInteraction: (subject) => ({ ...appointment(subject), query: { systemMessage: 'No line' } }),
  getInteraction: appointment,
  updateInteraction: (subject) => ({ ...appointment(subject), body: { customFields: { topic: 'loan' } } }),
  getAppointmentStatistics: ({ applicationId }) => ({
    query: { applicationId, from: START.slice(0, 10), to: START.slice(0, 10) },
  }),
  findTimeline: appointment,
  findChanges: () => ({}),
  followChanges: () => ({}),
  getCalendar: appointment,
  findNotifications: appointment,
  findAppointmentNotificationEvents: appointment,
  findNotificationEvents: notification,
  retryNotification: notification,
  // no appointment has this notification
  resendNotification: ({ id }) => ({ params: { id, notificationId: 'ntf_unused' } }),
  searchNotifications: ({ applicationId }) => ({ body: { applicationId, view: 'UNREACHED' } }),
  // no notification has this id
  retryNotifications: () => ({ body: { ids: ['ntf_unused'] } }),
  getNotificationContent: () => ({ params: { notificationId: 'ntf_unused' } }),
  previewMessages: (subject) => ({ ...application(subject), body: { type: 'REMINDER', locale: 'en-GB' } }),
  countNotifications: ({ applicationId }) => ({
    query: { applicationId, from: daysAhead(-1).slice(0, 10), to: daysAhead(1).slice(0, 10), groupBy: 'day' },
  }),
  getMe: () => ({}),
  getApplication: application,
  patchApplication: (subject) => ({ ...application(subject), body: { noShowGrace: 'PT10M' } }),
  findApplications: () => ({}),
  getAvailabilitySettings: application,
  putAvailabilitySettings: (subject) => ({ ...application(subject), body: { publicSlots: true } }),
  getPresentation: application,
  putPresentation: (subject) => ({ ...application(subject), body: { brand: { name: 'Example Advice' } } }),
  patchPresentation: (subject) => ({ ...application(subject), body: { booking: { enabled: true } } }),
  viewRoom: () => ({ params: { id: 'unused', room: 'unused' } }),
  readUnsubscription: () => ({ params: { ticket: 'unused' } }),
  // no application has this id
  putLogo: (subject) => ({ ...application(subject), image: onePixel }),
  removeLogo: application,
  getProfile: () => ({ params: { applicationId: 'without-profile' } }),
  putApplication: (subject) => ({ ...application(subject), body: { allowPast: true } }),
  findAgents: directory,
  getAgent: directoryAgent,
  putAgent: (subject) => ({
    ...directoryAgent(subject),
    body: { displayName: 'Desk', timezone: 'Europe/Berlin', skills: ['loans'] },
  }),
  putAgents: (subject) => ({
    ...directory(subject),
    body: { agents: [{ id: subject.directoryAgentId, displayName: 'Desk', timezone: 'Europe/Berlin' }] },
  }),
  removeAgent: ({ organizationId }) => ({ params: { agentId: 'unused' }, query: { organizationId } }),
  findExceptions: directoryAgent,
  getException: noException,
  createException: (subject) => ({
    ...directoryAgent(subject),
    body: { type: 'ABSENCE', from: START, until: daysAhead(31) },
  }),
  removeException: noException,
  findTeams: directory,
  getTeam: desk,
  putTeam: (subject) => ({ ...desk(subject), body: { name: 'Desk' } }),
  removeTeam: unusedEntry,
  findQueues: directory,
  getQueue: desk,
  putQueue: (subject) => ({ ...desk(subject), body: { name: 'Desk', strategy: 'ROUND_ROBIN' } }),
  removeQueue: unusedEntry,
  findSchedules: directory,
  getSchedule: desk,
  putSchedule: (subject) => ({
    ...desk(subject),
    body: { name: 'Desk', hours: [{ days: ['MO', 'TU'], from: '09:00', to: '17:00' }] },
  }),
  removeSchedule: unusedEntry,
  findHolidayCalendars: directory,
  getHolidayCalendar: desk,
  putHolidayCalendar: (subject) => ({
    ...desk(subject),
    body: { name: 'Desk', timezone: 'Europe/Berlin', days: [] },
  }),
  removeHolidayCalendar: unusedEntry,
  findQueueMembers: desk,
  findServiceTypes: application,
  getServiceType: noServiceType,
  putServiceType: ({ applicationId }) => ({
    params: { applicationId, id: 'advice' },
    body: { name: 'Advice', durations: ['PT30M'] },
  }),
  removeServiceType: noServiceType,
  findSlots: noCalendar,
  findSlotDays: noCalendar,
  findNextSlots: noCalendar,
  holdSlot: ({ applicationId }) => ({
    body: { applicationId, agentId: 'unused', start: START, duration: 'PT30M' },
  }),
  getHold: noHold,
  extendHold: () => ({ ...noHold(), body: { ttl: 'PT5M' } }),
  releaseHold: noHold,
  findOfferedServiceTypes: ({ applicationId }) => ({ query: { applicationId } }),
  checkAvailability: ({ applicationId }) => ({
    body: { applicationId, agentId: 'unused', start: START, duration: 'PT30M' },
  }),
  findFreeBusy: () => ({ query: { agentId: 'unused' } }),
  findAffectedAppointments: () => ({ query: { agentId: 'unused' } }),
  findMessageTemplates: application,
  getMessageTemplate: template,
  putMessageTemplate: (subject) => ({
    ...template(subject),
    body: { locales: { en: { sms: '{{brand}}: see you {{whenShort}}' } } },
  }),
  removeMessageTemplate: template,
  previewMessageTemplate: (subject) => ({ ...template(subject), body: { type: 'CREATE' } }),
  findSuppressions: application,
  lookUpSuppressions: (subject) => ({
    ...application(subject),
    body: { channel: 'EMAIL', address: 'ada@example.com' },
  }),
  addSuppression: (subject) => ({
    ...application(subject),
    body: { channel: 'SMS', address: '+4930123456', reason: 'MANUAL' },
  }),
  removeSuppression: ({ applicationId }) => ({ params: { applicationId, suppressionId: 'sup_1' } }),
  createWebhookEndpoint: ({ applicationId }) => ({ body: { applicationId, url: WEBHOOK_URL } }),
  findWebhookEndpoints: ({ applicationId }) => ({ query: { applicationId } }),
  getWebhookEndpoint: endpoint,
  updateWebhookEndpoint: (subject) => ({
    ...endpoint(subject),
    body: { applicationId: subject.applicationId, url: WEBHOOK_URL, timeoutMs: 5000 },
  }),
  removeWebhookEndpoint: endpoint,
  rotateWebhookSecret: (subject) => ({ ...endpoint(subject), body: { gracePeriod: 'PT1H' } }),
  findWebhookSecrets: endpoint,
  endWebhookSecret: ({ endpointId }) => ({ params: { id: endpointId, secretId: 'sec_unused' } }),
  testWebhookEndpoint: (subject) => ({ ...endpoint(subject), body: { checkRejection: false } }),
  findWebhookKeys: () => ({}),
  findWebhookDeliveries: endpoint,
  getWebhookDelivery: delivery,
  redeliverWebhook: delivery,
  replayWebhooks: (subject) => ({
    ...endpoint(subject),
    body: { from: daysAhead(-2), to: daysAhead(-1) },
  }),
  requestOtp: ({ applicationId, newAddress }) => ({
    body: { applicationId, channel: 'EMAIL', to: newAddress },
  }),
  verifyOtp: ({ otp }) => ({ body: otp }),
  exchangeToken: ({ ticket }) => ({
    form: {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: ticket,
      subject_token_type: 'urn:appointments:ticket',
    },
  }),
}

/**
 * A valid request of an operation about a subject.
 * @throws Error for an operation without a sample
 */
export function sampleOf({ id, table, name }: NamedOperation, subject: Subject): Sample {
  const sample = samples[id]
  if (!sample) throw new Error(`${name} has no sample request`)
  return sample(subject, table)
}

/** A sample as a complete request except for its credentials. */
export function requestOf(named: NamedOperation, { params = {}, query, body, form, image }: Sample) {
  const search = query && new URLSearchParams(query).toString()
  const path = pathOf(named, params)
  return {
    method: named.operation.method,
    path: search ? `${path}?${search}` : path,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(image && { body: image }),
    ...(form && { body: new URLSearchParams(form).toString() }),
  }
}

/**
 * The path of an operation with its parameters filled in. @param params by name, inserted without encoding
 */
export const pathOf = (
  { api, operation }: Pick<NamedOperation, 'api' | 'operation'>,
  params: Record<string, string>,
): string =>
  api.base +
  (operation.path === '/' ? '' : operation.path).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${operation.path} needs ${name}`)
    return value
  })

import type { notificationDeskOperations } from '@appointments/contracts'
import type { OperationText } from './operation-text.ts'
import type { ParameterText } from './parameter-text.ts'

/** Descriptions of the operations on the messages of an application. */
export const notificationDeskTexts: Readonly<Record<keyof typeof notificationDeskOperations, OperationText>> =
  {
    searchNotifications: {
      tag: 'Notifications',
      text: 'Sorted by the planned time of a message, or its creation if it has none, newest first. `from` and `to` (exclusive) select by the same time. `UNREACHED` lists one record for each customer, appointment and type if no message arrived and none may still arrive: the newest one that failed or was suppressed. Agents see the messages of the appointments that the list of appointments shows them.',
    },
    retryNotifications: {
      tag: 'Notifications',
      text: 'Returns a result for each id, in the order of the request. A notification that cannot be sent again does not stop the others. Agents need to be assigned to the appointment.',
    },
    getNotificationContent: {
      tag: 'Notifications',
      text: "Returns the content that was sent last under this id, with the customer's links masked. `htmlUrl` shows the mail for ten minutes to anyone who knows the path. Agents need to be assigned to the appointment.",
    },
    previewMessages: {
      tag: 'Notifications',
      text: 'Uses example data and the stored settings, to which the merge patches (RFC 7396) of `patch` are applied. Nothing is sent, and the settings stay as they are. All faults of the patched settings are reported. `url` shows the mail for ten minutes to anyone who knows the path.',
    },
    countNotifications: {
      tag: 'Notifications',
      text: 'Counts messages by the day of their planned time, or of their creation if they have none, in the time zone of the application. `created` is the number of all records. Records that were erased or are no longer kept do not count.',
    },
  }

const application = { applicationId: { description: 'The application.', example: 'demo' } }

/** Parameters of these operations. */
export const notificationDeskParameters: Readonly<Record<string, Readonly<Record<string, ParameterText>>>> = {
  getNotificationContent: {
    notificationId: { description: 'The notification.', example: 'ntf_0197f5c5-3b1e-7d22-8a6b-5c4d3e2f1a0b' },
  },
  previewMessages: application,
  countNotifications: {
    ...application,
    from: { description: 'First day, in the time zone of the application.', example: '2027-01-01' },
    to: { description: 'Last day, included; at most 91 days after the first.', example: '2027-01-31' },
    agentId: {
      description: 'Only messages of appointments in which one of these agents takes part.',
      example: ['agent-7'],
    },
    groupBy: { description: 'One row for each of these; by default a single row.', example: 'day' },
  },
}

/** Fields of a notification record, wherever it appears. */
export const recordFields = {
  id: 'Identifies the record; unchanged by retries',
  type: 'Type of the notification',
  channel: 'Channel of the notification',
  status: 'Status of the notification',
  providerStatus: 'Last status reported by the provider',
  message: 'Error message, or additional information from the provider',
  recipient: 'The recipient',
  'recipient.displayName': 'Display name; never an address',
  'recipient.type': 'Type of the recipient',
  retryCount: 'Number of retries',
  canRetry: 'Whether a manual retry is possible',
  offset: 'Planned offset from the start or the end',
  scheduledFor: 'Planned time; only for planned types',
  nextRetryAt: 'Time of the next retry, if one is planned',
  nextPollAt: 'Time of the next status query to the provider, if one is planned',
}

const encoding = 'GSM-7 if all characters are part of it, else UCS-2'
const segments = 'Number of messages billed'

/** Fields of the components of these operations. */
export const notificationDeskFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  NotificationSearchRequest: {
    applicationId: 'Application whose messages are searched',
    from: 'Only messages planned for this time or later; messages without a planned time count by their creation',
    to: 'Only messages planned for before this time',
    status: 'Only these statuses',
    type: 'Only these types',
    channel: 'Only these channels',
    reason: 'Only records with one of these reasons',
    agentId: 'Only messages of appointments in which one of these agents takes part',
    appointmentId: 'Only messages of this appointment',
    contact:
      'Only messages to customers with this e-mail address or phone number; it is in the body so that no request log contains it',
    view: 'ALL, or UNREACHED: one record for each customer, appointment and type that was not reached',
    cursor: 'The `nextCursor` of the previous response; the filters must be the same',
    limit: 'Maximum number of elements on a page, 50 by default',
  },
  FoundNotificationPage: { nextCursor: 'Continues after this page; absent on the last page' },
  FoundNotification: { ...recordFields, appointmentStart: 'Start of the appointment' },
  RetryNotificationsRequest: { ids: 'The records to send again' },
  RetriedNotification: {
    id: 'The record',
    outcome:
      'QUEUED: it is sent again; NOT_RETRYABLE: `canRetry` is false; CONTENT_GONE: its content is no longer kept; NOT_FOUND: no record with this id is visible to the caller',
  },
  NotificationContent: {
    subject: 'Subject of the e-mail',
    text: 'Body without HTML; for a webhook, its JSON',
    htmlUrl: 'Path of a page that shows the e-mail for ten minutes',
    encoding,
    segments,
    sentAt: 'Time of the last attempt',
  },
  MessagePreviewRequest: {
    type: 'Type of the notification',
    locale: 'Locale of the customer',
    patch: 'Settings that are not stored yet',
  },
  PreviewedPatch: {
    presentation: 'Merge patch on the presentation of the application',
    notifications: 'Merge patch on `notifications` of the application',
  },
  MessagePreview: {
    mail: 'The e-mail',
    'mail.subject': 'Subject',
    'mail.text': 'Body without HTML',
    'mail.url': 'Path of a page that shows the e-mail for ten minutes',
    sms: 'The text message',
    'sms.body': 'Text',
    'sms.encoding': encoding,
    'sms.segments': segments,
  },
  NotificationStatistics: {
    rows: 'One row for each group, sorted by key',
    asOf: 'Time up to which the numbers are complete; absent until they have been counted for the first time',
  },
  NotificationFigures: {
    key: 'Date, channel or type of the group; `all` if there are no groups',
    created: 'Number of all records',
    delivered: 'Number of DELIVERED records',
    failed: 'Number of FAILED records',
    cancelled: 'Number of CANCELLED records',
    secondsToDelivered:
      'Time from when a message was due until it was delivered, in seconds; absent if none was delivered',
    'secondsToDelivered.median': 'Half of the messages took at most this long',
    'secondsToDelivered.p90': 'Nine of ten messages took at most this long',
  },
}

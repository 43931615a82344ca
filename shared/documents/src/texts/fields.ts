import { availabilityFields } from './availability.ts'
import { appointmentStatisticsFields } from './appointment-statistics.ts'
import { changeFields } from './changes.ts'
import { holdFields } from './holds.ts'
import { availabilitySettingsFields } from './availability-settings.ts'
import { notificationDeskFields, recordFields } from './notification-desk.ts'
import { pageFields } from './pages.ts'
import { presentationFields } from './presentation.ts'
import { directoryFields } from './directory.ts'
import { searchFields } from './search.ts'
import { notificationTypes, webhookSchemaName } from '@appointments/contracts'

/** Fields with the same meaning in every component. */
const everywhere: Readonly<Record<string, string>> = {
  applicationId: 'The application that the appointment belongs to',
  start: 'Start of the appointment',
  end: 'End of the appointment',
  duration: 'Duration of the appointment, as the request wrote it',
  timezone: 'Time zone of the appointment, an IANA name',
  locale: 'Language of messages to customers, a BCP 47 tag',
  title: 'Subject of the appointment, in one line',
  notes: 'Further information; customers see it only if the application allows it',
  metadata:
    'Data of the application, with values of any type. Customers see the keys that the application lists',
  notificationHeaders: 'Headers that its webhooks carry; visible to staff only',
  notificationsActive: 'Whether notifications are sent for the appointment',
  interaction: 'Routing of the appointment into a contact-centre channel',
  organizer: 'The agent who organizes the appointment',
  participants: 'All participants',
  participantIds: 'All participants',
  roomAccess: 'The room, once the appointment is activated',
  targetAssignment: 'The target that the appointment is assigned to, such as an agent or a queue',
  version: 'Version number; increases with every change',
  outcome: 'Outcome of the appointment, derived from presence',
  customer: 'The customer',
  customers: 'The customers',
  contact: 'Contact data of the customer',
  primaryEmail: 'E-mail address; an internationalised domain is stored in its ASCII form',
  primaryPhone:
    'Phone number, stored as E.164; one without a country code is completed with the `defaultRegion` of the application',
  name: 'Name of the customer',
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Name of the customer in another system',
  routing: 'The channel and the target in it',
  customFields: 'Context for the channel, as names with text values; visible to staff only',
  deploymentId: 'Target in the channel of the first vendor; the default is set in the application',
  touchpointId: 'Target in the channel of the second vendor; the default is set in the application',
  chatMode: 'Kind of chat; by default derived from the type',
  content: 'Elements of this page',
  pageCount: 'Number of pages',
  pageNumber: 'Number of this page, starting at 1',
  pageSize: 'Maximum number of elements on a page',
  total: 'Number of elements on all pages',
  sortField: 'Field that the elements are sorted by',
  sortOrder: 'Ascending or descending',
  createdAt: 'Time of creation',
  updatedAt: 'Time of the last change',
  expiresAt: 'Time of expiry',
  appointmentId: 'The appointment concerned',
  serviceTypeId: 'The service type: a kind of appointment that the application offers',
  answers: 'Answers to the questions of the service type, by their ids; stored as `metadata.intake`',
  place: 'How and where the appointment takes place',
  preferredAgentId: 'The member of the queue to choose if it is free',
  followsAppointmentId:
    'An earlier appointment that the caller can reach; its organizer is chosen if it is a member of the queue and free',
  override:
    '`CALENDAR` permits a time outside the calendar. `OVERLAP` also permits a time that overlaps other appointments of the agent, but never a hold. The application lists the roles that may override',
  customerActions: 'For customers, on reads and after their own changes: which changes their link permits',
  joinFrom: 'For customers of an open video call: the earliest time to join',
  links: 'For the customer who has just booked or moved the appointment: its current links, which are secret',
  warnings: 'Reasons against the time of this write, if the availability policy is `WARN`',
  assignment: 'For staff: whether a member of the target queue has become the organizer',
  holdId: 'The held time to take; absent fields have the values of the hold',
}

const deliveryFields = {
  id: 'Identifies the notification record; it is the `webhook-id` of every attempt',
  type: 'Type of the notification',
  status: 'Status of the notification',
  providerStatus: 'Last response status of the receiver',
  message: 'Error message, or the reason why it was not sent',
  scheduledFor: 'Planned time; only for planned types',
  nextRetryAt: 'Time of the next retry, if one is planned',
}
const participantFields = {
  displayName:
    'Name of the agent that customers see; absent if the directory does not know the agent. In the list of participants also the name of a customer',
  state: 'Whether the participant waits, has joined or has left',
  id: 'Identifies the participant',
  type: 'Type of the participant',
  expiresAt: 'Time until which the room can be entered',
  ticket: 'Link by which the participant enters the room',
  'ticket.accessUrl': 'URL of the link',
  'ticket.expiresAt': 'Time at which the link expires',
}

/** Fields with a special meaning in one component, by component and path. */
const inComponent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...directoryFields,
  ...availabilityFields,
  ...holdFields,
  ...availabilitySettingsFields,
  ...appointmentStatisticsFields,
  ...changeFields,
  ...presentationFields,
  ...notificationDeskFields,
  ...pageFields,
  ...searchFields,
  BookingWarning: {
    code: 'A reason against the time, `AVAILABILITY_UNCHECKED` or `QUEUE_NOT_FOUND`',
    detail: 'The reason in words',
  },
  Appointment: {
    'assignment.state':
      '`PENDING` until a member is the organizer; `FAILED` if none was found when it was due. The search then continues until the start',
    'assignment.queueId': 'The queue',
    'assignment.dueAt':
      'Time at which a member becomes the organizer; it is in the past if none was found in time',
    'assignment.reason': 'Why no member has been chosen',
    id: 'Identifies the appointment',
    state: 'State of the appointment',
    'organizer.id': 'User id of the agent',
    'organizer.type': 'Always `AGENT`',
    'organizer.displayName': 'Name that customers see; absent if the directory does not know the agent',
    'targetAssignment.id': 'Id of the target',
    'targetAssignment.type': 'Type of the target; `AGENT` and `QUEUE` have an effect, others are only stored',
    cancellation: 'Details of the cancellation',
    'cancellation.at': 'Time of the cancellation',
    'cancellation.by': 'Id of the person who cancelled, if known; visible to staff only',
    'cancellation.byRole': 'Role of the person who cancelled',
    'cancellation.reason': 'Reason as text; visible to customers',
    'cancellation.reasonCode': 'Reason as a code',
  },
  CustomerActions: {
    move: 'Moving the appointment',
    cancel: 'Cancelling the appointment',
    'move.allowed': 'Whether the token of the request may do it now',
    'move.until': 'The deadline that the application sets for customers, if any',
    'cancel.allowed': 'Whether the token of the request may do it now',
    'cancel.until': 'The deadline that the application sets for customers, if any',
  },
  PlaceRequest: {
    channel: 'How it takes place',
    text: 'Details of the place, such as an address; for `IN_PERSON` the default is the `address` of the brand of the application',
  },
  Place: {
    channel: 'How it takes place',
    text: 'Details of the place, such as the address of a meeting in person',
  },
  CustomerLinks: { manage: 'Page to move or cancel the appointment', join: 'Page to join it' },
  Participant: {
    id: 'Identifies the participant; for an agent it is the user id',
    type: 'Type of the participant',
    displayName: 'Name of an agent that customers see; absent if the directory does not know the agent',
    state: 'Whether the participant waits, has joined or has left',
  },
  TargetAssignment: {
    id: 'Id of the target',
    type: 'Type of the target; `AGENT` and `QUEUE` have an effect, others are only stored',
  },
  InteractionData: {
    properties:
      'Data that the channel reported, such as the reason of a failure. The technical message of a failure and its reporter are visible to staff only',
    state: 'State of the interaction',
  },
  RoutingRequest: { type: 'The channel', properties: 'Target in the channel' },
  Routing: { type: 'The channel', properties: 'Target in the channel' },
  UpdateAppointmentRequest: {
    id: 'The appointment to change',
    customer: 'The customer to change, with the new values',
  },
  CustomerChange: {
    id: 'Participant id of the customer',
    participantId: 'Same as `id`; the name that earlier integrations use',
  },
  RescheduleAppointmentRequest: {
    id: 'The appointment to reschedule',
    duration: 'New duration; by default unchanged',
    timezone: 'New time zone; by default unchanged',
    locale: 'New language; by default unchanged',
  },
  ReassignAppointmentRequest: {
    id: 'The appointment to reassign',
    queueId: 'The queue from which a free member takes over; send exactly one of `userId` and `queueId`',
  },
  AddParticipantAgentRequest: { id: 'The appointment to add the agent to' },
  AddParticipantCustomerRequest: { id: 'The appointment to add the customer to' },
  CancelAppointmentRequest: {
    reason: 'Reason as text; visible to customers',
    reasonCode: 'Reason as a code',
    notify:
      'Whether customers receive a message; the default is true. Only staff may set it to false. Webhooks are sent either way',
  },
  AppointmentRoom: {
    url: 'URL of the room',
    expires: 'Time until which the room can be entered',
    joinFrom: 'Time from which participants are expected to join; the room can be entered earlier',
  },
  AppointmentRoomDetails: { expires: 'Time until which the room can be entered', url: 'URL of the room' },
  AppointmentCountResponse: { count: 'Number of appointments' },
  AppointmentOverlapResponse: { count: 'Number of appointments' },
  FindAppointmentsEligibleResponse: {
    eligibleFrom: 'Time from which the appointment can be activated',
    id: 'Identifies the appointment',
  },
  ParticipantDetails: participantFields,
  AddedAgent: participantFields,
  NotificationRecord: recordFields,
  NotificationEvent: {
    id: 'Identifies the step',
    notificationId: 'The record',
    type: 'Type of the notification',
    channel: 'Channel of the notification',
    status: 'Status of the record after the step',
    providerStatus: 'Status reported by the provider',
    message: 'Error message, or additional information from the provider',
    attempt: 'Attempt that the step belongs to',
    template: 'Template of the message; only for attempts to reach a person',
    classificationVersion: 'Version of the tables that classified the result; only for attempts and receipts',
    at: 'Time of the step',
  },
  UsedTemplate: {
    key: 'Template of the application; absent for built-in texts',
    version: 'Version of the template',
    locale: 'Language of the texts',
    contentHash: 'SHA-256 of the texts, in hex; differs for every wording',
  },
  SuppressionRequest: {
    channel: 'Channel that must no longer be used',
    address: 'E-mail address, or phone number in international format',
    reason: 'MANUAL, or COMPLAINT if a customer complained',
  },
  SuppressionAddress: {
    channel: 'Channel of the address',
    address: 'E-mail address, or phone number in international format',
  },
  Suppression: {
    id: 'Identifies the suppression',
    applicationId: 'The application that the suppression applies to',
    channel: 'Suppressed channel',
    reason:
      'STOP, HARD_BOUNCE, COMPLAINT and MANUAL stop everything; UNSUBSCRIBE stops reminders and follow-ups',
  },
  SuppressionsFound: { content: 'One suppression for each reason' },
  MessageTemplateRequest: { locales: 'Texts by language, a BCP 47 tag' },
  MessageTemplate: {
    key: 'Key that the settings of the application refer to',
    version: 'Version number; increases with every change of content',
    contentHash: 'SHA-256 of the texts, in hex',
    locales: 'Texts by language, a BCP 47 tag',
    applicationId: 'The application that it belongs to',
  },
  TemplateWords: {
    subject: 'Subject of the e-mail',
    heading: 'Heading of the e-mail',
    intro: 'Sentences below the heading',
    sms: 'The text message',
  },
  TemplatePreviewRequest: { type: 'Type of the notification', locale: 'Locale of the customer' },
  TemplatePreview: {
    mail: 'The e-mail',
    'mail.template': 'Template of the message',
    'mail.subject': 'Subject',
    'mail.text': 'Body without HTML',
    'mail.html': 'Body with HTML',
    sms: 'The text message',
    'sms.template': 'Template of the message',
    'sms.body': 'Text',
    'sms.encoding': 'GSM-7 if all characters are part of it, else UCS-2',
    'sms.segments': 'Number of messages billed',
  },
  Application: {
    id: 'Identifies the application',
    organizationId: 'The organization that owns it',
  },
  ApplicationRequest: { organizationId: 'The organization that owns it' },
  WebhookEndpoint: {
    id: 'Identifies the endpoint',
    enabled:
      'The setting: whether the endpoint is switched on. It stays `true` if the endpoint is disabled because of its responses',
    state:
      'Health of the endpoint: `FAILING` after a failed attempt, `DISABLED` after a response with 410 or 120 hours without a success, otherwise `ACTIVE`. Webhooks are sent if `enabled` is `true` and `state` is not `DISABLED`',
    publicKey:
      'Current key of its `v1a` signatures in the format of Standard Webhooks; only if `v1a` is in use',
    last24h: 'Results of the webhooks recorded in the last 24 hours',
    'last24h.delivered': 'Number of webhooks that were delivered',
    'last24h.failed': 'Number of webhooks that failed',
    signingSecrets: 'Secrets that currently sign its webhooks; empty if only `v1a` is in use',
    'signingSecrets.current': 'Whether it is the newest secret',
    'signingSecrets.until': 'Time at which a replaced secret stops signing',
    failingSince: 'First failure after the last success, while the endpoint fails',
    failedAttempts: 'Number of failed attempts since then',
    disabled: 'Why no webhooks are sent to the endpoint; only if it is switched off or disabled',
    'disabled.at': 'Time at which the endpoint was disabled',
    'disabled.reason':
      'It was switched off, it responded with 410, or attempts failed for 120 hours without a success',
  },
  WebhookKeySet: { keys: 'The keys, the current one first' },
  WebhookKey: {
    kty: 'Always `OKP` (RFC 8037)',
    crv: 'Always `Ed25519`',
    use: 'Always `sig`',
    alg: 'Always `EdDSA`',
    kid: 'Thumbprint of the key (RFC 7638)',
    x: 'The public key, base64url',
  },
  WebhookPingRequest: {
    checkRejection: 'Sends a second webhook with a tampered body, which the receiver must reject',
  },
  RotateSecretRequest: { gracePeriod: 'How long the previous secret keeps signing, at most seven days' },
  WebhookPingOutcome: {
    deliveryId: 'The `webhook-id` of the test',
    status: 'Whether it arrived',
    providerStatus: 'Response status of the receiver',
    message: 'Error message',
    rejectsTampered:
      'Whether the receiver rejected the webhook with a tampered body; only if that was requested and the receiver responded',
  },
  WebhookDelivery: {
    ...deliveryFields,
    attempts: 'Number of attempts',
    response: 'Beginning of the last response of the receiver, at most 2 KiB; visible to supervisors only',
    'response.attempt': 'Attempt that the response belongs to',
    'response.status': 'HTTP status',
    'response.body': 'The body, as text',
    'response.at': 'Time of the response',
  },
  WebhookDeliveryDetail: {
    ...deliveryFields,
    request: 'The last request; absent before the first attempt and after its content has been deleted',
    'request.headers': 'Headers by name; values that may be secret are masked',
    'request.body': 'The body, as text',
    attempts: 'Every attempt, oldest first',
  },
  WebhookAttempt: {
    attempt: 'Number of the attempt, starting at 1',
    at: 'Time at which the attempt began',
    status: 'HTTP status of the response',
    durationMs: 'Duration of the attempt in milliseconds',
    error: 'Why there was no response',
    response: 'Beginning of the response, at most 2 KiB; only supervisors see it',
  },
  WebhookSecret: {
    id: 'Identifies the secret',
    endsAt: 'Time at which a replaced secret stops signing',
    current: 'Whether it is the newest secret',
  },
  NotificationTypeSettings: {
    channels: 'Channels of the type',
    templateKey: 'Message template of the type; built-in texts are used if no template has this key',
    attachCalendar: 'Whether e-mails carry a calendar entry',
    bypassQuietHours: 'Whether messages of the type are sent during quiet hours too',
    fallback: 'Order of channels: if one permanently fails to reach a customer, the next one is tried',
  },
  ReplayRequest: {
    from: 'Start of the period, inclusive',
    to: 'End of the period, exclusive',
    onlyFailed: 'Whether to skip webhooks that arrived',
    dryRun: 'Whether the webhooks are only counted and not sent',
  },
  ReplayedWebhooks: { count: 'Number of webhooks that are sent again or, with `dryRun`, would be' },
  WebhookPing: {
    type: 'Always `webhook.ping`',
    timestamp: 'Time of the test',
    schemaVersion: 'Version of this format',
    data: 'Data of the event',
    'data.endpointId': 'The tested endpoint',
    'data.applicationId': 'The application that it belongs to',
  },
  OtpRequest: {
    channel: 'Channel of the message',
    to: 'E-mail address or phone number of the recipient',
    locale: 'Language of the message',
    customName:
      'Name of the customer in the message. Without client credentials, it must not contain a link or an address',
    applicationId: 'The application that sends the message',
  },
  OtpIssued: {
    id: 'Identifies the one-time password',
    expiresAt: 'Time of expiry',
    resendAfter: 'Time from which another one can be requested',
  },
  OtpVerification: {
    verificationId: 'Id of the one-time password',
    to: 'E-mail address or phone number that it was sent to',
    code: 'The six digits of the one-time password',
  },
  TokenRequest: {
    grant_type: 'Always token exchange (RFC 8693)',
    subject_token: 'The ticket of the link, or the `secureToken` of the appointment',
    subject_token_type: 'Type of the subject token',
  },
  TokenResponse: {
    access_token: 'Token to send as a bearer token',
    token_type: 'Always `Bearer`',
    expires_in: 'Lifetime in seconds',
    issued_token_type: 'Always an access token',
  },
  TokenRejection: {
    error: 'Error code',
    error_description: 'Error message',
    reason:
      'Why a ticket gives no access: it was `REPLACED` by a newer one, its appointment is `CANCELLED` or `OVER`, or it is `UNKNOWN`',
  },
  Problem: {
    type: 'URI of the problem type; fixed for each code',
    title: 'Meaning of the code',
    status: 'HTTP status of the response',
    detail: 'Details of this occurrence',
    instance: 'Path of the request',
    code: 'Stable code of the problem',
    requestId: 'The `x-request-id` of the response',
    errors: 'All faults of the request',
    state: 'State of the appointment, if it is the reason of the problem',
    interactionState: 'State of the interaction, if it is the reason of the problem',
    blocking: 'The blocking time, for `SLOT_TAKEN`',
    'blocking.agentId': 'The agent who is booked',
    'blocking.start': 'Start of the period',
    'blocking.end': 'End of the period',
  },
  AppointmentSnapshot: {
    id: 'Identifies the appointment',
    applicationVersion: 'Version of the application settings in effect',
    organizationId: 'The organization that the application belongs to',
    state: 'State of the appointment',
    cancellation: 'Details of the cancellation',
    'cancellation.at': 'Time of the cancellation',
    'cancellation.by': 'Id of the person who cancelled, if known',
    'cancellation.byRole': 'Role of the person who cancelled',
    'cancellation.reason': 'Reason as text',
    'cancellation.reasonCode': 'Reason as a code',
    'targetAssignment.id': 'Id of the target',
    'targetAssignment.type': 'Type of the target; `AGENT` and `QUEUE` have an effect, others are only stored',
    room: 'The room, once the appointment is activated',
    'room.url': 'URL of the room',
    'room.expires': 'Time until which the room can be entered',
    'room.activatedAt': 'Time at which the room was opened',
    epoch: 'Increased by every change that invalidates a `secureToken`',
    autoActivate: 'Whether the application activated appointments automatically when it was booked',
    manageVersions:
      'Version of the current manage ticket by participant; 1 for participants that are not listed',
  },
  RosterSnapshot: {
    organizerId: 'User id of the organizer',
    epoch:
      'Increased by reassignments and by added or removed participants; part of the epoch of a `secureToken`',
    membershipChanges: 'The part of the epoch that comes from added and removed participants',
    'participants.id': 'Identifies the participant',
    'participants.type': 'Type of the participant',
    'participants.state': 'Whether the participant waits, has joined or has left',
    'participants.has': 'Kinds of contact data and names that are stored for the customer',
  },
  CustomerRecord: {
    id: 'Participant id of the customer',
    email: 'E-mail address',
    phone: 'Phone number',
    unproved: 'Addresses that the customer entered without verification; nothing is sent to them',
    guest:
      'Whether the customer is a guest of a self-booking customer; guests are notified by e-mail, with a fixed text',
  },
  Actor: {
    id: 'Id of the actor, if known',
    role: 'Role of the actor; `SYSTEM` if no caller requested the change',
  },
  WebhookAppointment: {
    id: 'Identifies the appointment',
    revision:
      'The `version` of the appointment, which increases with every change; ignore webhooks with a lower revision than the one you have. Planned webhooks (`appointment.reminder`, `appointment.follow_up`, and `appointment.room_ready` with `schedule.offset`) are an exception: they show the appointment when they are sent, but the version for which they were planned; do not ignore them',
    state: 'State of the appointment',
    metadata: 'Data of the application; omitted if the body would be too large',
    truncated: 'Present if data was omitted because of its size',
    cancellation: 'Details of the cancellation',
    room: 'The room; only for endpoints that request it',
    'organizer.id': 'User id of the agent',
    'organizer.type': 'Always `AGENT`',
    'participants.id': 'Identifies the participant',
    'participants.type': 'Type of the participant',
    'participants.state': 'Whether the participant waits, has joined or has left',
    'interaction.state': 'State of the interaction',
    'targetAssignment.id': 'Id of the target',
    'targetAssignment.type': 'Type of the target; `AGENT` and `QUEUE` have an effect, others are only stored',
    'cancellation.at': 'Time of the cancellation',
    'cancellation.by': 'Id of the person who cancelled, if known',
    'cancellation.byRole': 'Role of the person who cancelled',
    'cancellation.reason': 'Reason as text',
    'cancellation.reasonCode': 'Reason as a code',
    'room.url': 'URL of the room',
    'room.expires': 'Time until which the room can be entered',
  },
  Fault: {
    pointer: 'JSON pointer into the body (RFC 6901)',
    parameter: 'Name of the path or query parameter',
    header: 'Name of the header',
    code: 'Error code',
    message: 'Error message',
  },
}

const settings: Readonly<Record<string, string>> = {
  restrictAgentsToOwnAppointments: 'Agents list only the appointments they organize or take part in',
  autoActivate: 'Appointments are activated immediately when they are scheduled',
  agentReassignmentEnabled: 'Agents may reassign appointments, on v2',
  agentAccess:
    'Appointments that agents can access by id: all of the organization, or only those that they are assigned to',
  agentIds: 'The only agents that the application accepts; without a list, any id is accepted',
  defaultOrganizerId: 'Organizer of appointments that name no agent',
  defaultTimezone: 'Time zone of requests that name none',
  defaultLocale: 'Language of requests that name none',
  defaultRegion:
    'Country of phone numbers without a country code, such as `DE`; if absent, such numbers are rejected',
  allowPast: 'Whether appointments in the past may be scheduled',
  overlapPolicy: 'Whether an agent can have overlapping appointments',
  customerCancelCutoff: 'How long before the start customers can still cancel by their link',
  noShowGrace: 'How long after the start a customer may join before the outcome is NO_SHOW',
  earlyJoin:
    'How long before the start presence begins to count towards the outcome. Earlier visits, such as a camera test, count only if the participant is still present then',
  rejoinGrace:
    'How long all participants must have been absent, counted from the start at the earliest, before the outcome is COMPLETED. `PT0S` completes it immediately. A participant who joins again while the room is open changes it back to IN_PROGRESS',
  routingDefaults: 'Default routing targets, by channel',
  'routingDefaults.VENDORA_CLOUD_FLOW': 'For the first vendor',
  'routingDefaults.VENDORB_DIGITAL_CONNECT': 'For the second vendor',
  selfBookingFields:
    'Fields that self-booking customers (one-time password, no registered client) may set beyond their own details. A registered client may set all fields',
  selfBookingGuests:
    'Number of guests that a self-booking customer may bring. Guests are notified by e-mail, with a fixed text',
  selfBookingDurations:
    'Durations that a self-booking customer may choose when booking and when rescheduling by its manage link; the first is the default. Without a list, any duration up to `PT2H`',
  otpPerHour:
    'Number of one-time passwords that a registered client or the holder of a staff token may request per hour',
  customerMetadata: 'Metadata keys of appointments and customers that customers see; by default none',
  notesForCustomers:
    'Whether customers see the notes, in responses, messages and invites; otherwise only staff do',
  notifications: 'Settings of notifications',
}

const notificationSettings: Readonly<Record<string, string>> = {
  active: 'Whether anything is sent at all',
  defaultLocale: 'Language of messages if no other setting determines it',
  defaultTimezone: 'Time zone of quiet hours that follow the application',
  supportedLocales: 'Languages of messages',
  from: 'Senders of messages',
  'from.emailAddress':
    'Sender of e-mails that the organization may use; the default is the sender of the installation',
  'from.emailName': 'Name of the sender',
  'from.replyTo': 'Reply-to address; any address is allowed',
  'from.smsSender':
    'Sender of text messages that the organization may use: a number, a name or a messaging service',
  types: 'Settings of individual types',
  schedules: 'Messages planned relative to an appointment',
  'schedules.type': 'Type of the notification',
  'schedules.offset': 'How long before the start, or after the end for `FOLLOW_UP`',
  'schedules.channels': 'Channel of the notification',
  'schedules.misfire': 'Handling of a message whose planned time was missed',
  'schedules.minLead': 'Minimum time before the start at which the message is still useful',
  quietHours: 'Hours in which customers receive no messages',
  'quietHours.enabled': 'Whether quiet hours apply',
  'quietHours.start': 'Start of the quiet hours',
  'quietHours.end': 'End of the quiet hours',
  'quietHours.zone': 'Whose time zone the hours refer to',
  'quietHours.channels': 'Channels that the quiet hours apply to',
  'quietHours.whenDeadline': 'Handling of a message that would be too late after the quiet hours',
  limits: 'Sending limits; the defaults apply if absent',
  'limits.emailPerMinute': 'E-mails per minute',
  'limits.smsPerSecond': 'Text messages per second',
  'limits.perRecipientPerDay':
    'Messages per address within 24 hours; cancellations, reschedulings and room links are sent even beyond the limit',
  retention: 'Retention periods; the defaults apply if absent',
  'retention.history': 'Retention period of records',
  'retention.content': 'Retention period of the content of messages',
  email: 'Settings of e-mails',
  'email.propagateHeaders': 'Names of the `notificationHeaders` that e-mails carry',
  testMode: 'Calls no provider, except for one-time passwords; the result depends on magic recipients',
}

const webhookFields: Readonly<Record<string, string>> = {
  type: 'Event that occurred',
  timestamp: 'Time of the event; the same in every attempt',
  schemaVersion: 'Version of this format',
  data: 'Data of the event',
}

const webhookDataFields: Readonly<Record<string, string>> = {
  eventId: 'Id of the event that caused the notification',
  notificationId: 'The notification record',
  appointment: 'The appointment after the event',
  previous: 'Values before the change',
  trigger: 'Cause of the event',
  'trigger.operation': 'The operation',
  'trigger.actor': 'Actor that caused the event',
  schedule: 'The plan, for planned types',
  'schedule.offset': 'Offset from the start or the end',
  'schedule.scheduledFor': 'Planned time',
  userMessage: 'Error message for the customer',
  contacts: 'Contact data; only for endpoints that request it',
  'contacts.id': 'Participant id of the customer',
  'contacts.email': 'E-mail address',
  'contacts.phone': 'Phone number',
  'contacts.unproved': 'Addresses that the customer entered without verification',
  'contacts.guest': 'Whether the customer is a guest of a self-booking customer',
  'previous.organizer.id': 'User id of the previous agent',
  'previous.organizer.type': 'Always `AGENT`',
  'trigger.actor.id': 'Id of the actor, if known',
  'trigger.actor.role': 'Role of the actor; `SYSTEM` if no caller requested the change',
  'trigger.actor.via': 'The link that a customer used; absent for others',
}

const endpointFields: Readonly<Record<string, string>> = {
  applicationId: 'The application whose appointments the webhooks are about',
  url: 'URL that webhooks are sent to',
  events:
    'Events to deliver, at least one, by webhook name (`appointment.created`) or by notification type (`CREATE`); without the field all of them',
  headers:
    'Headers of every webhook; they take precedence over those of the appointment. Values are stored encrypted and shown as `********`; a value sent as `********` keeps the stored one, unless the scheme, host or port of the address changes',
  enabled:
    'Whether the endpoint is switched on. Saving it as `true` also activates an endpoint that was disabled because of its responses',
  timeoutMs: 'Time limit for a response, in milliseconds',
  signature:
    'How webhooks are signed (Standard Webhooks): with the secret (`v1`), with the keys of `/api/v2/webhook-keys` (`v1a`), or both',
  alertEmail: 'E-mail address to notify when the endpoint keeps failing and when it is disabled',
  includeRoomUrl: 'Whether webhooks contain the URL of the room',
  includeContact: 'Whether webhooks contain contact data',
}

/** Components that share texts with others; the first text found is used. */
const likewise: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  AppointmentResponse: [inComponent.Appointment ?? {}],
  ApplicationSettings: [settings],
  ApplicationRequest: [settings],
  Application: [settings],
  NotificationSettings: [notificationSettings],
  ...Object.fromEntries(notificationTypes.map((type) => [webhookSchemaName(type), [webhookFields]])),
  WebhookData: [webhookDataFields],
  WebhookDataWithPrevious: [webhookDataFields],
  WebhookDataWithSchedule: [webhookDataFields],
  WebhookEndpointRequest: [endpointFields],
  WebhookEndpoint: [endpointFields],
  WebhookEndpointCreated: [inComponent.WebhookEndpoint ?? {}, endpointFields],
}

/** The description of a field of a component; undefined if there is none. */
export function fieldText(component: string, path: readonly string[]): string | undefined {
  const here = path.join('.')
  const named = [inComponent[component] ?? {}, ...(likewise[component] ?? [])].find((texts) => here in texts)
  return named?.[here] ?? everywhere[path.at(-1) ?? '']
}

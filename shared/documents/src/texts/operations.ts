import { notificationDeskTexts } from './notification-desk.ts'
import { availabilityTexts } from './availability.ts'
import { appointmentStatisticsTexts } from './appointment-statistics.ts'
import { changeTexts } from './changes.ts'
import { holdTexts } from './holds.ts'
import { availabilitySettingsTexts } from './availability-settings.ts'
import { pageTexts } from './pages.ts'
import { presentationTexts } from './presentation.ts'
import { directoryTexts } from './directory.ts'
import type { OperationText } from './operation-text.ts'
import type { securityOperations, v2AdministrationOperations, v2Operations } from '@appointments/contracts'

type OperationId =
  | keyof typeof v2Operations
  | keyof typeof v2AdministrationOperations
  | keyof typeof securityOperations

/** Descriptions of operations of one version. An operation that is not in `Common` needs a text and a tag. */
export type TextsOfVersion<Table, Common = Table> = Partial<
  Record<keyof Table & keyof Common, Pick<OperationText, 'text'>>
> &
  Record<Exclude<keyof Table, keyof Common>, OperationText>

/**
 * Descriptions of operations, in addition to their summaries. An operation without an entry does not compile.
 */
export const operationTexts: Readonly<Record<OperationId, OperationText>> = {
  findAppointments: {
    tag: 'Appointments',
    text: 'Responds with 404 if nothing matches, and with an empty page past the last one. Unless the application lifts the restriction, an agent sees only the appointments that it organizes or takes part in, regardless of the filter.',
  },
  searchAppointments: {
    tag: 'Appointments',
    text: 'All filters apply together, and the search finds only appointments that the list would show the caller. The filters are in the body, so that request logs contain no names or addresses. A search sees every write whose response has been sent. If nothing matches, the page is empty.',
  },
  scheduleAppointment: {
    tag: 'Appointments',
    text: 'Needs an application, a start and a duration; if time zone and language are absent, those of the application are used. Customers are notified if notifications are active. If the application activates appointments automatically, the room opens immediately.',
  },
  updateAppointment: {
    tag: 'Appointments',
    text: 'Absent fields keep their value; `null`, an empty text and an empty object clear it. `customer` identifies the participant to change by `id` or `participantId`; neither is needed if there is exactly one customer. Metadata of a customer is merged by key; if it then exceeds 50 keys or 16 KiB, the keys that were written longest ago are removed.',
  },
  activateAppointment: {
    tag: 'Appointments',
    text: 'Possible at any time once the appointment is scheduled. Activating again returns the same room and changes nothing.',
  },
  scheduleAppointmentBasic: {
    tag: 'Appointments',
    text: 'The address that the password was sent to must be the e-mail address or phone number of one of the customers. A password books one appointment, in the application that it was requested for, and can be used again if the booking is rejected. A repeat with the same idempotency key and body replays the booking. An address of another channel is kept, but nothing is sent to it until staff have confirmed it. Names must not contain a link. The duration must be one of `selfBookingDurations`; without that setting, at most `PT2H`. The setting `selfBookingFields` determines which other fields a customer may set. None of these limits applies to a registered client, which sends its own credentials and the one-time password in headers.',
  },
  reassignAppointment: {
    tag: 'Appointments',
    text: 'Replaces the organizer and all agents by one agent. Nothing changes if that agent already is the organizer and the only agent.',
  },
  rescheduleAppointment: {
    tag: 'Appointments',
    text: 'Duration, time zone and language keep their values if they are absent. The room of an activated appointment keeps its address and gets new times.',
  },
  countAppointments: {
    tag: 'Counts',
    text: 'Counts scheduled and activated appointments that start within the time frame, one element for each start, duration and time zone.',
  },
  countOverlaps: {
    tag: 'Counts',
    text: 'Counts scheduled and activated appointments that overlap the range. Appointments that only touch its ends are not counted.',
  },
  findEligibleAppointments: {
    tag: 'Appointments',
    text: 'Returns all appointments that are scheduled and not yet activated, the next one first, at most 1000.',
  },
  addAgent: {
    tag: 'Participants',
  },
  addCustomer: {
    tag: 'Participants',
    text: 'The customer receives its own ticket, and is notified if notifications are active.',
  },
  getAppointment: {
    tag: 'Appointments',
    text: 'A customer can read the appointment that its room token or manage token is for.',
  },
  getRoom: {
    tag: 'Appointments',
    text: 'The URL stays the same if the appointment is rescheduled. A customer can read only the room of its own appointment.',
  },
  findTimeline: {
    tag: 'Appointments',
    text: 'For texts and contacts only the name of the field is shown, neither the old nor the new value. Changes made before the system recorded changes are absent.',
  },
  openRoom: {
    tag: 'Appointments',
    text: 'If the room is already open, nothing changes and it is returned.',
  },
  cancelAppointment: {
    tag: 'Appointments',
    text: 'Customers receive a message unless staff set `notify` to false. Webhooks are sent either way.',
  },
  removeAppointment: {
    tag: 'Appointments',
    text: 'Also removes participants, tickets and notification records, at once. Customers are notified afterwards, unless the appointment is over or aborted. The remaining record shows that the appointment existed, but contains no personal data. The removal cannot be undone.',
  },
  findParticipants: {
    tag: 'Participants',
    text: 'Agents who do not take part in the appointment get names and presence, but no addresses, details or links of customers.',
  },
  getParticipant: {
    tag: 'Participants',
    text: 'A customer can read its own participant until the room closes.',
  },
  removeParticipant: {
    tag: 'Participants',
    text: 'The ticket of a removed customer becomes invalid. The customer is notified, unless the appointment is over. The organizer can only be replaced, by reassigning the appointment.',
  },
  setParticipantState: {
    tag: 'Participants',
    text: 'Any state can follow any other. Setting the current state again changes nothing. A customer can set only its own state.',
  },
  acceptInteraction: {
    tag: 'Interaction',
    text: 'Agents accept for themselves. Accepting again changes nothing; once one agent has accepted, another cannot.',
  },
  failInteraction: {
    tag: 'Interaction',
    text: 'Stores the messages in the properties of the interaction. Failing again replaces them.',
  },
  getInteraction: { tag: 'Interaction' },
  updateInteraction: {
    tag: 'Interaction',
    text: 'Absent parts keep their value. A failed interaction becomes PENDING again; an accepted one cannot be changed.',
  },
  getCalendar: {
    tag: 'Appointments',
    text: 'For calendars (iCalendar, method `PUBLISH`). It has the UID and the sequence of the mailed invite, so a calendar that has both keeps one event. The file for a customer has the customer’s own link to join.',
  },
  findNotifications: {
    tag: 'Notifications',
    text: 'An agent sees them while it is assigned to the appointment. Returns an empty page if there are none.',
  },
  findAppointmentNotificationEvents: {
    tag: 'Notifications',
    text: 'Also shows why a message was not sent. Returns an empty page if there are none.',
  },
  findNotificationEvents: { tag: 'Notifications', text: 'Also shows why the message was not sent.' },
  retryNotification: {
    tag: 'Notifications',
    text: 'Possible while `canRetry` is true. The record keeps its id, so that a receiver recognises the repeat.',
  },
  resendNotification: {
    tag: 'Notifications',
    text: 'Unlike a retry, this creates a new record from the current appointment and settings, even if the first message arrived. At most three messages an hour can be resent to one recipient; the fourth is 429. The request is rejected if the appointment is closed or over, or if the message would not be sent; the detail says why. Agents need to be assigned to the appointment.',
  },
  getMe: {
    tag: 'Access',
    text: 'Returns what a page needs to know after a sign-in. The roles of the token decide what the caller may do.',
  },
  getApplication: {
    tag: 'Applications',
    text: 'Settings that were never set have their defaults.',
  },
  putApplication: {
    tag: 'Applications',
    text: 'Absent settings return to their defaults. Unknown keys are rejected.',
  },
  patchApplication: {
    tag: 'Applications',
    text: 'A merge patch (RFC 7396), as `application/merge-patch+json` or `application/json`: a member replaces the setting of that name, objects are merged, and `null` restores the default. The merged settings are validated like those of a PUT; if they are invalid, all faults are reported and nothing is stored. A patch without changes creates no new version. A supervisor may change `customerCancelCutoff`, `noShowGrace` and, in `notifications`, `types`, `schedules` and `quietHours`; a patch with any other setting is rejected and names it.',
  },
  findApplications: {
    tag: 'Applications',
    text: 'Returns the applications of the token’s organization; for a token without an organization, all applications, if the system accepts such tokens. Returns an empty page if there are none.',
  },
  ...directoryTexts,
  ...availabilitySettingsTexts,
  ...presentationTexts,
  ...pageTexts,
  ...availabilityTexts,
  ...appointmentStatisticsTexts,
  ...changeTexts,
  ...holdTexts,
  ...notificationDeskTexts,
  findMessageTemplates: { tag: 'Message templates', text: 'Returns an empty page if there are none.' },
  getMessageTemplate: { tag: 'Message templates' },
  putMessageTemplate: {
    tag: 'Message templates',
    text: 'Takes effect for types whose `templateKey` in the settings of the application names it, with the next message that is sent. A language has texts for the e-mail, the text message, or both; missing ones are replaced by the built-in texts. Texts contain plain text and values such as `{{title}}`, but no conditions, loops, helpers or HTML. All faults of all texts are reported. The version increases with every change of content.',
  },
  removeMessageTemplate: {
    tag: 'Message templates',
    text: 'Types that refer to it use the built-in texts, and their history shows that.',
  },
  previewMessageTemplate: {
    tag: 'Message templates',
    text: 'Nothing is sent. The language is chosen as for a customer with this locale.',
  },
  findSuppressions: {
    tag: 'Suppressions',
    text: 'The addresses themselves are not stored, so they are not shown; use `look-up` to check whether an address is suppressed.',
  },
  lookUpSuppressions: {
    tag: 'Suppressions',
    text: 'The address is in the body, so that request logs do not contain it. Returns an empty list if the address is not suppressed.',
  },
  addSuppression: {
    tag: 'Suppressions',
    text: 'Pending messages to the address are cancelled when they are due, with the reason in their history. If the address is already suppressed for that reason, the existing suppression is returned.',
  },
  removeSuppression: {
    tag: 'Suppressions',
    text: 'Messages cancelled in the meantime are not sent. After a STOP, the provider may still reject messages until the recipient replies START.',
  },
  createWebhookEndpoint: {
    tag: 'Webhook endpoints',
    text: 'Only this response contains the secret that verifies signatures (Standard Webhooks).',
  },
  findWebhookEndpoints: { tag: 'Webhook endpoints', text: 'Returns an empty page if there are none.' },
  getWebhookEndpoint: { tag: 'Webhook endpoints', text: 'The secret is not shown.' },
  updateWebhookEndpoint: {
    tag: 'Webhook endpoints',
    text: 'Absent settings return to their defaults. The secret stays the same, and so does the application. Saving a disabled endpoint with `enabled: true`, which is the default, activates it again and resets its failures; while it is disabled, its webhooks are recorded as cancelled.',
  },
  removeWebhookEndpoint: { tag: 'Webhook endpoints', text: 'No further webhooks are sent to the endpoint.' },
  rotateWebhookSecret: {
    tag: 'Webhook endpoints',
    text: 'Only this response contains the new secret. Until the grace period ends (by default after 24 hours), webhooks also carry a signature of the previous secret, after that of the new one. At most five replaced secrets are kept; the oldest is removed first. `PT0S` invalidates all older secrets immediately.',
  },
  findWebhookSecrets: {
    tag: 'Webhook endpoints',
    text: 'Lists the current secret and those whose grace period has not ended, newest first, without their values.',
  },
  endWebhookSecret: {
    tag: 'Webhook endpoints',
    text: 'The secret stops signing at once. The current secret cannot be ended; rotate it first.',
  },
  testWebhookEndpoint: {
    tag: 'Webhook endpoints',
    text: 'Immediately sends a signed `webhook.ping`, like any webhook, and waits for the outcome: at most four seconds, or less if `timeoutMs` is shorter. It is not recorded as a delivery and not repeated. A disabled endpoint can be tested, and stays disabled. With `checkRejection`, a second webhook follows whose body differs from the signed one; a receiver that responds to it with 2xx does not verify signatures. Each of the two then has two seconds.',
  },
  findWebhookKeys: {
    tag: 'Webhook endpoints',
    text: 'A JWK set (RFC 7517) with the Ed25519 keys of `v1a` signatures, the current one first. While a key is being replaced, the set also contains the previous key, which keeps signing. Open to anyone, because receivers have no credentials.',
  },
  findWebhookDeliveries: {
    tag: 'Webhook endpoints',
    text: 'Newest first by default. Returns an empty page if there are none. A supervisor also sees the beginning of the receiver’s last response.',
  },
  getWebhookDelivery: {
    tag: 'Webhook endpoints',
    text: 'Contains the last request, with secrets masked, and every attempt, oldest first. A supervisor also sees the beginning of each response.',
  },
  redeliverWebhook: {
    tag: 'Webhook endpoints',
    text: 'The webhook keeps its `webhook-id` and gets a new timestamp and signature, regardless of its status and of the state of its appointment. One that was cancelled before its planned time is sent at that time. Rejected while the webhook is in flight, and if the endpoint is disabled.',
  },
  replayWebhooks: {
    tag: 'Webhook endpoints',
    text: 'Sends the webhooks recorded in the period (end exclusive), and those planned for a time in it, again: those that arrived, failed or wait for their next attempt, and those that were cancelled because the endpoint was disabled or because they would have been late, except planned ones. They are sent oldest first, a hundred immediately and a hundred every five seconds. With `onlyFailed`, webhooks that arrived are skipped. With `dryRun`, webhooks are only counted. The request is rejected if the endpoint is disabled.',
  },
  requestOtp: {
    tag: 'Access',
    text: 'The response does not reveal whether the address belongs to a customer or whether the application exists. The password has six digits, is valid for ten minutes and allows five attempts. Another password can be requested after 30 seconds, at most five per hour for a destination. An IP address and a customer may each request 20 per hour; a registered client (HTTP Basic) or the bearer of a staff token as many as the application setting `otpPerHour` allows. After 25 wrong codes within an hour, no further code is sent to that destination until the hour is over.',
  },
  verifyOtp: {
    tag: 'Access',
    text: 'When a client books with its own credentials, a verified password needs no code.',
  },
  exchangeToken: {
    tag: 'Access',
    text: 'A room ticket or a `secureToken` is exchanged for a token that can enter the room, a manage ticket for one that can read, move and cancel the appointment for 15 minutes. Errors have the format of RFC 6749.',
  },
}

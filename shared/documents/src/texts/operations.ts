import type { securityOperations, v2AdministrationOperations, v2Operations } from '@appointments/contracts'

/** Groups of operations, in the order they are shown. */
export const tags = {
  Appointments: 'Book, move, change and end appointments.',
  Participants: 'Who takes part in an appointment, and who is there.',
  Interaction: 'The routing of an appointment into a contact-centre channel.',
  Notifications: 'What was told to whom, when, and whether it arrived.',
  Counts: 'Numbers for booking pages, open to anyone.',
  Applications: 'Settings of the applications appointments belong to.',
  'Message templates': 'Words of an application in place of the built-in ones.',
  Suppressions: 'Addresses of customers that nothing, or not everything, is sent to.',
  'Webhook endpoints': 'Addresses that are told by webhook.',
  Access: 'How customers get in: one-time passwords and tokens for tickets.',
} as const
export type Tag = keyof typeof tags

export interface OperationText {
  tag: Tag
  /** Absent where the operation table says enough. */
  text?: string
}

type OperationId =
  keyof typeof v2Operations | keyof typeof v2AdministrationOperations | keyof typeof securityOperations

/** What single operations of one version do. An operation that is not in `Common` needs a text and a tag. */
export type TextsOfVersion<Table, Common = Table> = Partial<
  Record<keyof Table & keyof Common, Pick<OperationText, 'text'>>
> &
  Record<Exclude<keyof Table, keyof Common>, OperationText>

/** What each operation does, beyond its summary. An operation without an entry does not compile. */
export const operationTexts: Readonly<Record<OperationId, OperationText>> = {
  findAppointments: {
    tag: 'Appointments',
    text: 'Answers 404 where nothing matches, and an empty page past the last one. Unless the application lifts the restriction, an agent sees the appointments it organizes or takes part in, whatever it filters by.',
  },
  scheduleAppointment: {
    tag: 'Appointments',
    text: 'Needs an application, a start and a duration; time zone and language come from the application where they are left out. Its customers are told where notifications are active. An application that activates by itself opens the room at once.',
  },
  updateAppointment: {
    tag: 'Appointments',
    text: 'Fields that are left out keep their value; `null`, an empty text and an empty object clear it. `customer` names the participant it changes by `id` or `participantId`, unless there is exactly one customer.',
  },
  activateAppointment: {
    tag: 'Appointments',
    text: 'Possible at any time once the appointment is scheduled. Activating again answers the same room and makes nothing new.',
  },
  scheduleAppointmentBasic: {
    tag: 'Appointments',
    text: 'The address the password was sent to has to be an e-mail address or phone of one of the customers. A password books one appointment, in the application it was asked for, and can be used again if the booking is refused. A repeat with the same idempotency key and body replays the booking. A customer books for itself alone, or with as many guests as `selfBookingGuests` allows. An address of another channel is kept, but nothing is sent to it until staff have confirmed it. Names must hold no link. The duration must be one of `selfBookingDurations`; without that setting, at most `PT2H`. What else a customer may set is up to `selfBookingFields`. None of these limits holds for a registered client, which sends its own credentials and the one-time password in headers.',
  },
  reassignAppointment: {
    tag: 'Appointments',
    text: 'Replaces the organizer and all agents by one agent. Nothing changes where that agent is the organizer and the only one already.',
  },
  rescheduleAppointment: {
    tag: 'Appointments',
    text: 'Duration, time zone and language keep their values where they are left out. The room of an activated appointment keeps its address and gets new times.',
  },
  countAppointments: {
    tag: 'Counts',
    text: 'Counts scheduled and activated appointments that start within the time frame, one element for each start, duration and time zone.',
  },
  countOverlaps: {
    tag: 'Counts',
    text: 'Counts scheduled and activated appointments that lie in the range at least in part. Touching ends are no overlap.',
  },
  findEligibleAppointments: {
    tag: 'Appointments',
    text: 'Every appointment that is scheduled and not yet activated, the next one first, 1000 at most.',
  },
  addAgent: {
    tag: 'Participants',
  },
  addCustomer: {
    tag: 'Participants',
    text: 'The customer gets its own ticket and is told where notifications are active.',
  },
  getAppointment: {
    tag: 'Appointments',
    text: 'A customer reads the appointment its room token or manage token is for.',
  },
  getRoom: {
    tag: 'Appointments',
    text: 'The address keeps its value when the appointment moves. A customer reads the room of its own appointment only.',
  },
  cancelAppointment: {
    tag: 'Appointments',
    text: 'Its customers get a message unless staff sets `notify` to false.',
  },
  removeAppointment: {
    tag: 'Appointments',
    text: 'Takes participants, tickets and notification records along once its customers have been told. What remains says that it was there, and nothing of whom. It cannot be undone.',
  },
  getParticipant: {
    tag: 'Participants',
    text: 'A customer reads itself, until nobody may enter the room any more.',
  },
  removeParticipant: {
    tag: 'Participants',
    text: "A customer's ticket ends with it. The organizer can only be replaced, by reassigning the appointment.",
  },
  setParticipantState: {
    tag: 'Participants',
    text: 'Any state may follow any. The same one again changes nothing. A customer sets its own.',
  },
  acceptInteraction: {
    tag: 'Interaction',
    text: 'An agent accepts for itself. Accepting again changes nothing; once one agent has accepted, another cannot.',
  },
  failInteraction: {
    tag: 'Interaction',
    text: 'Keeps the messages in the properties of the interaction. Failing again replaces them.',
  },
  getInteraction: { tag: 'Interaction' },
  updateInteraction: {
    tag: 'Interaction',
    text: 'Parts that are left out keep their value. A failed interaction waits again afterwards; one that is accepted cannot be changed.',
  },
  findNotifications: {
    tag: 'Notifications',
    text: 'An agent sees them while it is assigned to the appointment. An empty page where there are none.',
  },
  findAppointmentNotificationEvents: {
    tag: 'Notifications',
    text: 'Tells also why something was not sent. An empty page where there are none.',
  },
  findNotificationEvents: { tag: 'Notifications', text: 'Tells also why it was not sent.' },
  retryNotification: {
    tag: 'Notifications',
    text: 'Possible while the record says `canRetry`. It keeps its id, so a receiver knows it again.',
  },
  getApplication: {
    tag: 'Applications',
    text: 'Settings nobody made stand at their defaults.',
  },
  putApplication: {
    tag: 'Applications',
    text: 'What is left out goes back to its default. Keys nobody knows are refused.',
  },
  patchApplication: {
    tag: 'Applications',
    text: 'A merge patch (RFC 7396), as `application/merge-patch+json` or `application/json`: a member replaces the setting, objects are merged, and `null` brings the default back. The merged settings are checked as a PUT is; every fault is named and nothing is stored. A patch that changes nothing makes no new version.',
  },
  findApplications: {
    tag: 'Applications',
    text: 'Those of the organization of the token; all of them for a token without one, if the system admits such tokens. An empty page if there are none.',
  },
  findMessageTemplates: { tag: 'Message templates', text: 'An empty page where there are none.' },
  getMessageTemplate: { tag: 'Message templates' },
  putMessageTemplate: {
    tag: 'Message templates',
    text: 'Takes effect for types whose `templateKey` in the settings of the application names it, with the next message that is sent. A language has the words of the mail, the SMS, or both; what is not there comes from the built-in words. Texts hold words and values such as `{{title}}`, and nothing else: no conditions, loops, helpers or HTML. Every fault of every text is named. The version rises with every change of content.',
  },
  removeMessageTemplate: {
    tag: 'Message templates',
    text: 'Types that name it get the built-in words, and their history says so.',
  },
  previewMessageTemplate: {
    tag: 'Message templates',
    text: 'Nothing is sent. The language is chosen as for a customer with this locale.',
  },
  findSuppressions: {
    tag: 'Suppressions',
    text: 'The addresses themselves are not kept, so none is shown; whether a certain one is suppressed is asked with `look-up`.',
  },
  lookUpSuppressions: {
    tag: 'Suppressions',
    text: 'The address is in the body, so that no log of requests holds it. Empty where everything is sent to it.',
  },
  addSuppression: {
    tag: 'Suppressions',
    text: 'What waits for the address is called off when it is due, with the reason in its history. An address that is suppressed for that reason already is answered as it is.',
  },
  removeSuppression: {
    tag: 'Suppressions',
    text: 'What was called off meanwhile stays so. The provider may still refuse a recipient who answered STOP, until the recipient answers START.',
  },
  createWebhookEndpoint: {
    tag: 'Webhook endpoints',
    text: 'The secret that verifies signatures (Standard Webhooks) is shown in this answer and never again.',
  },
  findWebhookEndpoints: { tag: 'Webhook endpoints', text: 'An empty page where there are none.' },
  getWebhookEndpoint: { tag: 'Webhook endpoints', text: 'The secret is not shown.' },
  updateWebhookEndpoint: {
    tag: 'Webhook endpoints',
    text: 'What is left out goes back to its default. The secret stays. Saving an endpoint as enabled makes one that was given up work again, with its failures forgotten; while one is not, notifications for it are recorded as cancelled.',
  },
  removeWebhookEndpoint: { tag: 'Webhook endpoints', text: 'Nothing more is sent to it.' },
  rotateWebhookSecret: {
    tag: 'Webhook endpoints',
    text: 'The new secret is shown in this answer and never again. Until the grace period ends, after 24 hours unless it is given, webhooks carry a signature of the previous secret as well, after that of the new one. At most five replaced secrets are kept; the oldest makes room. `PT0S` ends every older secret at once.',
  },
  testWebhookEndpoint: {
    tag: 'Webhook endpoints',
    text: 'Sends a signed `webhook.ping` at once, as every webhook is sent, and waits for the outcome: at most four seconds, less where `timeoutMs` says so. It is no delivery and is not repeated. An endpoint that is disabled can be tested, and stays disabled. With `checkRejection`, a second webhook follows whose body is not the one that was signed; a receiver that answers it with 2xx does not verify signatures. Each of the two then has two seconds.',
  },
  findWebhookKeys: {
    tag: 'Webhook endpoints',
    text: 'A JWK set (RFC 7517) with the Ed25519 keys of `v1a` signatures, the current one first. While a key is replaced, the one before is in it too and signs along. Open to anyone, so that receivers hold no secret.',
  },
  findWebhookDeliveries: {
    tag: 'Webhook endpoints',
    text: 'Newest first unless asked otherwise. An empty page where there are none. A supervisor also sees the beginning of what the receiver last answered.',
  },
  redeliverWebhook: {
    tag: 'Webhook endpoints',
    text: 'It keeps its `webhook-id` and gets a new timestamp and signature, whatever became of it or of its appointment. One that was called off before its planned time goes out at that time. Refused while it is on its way, and where the endpoint is disabled.',
  },
  replayWebhooks: {
    tag: 'Webhook endpoints',
    text: 'Puts the webhooks that were recorded in the period, its end not included, back in the queue: those that arrived, failed or wait for their next attempt, and those that were cancelled because the endpoint was disabled or they would have come too late, unless they were planned. They go out oldest first, a hundred at once and as many every five seconds. With `onlyFailed`, those that arrived are left out. Refused where the endpoint is disabled.',
  },
  requestOtp: {
    tag: 'Access',
    text: 'The response does not reveal whether the address belongs to a customer or whether the application exists. The password has six digits, is valid for ten minutes and allows five tries. Another password can be requested after 30 seconds, at most five per hour for a destination. A client address without credentials may request 20 per hour; a registered client (HTTP Basic) or the bearer of a staff token as many as the application setting `otpPerHour` allows. After 25 wrong codes within an hour, no further code is sent to that destination until the hour is over.',
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

import type { OperationName } from '../../src/operations.ts'

/*
 * Which caller gets which response: docs/contract/access.md and related pages as one table. It is
 * written by hand, independent of the tables of the contracts, so that a role added there by mistake
 * shows here.
 */

/**
 * All kinds of callers. Agents, supervisor and machine belong to the first organization unless the name says
 * otherwise.
 */
export const callers = [
  'anonymous',
  'token that has expired',
  'token for another audience',
  'token of another issuer',
  'token with a wrong signature',
  'one-time password',
  'agent',
  'agent of no appointment',
  'supervisor',
  'supervisor of no organization',
  'machine',
  'customer with a room token',
  'customer with a manage token',
  "customer with another appointment's room token",
  "customer with another appointment's manage token",
  'customer without a grant',
] as const
export type CallerKind = (typeof callers)[number]

/** Kinds of subjects, and the objects of each kind as the agent of the first organization sees them. */
export const objects = {
  appointment: [
    'own',
    "colleague's",
    // "narrowed": the application restricts agents to their own appointments, and lets them reassign those
    'own, narrowed',
    "colleague's, narrowed",
    'foreign',
    'removed',
    'unknown',
  ],
  application: ['own', 'sibling', 'foreign', 'unknown'],
  endpoint: ['own', 'sibling', 'foreign', 'removed', 'unknown'],
  directory: ['own', 'foreign'],
  nothing: ['none'],
} as const
export type ObjectOf = keyof typeof objects
export type ObjectKind = (typeof objects)[ObjectOf][number]

/** Every error of the table with its status; those of the token exchange follow RFC 6749. */
export const rejections = {
  UNAUTHORIZED: 401,
  OTP_INVALID: 401,
  invalid_client: 401,
  FORBIDDEN: 403,
  APPOINTMENT_NOT_FOUND: 404,
  NOTIFICATION_NOT_FOUND: 404,
  APPLICATION_NOT_FOUND: 404,
  WEBHOOK_ENDPOINT_NOT_FOUND: 404,
  WEBHOOK_SECRET_NOT_FOUND: 404,
  TEMPLATE_NOT_FOUND: 404,
  ORGANIZATION_NOT_FOUND: 404,
  AGENT_NOT_FOUND: 404,
  EXCEPTION_NOT_FOUND: 404,
  TEAM_NOT_FOUND: 404,
  QUEUE_NOT_FOUND: 404,
  SCHEDULE_NOT_FOUND: 404,
  HOLIDAY_CALENDAR_NOT_FOUND: 404,
  SERVICE_TYPE_NOT_FOUND: 404,
  SUPPRESSION_NOT_FOUND: 404,
  NO_APPOINTMENTS_MATCH: 404,
  APPLICATION_UNKNOWN: 400,
  NOT_RETRYABLE: 409,
  NOT_ACTIVATED: 409,
  HOLD_NOT_FOUND: 404,
  HOLD_GONE: 409,
  HOLDS_NOT_OFFERED: 409,
  PROFILE_NOT_FOUND: 404,
  ROOM_NOT_FOUND: 404,
  UNSUBSCRIBE_LINK_NOT_FOUND: 404,
} as const
export type Rejection = keyof typeof rejections

/** The expected result in a cell of the walk. */
export type Expected = 'granted' | Rejection

type StaffRole = 'agent' | 'supervisor' | 'machine'
type Grant = 'room' | 'manage'

interface Rule {
  /** Roles of staff that pass the gate. */
  staff?: readonly StaffRole[]
  /** Grants of a customer that open its own appointment; absent if no customer passes the gate. */
  customer?: readonly Grant[]
  /**
   * `open`: any caller without a token or with a valid one; `password`: only callers with a one-time
   * password.
   */
  anyone?: 'open' | 'password'
  /** Whether callers without a token pass the gate, beside those of `staff` and `customer`. */
  withoutToken?: boolean
  about: ObjectOf
  /** Error for a missing object or one of another owner; absent if all callers get the same response. */
  hidden?: Rejection
  /** Exceptions from the contract; the first that matches counts. */
  but?: readonly Exception[]
  /** The result for granted callers, if there is nothing to do for the object. */
  granted?: Expected
  /** The page and heading of docs/contract that state the rule. */
  says: string
}

interface Exception {
  callers?: readonly CallerKind[]
  objects?: readonly ObjectKind[]
  get: Expected
}

const agents = ['agent', 'agent of no appointment'] as const
const desk = ['agent', 'supervisor'] as const
const staff = ['agent', 'supervisor', 'machine'] as const
const administrators = ['supervisor', 'machine'] as const

/** An operation on one appointment. */
const onAppointment = (
  says: string,
  who: readonly StaffRole[],
  more: Pick<Rule, 'customer' | 'but' | 'granted'> = {},
): Rule => ({ about: 'appointment', hidden: 'APPOINTMENT_NOT_FOUND', staff: who, says, ...more })

/** A list of an application's appointments; a caller who may see none of them gets no list. */
const list: Rule = {
  about: 'application',
  staff,
  hidden: 'NO_APPOINTMENTS_MATCH',
  but: [{ callers: ['agent of no appointment'], get: 'NO_APPOINTMENTS_MATCH' }],
  says: 'lists.md#scope',
}
const schedule: Rule = {
  about: 'application',
  staff: ['agent', 'machine'],
  hidden: 'APPLICATION_UNKNOWN',
  says: 'settings.md#unknown-applications',
}
const bookWithPassword: Rule = {
  about: 'application',
  anyone: 'password',
  but: [{ objects: ['unknown'], get: 'APPLICATION_UNKNOWN' }],
  says: 'one-time-passwords.md#book',
}
const count: Rule = { about: 'application', anyone: 'open', says: 'access.md#open-operations' }
const eligible: Rule = { about: 'nothing', staff: ['machine'], says: 'access.md#roles' }
const readParticipant = onAppointment('participants.md#participant-details', desk, {
  customer: ['room', 'manage'],
})
const endpoint: Rule = {
  about: 'endpoint',
  staff: administrators,
  hidden: 'WEBHOOK_ENDPOINT_NOT_FOUND',
  says: 'access.md#roles',
}

/** A caller without an organization may name an application before it is registered. */
const beforeRegistering: Exception = { callers: ['supervisor of no organization'], get: 'granted' }
const templates: Rule = {
  about: 'application',
  staff: administrators,
  hidden: 'APPLICATION_NOT_FOUND',
  but: [{ callers: ['supervisor of no organization'], get: 'TEMPLATE_NOT_FOUND' }],
  // no application has its own templates
  granted: 'TEMPLATE_NOT_FOUND',
  says: 'access.md#roles',
}

/** Requests name the organization of the directory; only the entry `desk` exists. */
const directory: Rule = {
  about: 'directory',
  staff,
  hidden: 'ORGANIZATION_NOT_FOUND',
  says: 'directory.md#access',
}
/** Agents write exceptions of their own only. */
const ofOtherAgent: Exception = { callers: agents, objects: ['own'], get: 'FORBIDDEN' }
const serviceTypes: Rule = {
  about: 'application',
  staff,
  hidden: 'APPLICATION_NOT_FOUND',
  but: [beforeRegistering],
  says: 'directory.md#service-types',
}
const noServiceType: Rule = {
  ...serviceTypes,
  but: [{ callers: ['supervisor of no organization'], get: 'SERVICE_TYPE_NOT_FOUND' }],
  granted: 'SERVICE_TYPE_NOT_FOUND',
}

/** The agent that the requests name is not in the directory. */
const slots: Rule = {
  about: 'application',
  staff,
  hidden: 'APPLICATION_NOT_FOUND',
  but: [{ callers: ['supervisor of no organization'], get: 'AGENT_NOT_FOUND' }],
  granted: 'AGENT_NOT_FOUND',
  says: 'availability.md#access',
}

const availabilitySettings: Rule = {
  about: 'application',
  staff: administrators,
  hidden: 'APPLICATION_NOT_FOUND',
  says: 'availability.md#settings',
}

const presentation: Rule = { ...availabilitySettings, says: 'settings.md#presentation' }

/** The id of a hold is a capability; no hold has the id that the requests name. */
const noHold: Rule = {
  about: 'nothing',
  staff,
  customer: ['room', 'manage'],
  withoutToken: true,
  granted: 'HOLD_NOT_FOUND',
  says: 'holds.md#access',
}

const suppressions: Rule = {
  about: 'application',
  staff: administrators,
  hidden: 'APPLICATION_NOT_FOUND',
  but: [beforeRegistering],
  says: 'access.md#roles',
}

/** Elements out of scope are left out, so that all callers get a response of the same form. */
const feed: Rule = { about: 'nothing', staff, says: 'changes.md#scope' }

/** Messages of an application. */
const messagesOfApplication = (says: string, who: readonly StaffRole[]): Rule => ({
  about: 'application',
  staff: who,
  hidden: 'APPLICATION_NOT_FOUND',
  but: [beforeRegistering],
  says,
})

/** Only the colleague is assigned to the appointment, or only agents the caller does not know. */
const notAssigned = (get: Expected): Exception[] => [
  { callers: ['agent'], objects: ["colleague's"], get },
  { callers: ['agent of no appointment'], objects: ['own', "colleague's"], get },
]

export const policy: Readonly<Record<OperationName, Rule>> = {
  'v1.findAppointments': list,
  'v1.scheduleAppointment': schedule,
  'v1.scheduleAppointmentBasic': bookWithPassword,
  'v1.updateAppointment': onAppointment('access.md#roles', staff),
  'v1.activateAppointment': onAppointment('access.md#roles', staff),
  'v1.reassignAppointment': onAppointment('access.md#roles', ['supervisor']),
  'v1.rescheduleAppointment': onAppointment('access.md#roles', staff),
  'v1.countAppointments': count,
  'v1.countOverlaps': count,
  'v1.findEligibleAppointments': eligible,
  'v1.addAgent': onAppointment('access.md#roles', desk),
  'v1.addCustomer': onAppointment('access.md#roles', desk),
  'v1.getAppointment': onAppointment('access.md#customers', staff, { customer: ['room', 'manage'] }),
  'v1.deleteAppointment': onAppointment('access.md#roles', staff),
  'v1.getParticipant': readParticipant,
  'v1.removeParticipant': onAppointment('access.md#roles', desk),

  'v2.findAppointments': list,
  // a search without results returns an empty page
  'v2.searchAppointments': { about: 'nothing', staff, says: 'search.md#scope' },
  'v2.scheduleAppointment': schedule,
  'v2.scheduleAppointmentBasic': bookWithPassword,
  'v2.updateAppointment': onAppointment('access.md#roles', staff),
  'v2.activateAppointment': onAppointment('access.md#roles', ['machine']),
  'v2.reassignAppointment': onAppointment('access.md#roles', desk, {
    but: [{ callers: agents, objects: ['own', "colleague's"], get: 'FORBIDDEN' }],
  }),
  'v2.rescheduleAppointment': onAppointment('tickets.md#acting-by-a-manage-ticket', staff, {
    customer: ['manage'],
  }),
  'v2.countAppointments': count,
  'v2.countOverlaps': count,
  'v2.findEligibleAppointments': eligible,
  'v2.addAgent': onAppointment('access.md#roles', desk),
  'v2.addCustomer': onAppointment('access.md#roles', desk),
  'v2.getAppointment': onAppointment('access.md#customers', staff, { customer: ['room', 'manage'] }),
  'v2.getRoom': onAppointment('H 5.9, 9.9 (agents: assigned)', staff, {
    customer: ['room', 'manage'],
    but: notAssigned('FORBIDDEN'),
    // no appointment is activated
    granted: 'NOT_ACTIVATED',
  }),
  'v2.findTimeline': onAppointment('changes.md#timeline', staff),
  'v2.openRoom': onAppointment('appointments.md#room', staff, { but: notAssigned('FORBIDDEN') }),
  'v2.cancelAppointment': onAppointment('appointments.md#cancel', staff, { customer: ['manage'] }),
  'v2.removeAppointment': onAppointment('appointments.md#delete-on-v2', staff, {
    but: notAssigned('APPOINTMENT_NOT_FOUND'),
  }),
  'v2.findParticipants': onAppointment('participants.md#list', staff),
  'v2.getParticipant': readParticipant,
  'v2.removeParticipant': onAppointment('access.md#roles', desk),
  'v2.setParticipantState': onAppointment('access.md#customers', desk, { customer: ['room', 'manage'] }),
  'v2.acceptInteraction': onAppointment('participants.md#interaction', ['agent'], {
    but: notAssigned('FORBIDDEN'),
  }),
  'v2.failInteraction': onAppointment('access.md#customers', ['agent'], { customer: ['room', 'manage'] }),
  'v2.getInteraction': onAppointment('access.md#customers', desk, { customer: ['room', 'manage'] }),
  'v2.updateInteraction': onAppointment('access.md#roles', desk),
  // an agent who is not assigned gets an empty history
  'v2.getCalendar': onAppointment('access.md#customers', desk, { customer: ['room', 'manage'] }),
  'v2.findNotifications': onAppointment('access.md#roles', desk),
  'v2.findAppointmentNotificationEvents': onAppointment('notifications.md#history', desk),
  'v2.findNotificationEvents': onAppointment('notifications.md#history', desk),
  'v2.retryNotification': onAppointment('notifications.md#manual-retry', desk, {
    but: notAssigned('NOTIFICATION_NOT_FOUND'),
    // it was sent immediately, so there is nothing to retry
    granted: 'NOT_RETRYABLE',
  }),
  'v2.resendNotification': onAppointment('messages.md#resending', desk, {
    but: notAssigned('NOTIFICATION_NOT_FOUND'),
    // no appointment has the notification that the requests name
    granted: 'NOTIFICATION_NOT_FOUND',
  }),

  'administration.searchNotifications': messagesOfApplication('messages.md#search', staff),
  'administration.retryNotifications': {
    about: 'nothing',
    staff: desk,
    says: 'messages.md#retrying-several',
  },
  'administration.getNotificationContent': {
    about: 'nothing',
    staff: desk,
    // no notification has the id that the requests name
    granted: 'NOTIFICATION_NOT_FOUND',
    says: 'messages.md#content',
  },
  'administration.previewMessages': messagesOfApplication('messages.md#previews', administrators),
  'administration.countNotifications': messagesOfApplication('messages.md#figures', administrators),

  'administration.getMe': { about: 'nothing', staff, says: 'access.md#me' },
  'administration.getApplication': {
    about: 'application',
    staff: administrators,
    hidden: 'APPLICATION_NOT_FOUND',
    says: 'access.md#roles',
  },
  'administration.putApplication': {
    about: 'application',
    staff: ['machine'],
    hidden: 'APPLICATION_NOT_FOUND',
    but: [{ callers: ['machine'], objects: ['unknown'], get: 'granted' }],
    says: 'settings.md#applications',
  },
  'administration.patchApplication': {
    about: 'application',
    staff: administrators,
    hidden: 'APPLICATION_NOT_FOUND',
    says: 'settings.md#applications',
  },
  'administration.getAppointmentStatistics': { ...availabilitySettings, says: 'statistics.md#access' },
  'administration.findChanges': feed,
  'administration.followChanges': feed,
  'administration.getAvailabilitySettings': availabilitySettings,
  'administration.putAvailabilitySettings': availabilitySettings,
  'administration.getPresentation': presentation,
  'administration.putPresentation': presentation,
  'administration.patchPresentation': presentation,
  'administration.putLogo': presentation,
  'administration.removeLogo': presentation,
  'administration.getProfile': {
    about: 'nothing',
    anyone: 'open',
    granted: 'PROFILE_NOT_FOUND',
    says: 'settings.md#presentation',
  },
  'administration.viewRoom': {
    about: 'nothing',
    anyone: 'open',
    granted: 'ROOM_NOT_FOUND',
    says: 'the address is the permission',
  },
  'administration.readUnsubscription': {
    about: 'nothing',
    anyone: 'open',
    granted: 'UNSUBSCRIBE_LINK_NOT_FOUND',
    says: 'the link is the permission',
  },
  'administration.findApplications': { about: 'nothing', staff: administrators, says: 'H 5.11' },
  'administration.findMessageTemplates': { ...templates, granted: 'granted', but: [beforeRegistering] },
  'administration.getMessageTemplate': templates,
  'administration.putMessageTemplate': { ...templates, staff: ['machine'], granted: 'granted' },
  'administration.removeMessageTemplate': { ...templates, staff: ['machine'] },
  'administration.previewMessageTemplate': templates,
  'administration.findAgents': directory,
  'administration.getAgent': directory,
  'administration.putAgent': { ...directory, staff: administrators },
  'administration.putAgents': { ...directory, staff: administrators },
  'administration.removeAgent': { ...directory, staff: administrators, granted: 'AGENT_NOT_FOUND' },
  'administration.findExceptions': directory,
  'administration.getException': { ...directory, granted: 'EXCEPTION_NOT_FOUND' },
  'administration.createException': { ...directory, but: [ofOtherAgent] },
  'administration.removeException': {
    ...directory,
    but: [ofOtherAgent],
    granted: 'EXCEPTION_NOT_FOUND',
  },
  'administration.findTeams': directory,
  'administration.getTeam': directory,
  'administration.putTeam': { ...directory, staff: administrators },
  'administration.removeTeam': { ...directory, staff: administrators, granted: 'TEAM_NOT_FOUND' },
  'administration.findQueues': directory,
  'administration.getQueue': directory,
  'administration.putQueue': { ...directory, staff: administrators },
  'administration.removeQueue': { ...directory, staff: administrators, granted: 'QUEUE_NOT_FOUND' },
  'administration.findSchedules': directory,
  'administration.getSchedule': directory,
  'administration.putSchedule': { ...directory, staff: administrators },
  'administration.removeSchedule': { ...directory, staff: administrators, granted: 'SCHEDULE_NOT_FOUND' },
  'administration.findHolidayCalendars': directory,
  'administration.getHolidayCalendar': directory,
  'administration.putHolidayCalendar': { ...directory, staff: administrators },
  'administration.removeHolidayCalendar': {
    ...directory,
    staff: administrators,
    granted: 'HOLIDAY_CALENDAR_NOT_FOUND',
  },
  'administration.findQueueMembers': directory,
  'administration.findServiceTypes': serviceTypes,
  'administration.getServiceType': noServiceType,
  'administration.putServiceType': { ...serviceTypes, staff: administrators },
  'administration.removeServiceType': { ...noServiceType, staff: administrators },
  'administration.findSlots': slots,
  'administration.findSlotDays': slots,
  'administration.findNextSlots': slots,
  'administration.holdSlot': {
    about: 'application',
    staff,
    hidden: 'APPLICATION_NOT_FOUND',
    // customers hold only times for their own appointment, which the request does not name
    customer: ['room', 'manage'],
    but: [
      {
        callers: [
          'customer with a room token',
          'customer with a manage token',
          "customer with another appointment's room token",
          "customer with another appointment's manage token",
        ],
        get: 'FORBIDDEN',
      },
    ],
    granted: 'HOLDS_NOT_OFFERED',
    says: 'holds.md#access',
  },
  'administration.getHold': noHold,
  'administration.extendHold': { ...noHold, granted: 'HOLD_GONE' },
  'administration.releaseHold': { ...noHold, granted: 'granted' },
  'administration.findOfferedServiceTypes': { ...slots, but: [beforeRegistering], granted: 'granted' },
  'administration.checkAvailability': { ...slots, but: [beforeRegistering], granted: 'granted' },
  'administration.findFreeBusy': {
    about: 'nothing',
    staff,
    granted: 'AGENT_NOT_FOUND',
    says: 'availability.md#access',
  },
  'administration.findAffectedAppointments': {
    about: 'nothing',
    staff: administrators,
    says: 'availability.md#access',
  },
  'administration.findSuppressions': suppressions,
  'administration.lookUpSuppressions': suppressions,
  'administration.addSuppression': suppressions,
  'administration.removeSuppression': {
    ...suppressions,
    but: [{ callers: ['supervisor of no organization'], get: 'SUPPRESSION_NOT_FOUND' }],
    // no application has this suppression
    granted: 'SUPPRESSION_NOT_FOUND',
  },
  'administration.createWebhookEndpoint': {
    about: 'application',
    staff: administrators,
    hidden: 'APPLICATION_NOT_FOUND',
    but: [beforeRegistering],
    says: 'access.md#roles',
  },
  // the endpoints of others are missing from the list
  'administration.findWebhookEndpoints': {
    about: 'application',
    staff: administrators,
    says: 'access.md#roles',
  },
  'administration.getWebhookEndpoint': endpoint,
  'administration.updateWebhookEndpoint': endpoint,
  'administration.removeWebhookEndpoint': endpoint,
  'administration.rotateWebhookSecret': endpoint,
  'administration.findWebhookSecrets': endpoint,
  // no endpoint has this secret
  'administration.endWebhookSecret': { ...endpoint, granted: 'WEBHOOK_SECRET_NOT_FOUND' },
  'administration.testWebhookEndpoint': endpoint,
  'administration.findWebhookKeys': { about: 'nothing', anyone: 'open', says: 'public keys are public' },
  'administration.findWebhookDeliveries': endpoint,
  // nothing was ever sent to it
  'administration.getWebhookDelivery': { ...endpoint, granted: 'NOTIFICATION_NOT_FOUND' },
  'administration.redeliverWebhook': { ...endpoint, granted: 'NOTIFICATION_NOT_FOUND' },
  'administration.replayWebhooks': endpoint,

  'security.requestOtp': { about: 'application', anyone: 'open', says: 'one-time-passwords.md#request' },
  'security.verifyOtp': { about: 'nothing', anyone: 'open', says: 'one-time-passwords.md#verify' },
  'security.exchangeToken': {
    about: 'nothing',
    anyone: 'open',
    // credentials are optional, but invalid ones are rejected, with the error codes of OAuth
    but: [
      {
        callers: [
          'one-time password',
          'token that has expired',
          'token for another audience',
          'token of another issuer',
          'token with a wrong signature',
        ],
        get: 'invalid_client',
      },
    ],
    says: 'tickets.md#exchange',
  },
}

const staffRoles: Partial<Record<CallerKind, StaffRole>> = {
  agent: 'agent',
  'agent of no appointment': 'agent',
  supervisor: 'supervisor',
  'supervisor of no organization': 'supervisor',
  machine: 'machine',
}

const invalid: readonly CallerKind[] = [
  'token that has expired',
  'token for another audience',
  'token of another issuer',
  'token with a wrong signature',
]

/**
 * The policy for one cell: the token first, then the role, then the object
 * (docs/contract/access.md#order-of-checks).
 */
export function expectedOf(name: OperationName, caller: CallerKind, object: ObjectKind): Expected {
  const rule = policy[name]
  return (
    rejectedAtTheGate(name, caller) ?? exceptionOf(rule, caller, object) ?? ofObject(rule, caller, object)
  )
}

/** The error a caller gets whatever the request is about; undefined for callers who pass. */
export function rejectedAtTheGate(name: OperationName, caller: CallerKind): Rejection | undefined {
  const rule = policy[name]
  if (rule.anyone === 'password') return caller === 'one-time password' ? undefined : 'OTP_INVALID'
  const excepted = rule.but?.some((one) => one.objects === undefined && one.callers?.includes(caller))
  if (invalid.includes(caller)) return excepted ? undefined : 'UNAUTHORIZED'
  if (rule.anyone === 'open') return undefined
  if (caller === 'anonymous' && rule.withoutToken) return undefined
  if (caller === 'anonymous' || caller === 'one-time password') return 'UNAUTHORIZED'
  const role = staffRoles[caller]
  if (role) return rule.staff?.includes(role) ? undefined : 'FORBIDDEN'
  return rule.customer && caller !== 'customer without a grant' ? undefined : 'FORBIDDEN'
}

/** A caller who passes the gate of an operation, so that the request itself is checked. */
export const welcomeAt = (name: OperationName): CallerKind =>
  (['supervisor', 'machine', 'agent', 'one-time password', 'anonymous'] as const).find(
    (caller) => rejectedAtTheGate(name, caller) === undefined,
  )!

const exceptionOf = ({ but = [] }: Rule, caller: CallerKind, object: ObjectKind): Expected | undefined =>
  but.find((one) => (one.callers?.includes(caller) ?? true) && (one.objects?.includes(object) ?? true))?.get

function ofObject(rule: Rule, caller: CallerKind, object: ObjectKind): Expected {
  const { hidden, granted = 'granted' } = rule
  if (hidden === undefined) return granted
  if (staffRoles[caller]) return isHidden(caller, object) ? hidden : granted
  // a customer whose token is for another appointment must not learn even whether the object exists
  if (caller.startsWith('customer with another')) return 'FORBIDDEN'
  const grant: Grant = caller === 'customer with a room token' ? 'room' : 'manage'
  // there is no manage ticket for an appointment that never existed
  if (object === 'unknown' && grant === 'manage') return 'FORBIDDEN'
  if (object === 'unknown' || object === 'removed') return hidden
  return rule.customer?.includes(grant) ? granted : 'FORBIDDEN'
}

/** Whether staff cannot distinguish the object from a missing one. */
function isHidden(caller: CallerKind, object: ObjectKind): boolean {
  if (object === 'unknown' || object === 'removed') return true
  if (object === 'foreign') return caller !== 'supervisor of no organization'
  if (caller === 'agent of no appointment') return object.endsWith('narrowed')
  return caller === 'agent' && object === "colleague's, narrowed"
}

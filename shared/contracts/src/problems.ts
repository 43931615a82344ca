/**
 * Every problem that a response can report: code → status, title and the detail used when the code that
 * found the problem has no more specific one. The wire form is `application/problem+json` (RFC 9457).
 */
export const problems = {
  VALIDATION_FAILED: {
    status: 400,
    title: 'The request is not valid',
    detail: 'The request is not valid; correct it before sending it again.',
  },
  MALFORMED_JSON: {
    status: 400,
    title: 'The body is not valid JSON',
    detail: 'The body cannot be parsed as JSON.',
  },
  BODY_TOO_DEEP: {
    status: 400,
    title: 'The body is nested too deeply',
    detail: 'A JSON body has at most 32 levels, counted from the body itself.',
  },
  NUMBER_NOT_EXACT: {
    status: 400,
    title: 'A number has too many digits',
    detail: 'The number cannot be stored exactly; send it as a string.',
  },
  FIELD_OF_OTHER_VERSION: {
    status: 400,
    title: 'A field belongs to the other version of the API',
    detail: 'The body has a field that exists only in the other version of the API.',
  },
  NOTHING_TO_UPDATE: {
    status: 400,
    title: 'The update contains no field to change',
    detail: 'Send at least one field that this operation can change.',
  },
  SCHEDULE_IN_PAST: {
    status: 400,
    title: 'The appointment would already be over',
    detail: 'The appointment would end before now; choose a later start or a longer duration.',
  },
  SCHEDULE_TOO_FAR: {
    status: 400,
    title: 'The appointment would start too far ahead',
    detail: 'An appointment can start at most two years ahead.',
  },
  SCHEDULE_STATE: {
    status: 400,
    title: 'The appointment can no longer be changed',
    detail: 'The state of the appointment no longer permits a change.',
  },
  AGENT_ID_INVALID: {
    status: 400,
    title: 'The agent id is not valid',
    detail: 'An agent id has 1 to 255 visible characters without spaces.',
  },
  APPLICATION_UNKNOWN: {
    status: 400,
    title: 'The application is not registered',
    detail: 'Register the application before booking appointments for it.',
  },
  SENDER_NOT_ALLOWED: {
    status: 400,
    title: 'The organization may not use this sender',
    detail: 'Use a sender that the operators of this installation allow for the organization.',
  },
  ROUTING_INCOMPLETE: {
    status: 400,
    title: 'The routing lacks its deployment or touchpoint',
    detail: 'Routing needs a deployment or a touchpoint, depending on its type.',
  },
  CURSOR_INVALID: {
    status: 400,
    title: 'The cursor does not belong to this request',
    detail:
      'Use the nextCursor of a response to the same request with the same filters, or begin without a cursor.',
  },
  CUSTOMER_AMBIGUOUS: {
    status: 400,
    title: 'The request does not identify the customer',
    detail: 'The appointment has several customers; name the one that the request is about.',
  },
  CONTACT_REQUIRED: {
    status: 400,
    title: 'A customer has no e-mail address, phone number or username',
    detail: 'Give the customer at least one of e-mail address, phone number and username.',
  },
  ORGANIZER_NOT_REMOVABLE: {
    status: 400,
    title: 'The organizer can be replaced but not removed',
    detail: 'Reassign the appointment to another agent to replace its organizer.',
  },
  TOO_MANY_PARTICIPANTS: {
    status: 400,
    title: 'The appointment is full',
    detail: 'The appointment already has the maximum number of participants.',
  },
  UNKNOWN_REFERENCE: {
    status: 400,
    title: 'The request refers to something unknown',
    detail: 'The request refers to an entry of the directory that does not exist in the organization.',
  },
  LOGO_NOT_ACCEPTED: {
    status: 400,
    title: 'The image cannot be the logo',
    detail: 'A logo is one PNG or WebP image of at most 64 kB and 1024 × 1024 pixels.',
  },
  POLICY_CONFLICT: {
    status: 400,
    title: 'The policies contradict each other',
    detail: 'An availabilityPolicy of ENFORCE needs the overlapPolicy REJECT.',
  },
  INVALID_REQUEST: {
    status: 400,
    title: 'The token request is not valid',
    detail: 'The request cannot be exchanged for a token.',
  },
  UNAUTHORIZED: {
    status: 401,
    title: 'Authentication is missing or invalid',
    detail: 'The request needs a valid bearer token in the Authorization header.',
  },
  OTP_INVALID: {
    status: 401,
    title: 'The one-time password is missing or wrong',
    detail: 'The one-time password is missing, wrong, used or expired.',
  },
  FORBIDDEN: {
    status: 403,
    title: 'The caller may not do this',
    detail: 'The token does not permit this request.',
  },
  FIELD_NOT_ALLOWED: {
    status: 403,
    title: 'The caller may not change these fields',
    detail: 'The request changes fields that need another role.',
  },
  TENANT_REQUIRED: {
    status: 403,
    title: 'The token names no organization',
    detail: 'Applications here belong to organizations, and the token names none.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    title: 'Pages of this origin may not send the request',
    detail: 'The page that sent the request has an origin that the application does not allow.',
  },
  OTP_CONTACT_MISMATCH: {
    status: 403,
    title: 'No customer has the verified address',
    detail: 'None of the customers in the request has the address that the one-time password proved.',
  },
  MANAGE_TICKET_STALE: {
    status: 403,
    title: 'The manage link is no longer current',
    detail:
      'The manage link was replaced, or its token is no longer valid; open the link of the latest message.',
  },
  NOTIFY_FOR_STAFF_ONLY: {
    status: 403,
    title: 'Only staff may cancel without a message',
    detail: 'Customers cannot set notify to false; omit it.',
  },
  CANCEL_CUTOFF_PASSED: {
    status: 403,
    title: 'It is too late to cancel by the manage link',
    detail: 'The time until which customers may cancel this appointment has passed.',
  },
  OVERRIDE_NOT_ALLOWED: {
    status: 403,
    title: 'The caller may not override the calendar',
    detail: 'The application setting overrideRoles does not list a role of the caller.',
  },
  MOVE_CUTOFF_PASSED: {
    status: 403,
    title: 'It is too late to move by the manage link',
    detail: 'The time until which customers may move this appointment has passed.',
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    title: 'The path is unknown',
    detail: 'No operation has this path; check it against the API documents.',
  },
  APPOINTMENT_NOT_FOUND: {
    status: 404,
    title: 'The appointment was not found',
    detail: 'No appointment with this id is visible to the caller.',
  },
  APPOINTMENT_EXPIRED: {
    status: 404,
    title: 'The appointment is over',
    detail: 'The time during which customers can reach this appointment has passed.',
  },
  PARTICIPANT_NOT_FOUND: {
    status: 404,
    title: 'The participant was not found',
    detail: 'The appointment has no participant with this id.',
  },
  CUSTOMER_NOT_FOUND: {
    status: 404,
    title: 'The customer was not found',
    detail: 'The appointment has no customer with this id.',
  },
  AGENT_NOT_FOUND: {
    status: 404,
    title: 'The agent was not found',
    detail: 'The directory has no agent with this id, or the application does not list the agent.',
  },
  NO_APPOINTMENTS_MATCH: {
    status: 404,
    title: 'No appointment matches',
    detail: 'No appointment that the caller may see matches the filter.',
  },
  NOTIFICATION_NOT_FOUND: {
    status: 404,
    title: 'The notification was not found',
    detail: 'No notification with this id is visible to the caller.',
  },
  APPLICATION_NOT_FOUND: {
    status: 404,
    title: 'The application was not found',
    detail: 'No application with this id is visible to the caller.',
  },
  ROOM_NOT_FOUND: {
    status: 404,
    title: 'No room has this address',
    detail: 'No room has this address; check that the whole address was copied.',
  },
  UNSUBSCRIBE_LINK_NOT_FOUND: {
    status: 404,
    title: 'The unsubscribe link is not valid',
    detail: 'This system did not create this link; check that the whole link was copied.',
  },
  LOGO_NOT_FOUND: {
    status: 404,
    title: 'The logo was not found',
    detail: 'The application has no such logo.',
  },
  PREVIEW_NOT_FOUND: {
    status: 404,
    title: 'The preview was not found',
    detail: 'A preview exists for ten minutes, or until its message is erased. Open the message again.',
  },
  PROFILE_NOT_FOUND: {
    status: 404,
    title: 'The application has no profile',
    detail: 'No application with this id presents itself to customers.',
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    status: 404,
    title: 'The webhook endpoint was not found',
    detail: 'The application has no webhook endpoint with this id.',
  },
  WEBHOOK_SECRET_NOT_FOUND: {
    status: 404,
    title: 'The secret was not found',
    detail: 'The webhook endpoint has no live secret with this id.',
  },
  SUPPRESSION_NOT_FOUND: {
    status: 404,
    title: 'The suppression was not found',
    detail: 'No suppression with this id is visible to the caller.',
  },
  TEMPLATE_NOT_FOUND: {
    status: 404,
    title: 'The message template was not found',
    detail: 'The application has no template of its own for this message.',
  },
  ORGANIZATION_NOT_FOUND: {
    status: 404,
    title: 'The organization was not found',
    detail: 'The request names an organization other than that of the token.',
  },
  EXCEPTION_NOT_FOUND: {
    status: 404,
    title: 'The absence or the extra hours were not found',
    detail: 'The agent has no absence or extra hours with this id.',
  },
  TEAM_NOT_FOUND: {
    status: 404,
    title: 'The team was not found',
    detail: 'No team with this id is visible to the caller.',
  },
  QUEUE_NOT_FOUND: {
    status: 404,
    title: 'The queue was not found',
    detail: 'No queue with this id is visible to the caller.',
  },
  SCHEDULE_NOT_FOUND: {
    status: 404,
    title: 'The schedule was not found',
    detail: 'No schedule with this id is visible to the caller.',
  },
  HOLIDAY_CALENDAR_NOT_FOUND: {
    status: 404,
    title: 'The holiday calendar was not found',
    detail: 'No holiday calendar with this id is visible to the caller.',
  },
  SERVICE_TYPE_NOT_FOUND: {
    status: 404,
    title: 'The service type was not found',
    detail: 'The application has no service type with this id.',
  },
  CALENDAR_NOT_FOUND: {
    status: 404,
    title: 'No calendar was found',
    detail: 'The service type has no queue; name a queue or an agent.',
  },
  HOLD_NOT_FOUND: {
    status: 404,
    title: 'The hold was not found',
    detail: 'No live hold has this id; it may have been used, released or expired.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'The path does not support this method',
    detail: 'The Allow header lists the methods that this path supports.',
  },
  AGENT_ALREADY_PARTICIPANT: {
    status: 409,
    title: 'The agent already takes part',
    detail: 'The appointment already has this agent among its participants.',
  },
  IN_USE: {
    status: 409,
    title: 'Other entries refer to this one',
    detail: 'Change the entries that refer to this one before you delete it.',
  },
  DIRECTORY_FULL: {
    status: 409,
    title: 'The maximum number of entries is reached',
    detail: 'Delete entries of this kind before you create another one.',
  },
  INVALID_STATE: {
    status: 409,
    title: 'The state of the appointment does not allow this',
    detail: 'The current state of the appointment does not permit this request.',
  },
  NOT_ACTIVATED: {
    status: 409,
    title: 'The appointment has no room yet',
    detail: 'The room opens when the appointment is activated.',
  },
  SLOT_TAKEN: {
    status: 409,
    title: 'The agent is already booked at this time',
    detail: 'Another appointment, a hold or an assignment occupies the time.',
  },
  OUTSIDE_AVAILABILITY: {
    status: 409,
    title: 'The time is not offered',
    detail: 'The calendar does not offer this time; choose another one.',
  },
  HOLDS_NOT_OFFERED: {
    status: 409,
    title: 'The application does not offer holds',
    detail: 'A hold needs the overlapPolicy REJECT of the application.',
  },
  HOLD_GONE: {
    status: 409,
    title: 'The hold has ended',
    detail: 'The hold was used, was released or has expired; create a new one.',
  },
  HOLD_MISMATCH: {
    status: 409,
    title: 'The request contradicts the hold',
    detail: 'The time, application or agent of the request differs from that of the hold.',
  },
  INTERACTION_ALREADY_ACCEPTED: {
    status: 409,
    title: 'The interaction was already accepted',
    detail: 'Another agent has accepted the interaction.',
  },
  NOT_RETRYABLE: {
    status: 409,
    title: 'The notification cannot be sent again',
    detail: 'The state of the notification does not permit another attempt.',
  },
  NOT_RESENDABLE: {
    status: 409,
    title: 'The message cannot be resent',
    detail:
      'A message is resent only to a customer who can be reached, and only before the appointment is over.',
  },
  SECRET_IS_CURRENT: {
    status: 409,
    title: 'The current secret cannot be ended',
    detail: 'Rotate the secret first; then this one can be ended.',
  },
  CONTENT_GONE: {
    status: 409,
    title: 'The content of the notification has been deleted',
    detail: 'The content of the notification is no longer stored.',
  },
  REQUEST_IN_PROGRESS: {
    status: 409,
    title: 'The first request with this key is still running',
    detail: 'Wait for the time in Retry-After, then send the same request again.',
  },
  CURSOR_EXPIRED: {
    status: 410,
    title: 'The cursor is too old',
    detail:
      'The feed no longer contains every change since then. Get a new cursor, then read the list again.',
  },
  VERSION_MISMATCH: {
    status: 412,
    title: 'The resource has changed since it was read',
    detail:
      'The version in If-Match is not the current one, or If-None-Match permits no existing resource; read the resource again and repeat the change.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    title: 'The body is too large',
    detail: 'The body has more bytes than this path accepts.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: 'The request header is too large',
    detail: 'The request has more header fields, or larger ones, than this system accepts.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'The body must be JSON',
    detail: 'Send the body as application/json in UTF-8.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'The idempotency key was used for another request',
    detail: 'Use a new Idempotency-Key for a request that differs from the first one with this key.',
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    detail: 'Too many requests in a short time; wait for the time in Retry-After.',
  },
  HOLD_LIMIT: {
    status: 429,
    title: 'Too many live holds',
    detail: 'Use or release a hold, or wait for the time in Retry-After.',
  },
  TOO_MANY_STREAMS: {
    status: 429,
    title: 'Too many open streams',
    detail: 'Close a stream of this user before opening another one, or wait for the time in Retry-After.',
  },
  INTERNAL_ERROR: {
    status: 500,
    title: 'Something unexpected went wrong',
    detail: 'The service failed to process the request; quote the requestId when you report it.',
  },
  ROOM_UNAVAILABLE: {
    status: 502,
    title: 'The room provider is unavailable',
    detail: 'The provider of video rooms failed or is unreachable; send the request again later.',
  },
  ROOM_TIMEOUT: {
    status: 504,
    title: 'The room provider timed out',
    detail: 'The provider of video rooms did not respond in time; send the request again later.',
  },
  UNAVAILABLE: {
    status: 503,
    title: 'A part of the service is unavailable',
    detail: 'A part of the service is currently unreachable; send the request again later.',
  },
  DEADLINE_EXCEEDED: {
    status: 504,
    title: 'The request did not complete in time',
    detail:
      'The time for the request is up; send it again later. Repeat a write with the same Idempotency-Key.',
  },
} as const satisfies Record<string, { status: number; title: string; detail: string }>

export type ProblemCode = keyof typeof problems

/** The URI that identifies a problem: `type` of RFC 9457. */
export const problemType = (code: ProblemCode): string =>
  `urn:appointments:problem:${code.toLowerCase().replaceAll('_', '-')}`

/** Problems caused by a third party: the reporting service works and can serve other requests. */
export const thirdPartyProblems: ReadonlySet<ProblemCode> = new Set(['ROOM_UNAVAILABLE', 'ROOM_TIMEOUT'])

/** One fault of a request, located by exactly one of `pointer`, `parameter` and `header`. */
export interface Fault {
  /** JSON Pointer (RFC 6901) into the body. */
  pointer?: string
  /** Name of a path or query parameter. */
  parameter?: string
  header?: string
  code: string
  message: string
}

interface ProblemDetails {
  detail?: string
  errors?: Fault[]
  /** Further members of the problem document, such as the interval that blocks a slot. */
  extensions?: Record<string, unknown>
  /** Seconds; becomes `Retry-After`. */
  retryAfter?: number
  /** Whether the service can serve other requests, so that the error does not show that it is down. */
  isPartial?: boolean
}

/** An error with a stable code. Only the HTTP layer turns errors into responses, as problem+json. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly details: ProblemDetails

  /** The reason: the given detail, else the first fault, else the default detail of the code. */
  readonly detail: string

  /** Whether a metric counts it, so that it is not logged as an error. */
  readonly isCounted: boolean = false

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const detail = details.detail ?? summaryOf(details.errors ?? []) ?? problems[code].detail
    super(`${code}: ${detail}`)
    this.code = code
    this.details = details
    this.detail = detail
  }

  get status(): number {
    return problems[this.code].status
  }
}

/** The first fault as text, and the number of further ones. */
function summaryOf([first, ...others]: readonly Fault[]): string | undefined {
  if (!first) return undefined
  const summary = `${placeOf(first)} ${first.message}`
  return others.length === 0 ? summary : `${summary} (and ${others.length} more)`
}

/** The readable place of a fault: `customers[0].email` for the pointer `/customers/0/email`. */
function placeOf({ pointer, parameter, header }: Fault): string {
  if (pointer === undefined) return parameter || header || 'the request'
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const place = steps
    .map((step, index) => (/^\d+$/.test(step) && index > 0 ? `[${step}]` : `.${step}`))
    .join('')
  return place === '' ? 'the body' : place.slice(1)
}

/** Makes a {@link Problem} to throw; a string becomes its detail. */
export function problem(code: ProblemCode, details: ProblemDetails | string = {}): Problem {
  return new Problem(code, typeof details === 'string' ? { detail: details } : details)
}

/**
 * Every refusal the system can answer with: code → status and title.
 * The wire form is `application/problem+json` (RFC 9457).
 */
export const problems = {
  VALIDATION_FAILED: { status: 400, title: 'The request is not valid' },
  MALFORMED_JSON: { status: 400, title: 'The body is not valid JSON' },
  NOTHING_TO_UPDATE: { status: 400, title: 'The update names no field to change' },
  SCHEDULE_IN_PAST: { status: 400, title: 'The appointment would already be over' },
  SCHEDULE_TOO_FAR: { status: 400, title: 'The appointment would start too far ahead' },
  SCHEDULE_STATE: { status: 400, title: 'The appointment can no longer be changed' },
  AGENT_ID_INVALID: { status: 400, title: 'The agent id is not valid' },
  APPLICATION_UNKNOWN: { status: 400, title: 'The application is not registered' },
  ROUTING_INCOMPLETE: { status: 400, title: 'The routing lacks its deployment or touchpoint' },
  CUSTOMER_AMBIGUOUS: { status: 400, title: 'It is not clear which customer is meant' },
  CONTACT_REQUIRED: { status: 400, title: 'A customer needs an email, a phone or a user name' },
  ORGANIZER_NOT_REMOVABLE: { status: 400, title: 'The organizer can be replaced but not removed' },
  TOO_MANY_PARTICIPANTS: { status: 400, title: 'The appointment has as many participants as it can take' },
  INVALID_REQUEST: { status: 400, title: 'The token request is not valid' },
  UNAUTHORIZED: { status: 401, title: 'Authentication is missing or invalid' },
  OTP_INVALID: { status: 401, title: 'The one-time password is missing or wrong' },
  FORBIDDEN: { status: 403, title: 'The caller may not do this' },
  TENANT_REQUIRED: { status: 403, title: 'The token names no organization' },
  OTP_CONTACT_MISMATCH: { status: 403, title: 'The verified address belongs to none of the customers' },
  MANAGE_TICKET_STALE: { status: 403, title: 'The manage link is no longer current' },
  CANCEL_CUTOFF_PASSED: { status: 403, title: 'It is too late to cancel by the manage link' },
  ROUTE_NOT_FOUND: { status: 404, title: 'There is nothing at this address' },
  APPOINTMENT_NOT_FOUND: { status: 404, title: 'The appointment was not found' },
  APPOINTMENT_EXPIRED: { status: 404, title: 'The appointment is over' },
  PARTICIPANT_NOT_FOUND: { status: 404, title: 'The participant was not found' },
  CUSTOMER_NOT_FOUND: { status: 404, title: 'The customer was not found' },
  AGENT_NOT_FOUND: { status: 404, title: 'The agent was not found' },
  NO_APPOINTMENTS_MATCH: { status: 404, title: 'No appointment matches' },
  NOTIFICATION_NOT_FOUND: { status: 404, title: 'The notification was not found' },
  APPLICATION_NOT_FOUND: { status: 404, title: 'The application was not found' },
  WEBHOOK_ENDPOINT_NOT_FOUND: { status: 404, title: 'The webhook endpoint was not found' },
  SUPPRESSION_NOT_FOUND: { status: 404, title: 'The suppression was not found' },
  TEMPLATE_NOT_FOUND: { status: 404, title: 'The message template was not found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The address does not take this method' },
  AGENT_ALREADY_PARTICIPANT: { status: 409, title: 'The agent already takes part' },
  INVALID_STATE: { status: 409, title: 'The state of the appointment does not allow this' },
  SLOT_TAKEN: { status: 409, title: 'The agent is already booked at this time' },
  INTERACTION_ALREADY_ACCEPTED: { status: 409, title: 'The interaction was already accepted' },
  NOT_RETRYABLE: { status: 409, title: 'The notification cannot be sent again' },
  CONTENT_GONE: { status: 409, title: 'What the notification said is no longer kept' },
  REQUEST_IN_PROGRESS: { status: 409, title: 'The first request with this key is still running' },
  VERSION_MISMATCH: { status: 412, title: 'The resource has changed since it was read' },
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The body must be JSON' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The idempotency key was used for another request' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  INTERNAL_ERROR: { status: 500, title: 'Something unexpected went wrong' },
  UNAVAILABLE: { status: 503, title: 'A part of the service is unavailable' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

/** One fault of a request; exactly one of `pointer`, `parameter` and `header` says where it is. */
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
}

/** A refusal with a stable code. The HTTP layer writes it as problem+json; nothing else turns errors into answers. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(`${code}: ${details.detail ?? problems[code].title}`)
    this.code = code
    this.details = details
  }

  get status(): number {
    return problems[this.code].status
  }
}

/** Makes a {@link Problem} to throw; a string is taken as its detail. */
export function problem(code: ProblemCode, details: ProblemDetails | string = {}): Problem {
  return new Problem(code, typeof details === 'string' ? { detail: details } : details)
}

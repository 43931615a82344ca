import { STATUS_CODES } from 'node:http'
import { isIP } from 'node:net'
import type { Outcome } from './outcomes.ts'

/** Status of a receiver that is gone for good. */
export const GONE = 'HTTP_410'
/** Status of a receiver that did not respond in time. */
export const TIMED_OUT = 'ETIMEDOUT'
/** Minimum wait after signs of overload. */
const OVERLOAD_MS = 60_000
const OVERLOADED = [429, 502, 504]

/**
 * Classifies a receiver's response. Receivers may be in the middle of a deployment, so every error except 410 is
 * retried.
 * @param retryAfterMs wait the receiver asked for
 */
export function webhookOutcome(status: number, retryAfterMs?: number): Outcome {
  const providerStatus = `HTTP_${status}`
  const message = `${status} ${STATUS_CODES[status] ?? ''}`.trim()
  if (status >= 200 && status < 300) return { kind: 'delivered', providerStatus }
  if (providerStatus === GONE) return { kind: 'permanent', providerStatus, message, isGone: true }
  return {
    kind: 'transient',
    providerStatus,
    message: status >= 300 && status < 400 ? `${message}, redirects are not followed` : message,
    isOutage: status >= 500 || status === 429,
    ...(OVERLOADED.includes(status) && { leastDelayMs: OVERLOAD_MS }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

/** The HTTP status of a receiver's response; undefined if there was none. */
export function responseStatus(outcome: Outcome): number | undefined {
  const [, status] = ('providerStatus' in outcome && /^HTTP_(\d+)$/.exec(outcome.providerStatus)) || []
  return status === undefined ? undefined : Number(status)
}

/** Milliseconds of a `Retry-After` header, in seconds or as a date (RFC 9110, section 10.2.3). */
export function retryAfterMsOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

const WITHOUT_ADDRESS = ['BLOCKED_ADDRESS', 'ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_NODATA']

/**
 * Hides whether a name does not resolve or resolves to a blocked network: a caller who may test addresses could
 * otherwise find out which names exist in a private network.
 */
export function withoutResolution(url: string, outcome: Outcome): Outcome {
  const isName = isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')) === 0
  return isName && 'providerStatus' in outcome && WITHOUT_ADDRESS.includes(outcome.providerStatus)
    ? {
        kind: 'permanent',
        providerStatus: 'BLOCKED_ADDRESS',
        message: 'the name resolves to no address that webhooks may be sent to',
      }
    : outcome
}

/** How long a certificate for another name counts as a change in progress. */
const NAME_MISMATCH_MS = 24 * 3_600_000

/**
 * Makes a certificate mismatch permanent once it has lasted too long to be a change in progress.
 * @param since when the webhook was first due
 */
export const lasting = <Result extends Outcome>(outcome: Result, since: Date, now: Date): Result | Outcome =>
  outcome.kind === 'transient' &&
  outcome.providerStatus === 'ERR_TLS_CERT_ALTNAME_INVALID' &&
  now.getTime() - since.getTime() >= NAME_MISMATCH_MS
    ? { kind: 'permanent', providerStatus: outcome.providerStatus, message: outcome.message }
    : outcome

/** Classifies a call without a response. */
export const webhookFailure = (code: string, message: string): Outcome =>
  code === 'BLOCKED_ADDRESS' || code === 'ERR_INVALID_URL'
    ? { kind: 'permanent', providerStatus: code, message }
    : {
        kind: 'transient',
        providerStatus: code,
        message,
        isOutage: true,
        ...(code === TIMED_OUT && { leastDelayMs: OVERLOAD_MS }),
      }

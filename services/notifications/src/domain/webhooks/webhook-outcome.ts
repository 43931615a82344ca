import { STATUS_CODES } from 'node:http'
import { isIP } from 'node:net'
import type { Outcome } from '../send/outcomes.ts'

/** What a receiver that is gone for good answers with. */
export const GONE = 'HTTP_410'
/** What stands for a receiver that did not respond in time. */
export const TIMED_OUT = 'ETIMEDOUT'
/** Least wait after signs of overload. */
const OVERLOAD_MS = 60_000
const OVERLOADED = [429, 502, 504]

/**
 * What a receiver's answer means. Receivers deploy, so every refusal but "gone" is worth another try.
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

/** The HTTP status a receiver answered with; undefined where it gave no answer. */
export function answeredStatus(outcome: Outcome): number | undefined {
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
 * The outcome in words that do not tell a name that resolves to nothing from one that leads inside: whoever may test
 * addresses would otherwise find out which names a private network has.
 */
export function withoutResolution(url: string, outcome: Outcome): Outcome {
  const isName = isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')) === 0
  return isName && 'providerStatus' in outcome && WITHOUT_ADDRESS.includes(outcome.providerStatus)
    ? {
        kind: 'permanent',
        providerStatus: 'BLOCKED_ADDRESS',
        message: 'the name leads to no address that webhooks may be sent to',
      }
    : outcome
}

/** How long a certificate for another name may be a change that is under way. */
const NAME_MISMATCH_MS = 24 * 3_600_000

/**
 * The outcome once a fault that could have been a change under way has lasted too long for that.
 * @param since when the webhook was first to be sent
 */
export const lasting = <Result extends Outcome>(outcome: Result, since: Date, now: Date): Result | Outcome =>
  outcome.kind === 'transient' &&
  outcome.providerStatus === 'ERR_TLS_CERT_ALTNAME_INVALID' &&
  now.getTime() - since.getTime() >= NAME_MISMATCH_MS
    ? { kind: 'permanent', providerStatus: outcome.providerStatus, message: outcome.message }
    : outcome

/** What a call that got no answer means. */
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

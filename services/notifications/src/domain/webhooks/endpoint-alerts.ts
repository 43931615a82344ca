import type { WebhookEndpoint } from './webhook-endpoint.ts'

const HOUR_MS = 3_600_000
/** How long an endpoint may go without success. */
export const MOST_FAILING_MS = 120 * HOUR_MS
/** Failing attempts before anybody is told or anything is switched off: fewer prove little. */
export const TELLING_FAILURES = 4

/** Steps on the way to being switched off, and how long after the first failure each is reached. */
export const ALERT_STEPS_MS = [0, MOST_FAILING_MS * 0.5, MOST_FAILING_MS * 0.9, MOST_FAILING_MS] as const

type Failing = Pick<WebhookEndpoint, 'failingSince' | 'failedAttempts'>

/** How many of the steps an endpoint has reached; 0 while it works, or has not failed often enough. */
export function alertStepOf({ failingSince, failedAttempts }: Failing, now: Date): number {
  if (failingSince === null || failedAttempts < TELLING_FAILURES) return 0
  const failingMs = now.getTime() - failingSince.getTime()
  return ALERT_STEPS_MS.filter((afterMs) => failingMs >= afterMs).length
}

/** Whether the last step is reached, which switches the endpoint off. */
export const isGivenUp = (step: number): boolean => step === ALERT_STEPS_MS.length

/** What an endpoint is like whose failures are forgotten. */
export const healthy = {
  state: 'ACTIVE',
  failingSince: null,
  failedAttempts: 0,
  alertStep: 0,
  disabledAt: null,
  disabledReason: null,
} as const satisfies Partial<WebhookEndpoint>

/** What the owner of an endpoint is told. */
export interface EndpointAlert {
  endpointId: string
  applicationId: string
  /** Host of its address; the whole of it may hold a secret. */
  host: string
  reason: 'FAILING' | 'GONE' | 'NO_SUCCESS'
  /** ISO 8601 */
  failingSince?: string
  /** When it is switched off unless it works again; ISO 8601. */
  disabledFrom?: string
}

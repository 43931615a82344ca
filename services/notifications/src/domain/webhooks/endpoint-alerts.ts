import type { WebhookEndpoint } from './webhook-endpoint.ts'

const HOUR_MS = 3_600_000
/** How long an endpoint may fail before it is disabled. */
export const MOST_FAILING_MS = 120 * HOUR_MS
/** Failed attempts before an alert is sent or the endpoint is disabled; fewer prove little. */
export const ALERT_FAILURES = 4

/** Alert steps up to disabling, in milliseconds after the first failure. */
export const ALERT_STEPS_MS = [0, MOST_FAILING_MS * 0.5, MOST_FAILING_MS * 0.9, MOST_FAILING_MS] as const

type Failing = Pick<WebhookEndpoint, 'failingSince' | 'failedAttempts'>

/** Number of alert steps an endpoint has reached; 0 while it works or has not failed often enough. */
export function alertStepOf({ failingSince, failedAttempts }: Failing, now: Date): number {
  if (failingSince === null || failedAttempts < ALERT_FAILURES) return 0
  const failingMs = now.getTime() - failingSince.getTime()
  return ALERT_STEPS_MS.filter((afterMs) => failingMs >= afterMs).length
}

/** Whether the last step is reached, which disables the endpoint. */
export const isGivenUp = (step: number): boolean => step === ALERT_STEPS_MS.length

/** Health of an endpoint without failures. */
export const healthy = {
  state: 'ACTIVE',
  failingSince: null,
  failedAttempts: 0,
  alertStep: 0,
  disabledAt: null,
  disabledReason: null,
} as const satisfies Partial<WebhookEndpoint>

/** An alert to the owner of an endpoint. */
export interface EndpointAlert {
  endpointId: string
  applicationId: string
  /** Host of its URL; the full URL may contain a secret. */
  host: string
  reason: 'FAILING' | 'GONE' | 'NO_SUCCESS'
  /** ISO 8601 */
  failingSince?: string
  /** When it is disabled unless it works again; ISO 8601. */
  disabledFrom?: string
}

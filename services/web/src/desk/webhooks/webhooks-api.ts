import { keyed } from '../../api/send.ts'
import type { Call } from '../api/call.ts'

/** A receiver may take half a minute for each of two requests of a test. */
const TEST_LIMIT_MS = 65_000
const MOST = '200'
const PAGE = '25'

export interface Endpoint {
  id: string
  url: string
  /** Names of the delivered events; all if absent. */
  events?: string[]
  state: 'ACTIVE' | 'FAILING' | 'DISABLED'
  signature: string
  includeRoomUrl: boolean
  includeContact: boolean
  alertEmail?: string
  last24h: { delivered: number; failed: number }
  failingSince?: string
  failedAttempts?: number
  disabled?: { at: string; reason: 'SWITCHED_OFF' | 'GONE' | 'NO_SUCCESS' }
}

export interface Secret {
  id: string
  createdAt: string
  endsAt?: string
  current: boolean
}

export interface Delivery {
  id: string
  appointmentId?: string
  type: string
  status: string
  providerStatus?: string
  message?: string
  attempts: number
  nextRetryAt?: string
  createdAt: string
  updatedAt: string
}

export interface DeliveryDetail extends Omit<Delivery, 'attempts'> {
  /** Absent before the first attempt, and after the content has been deleted. */
  request?: { headers: Record<string, string>; body: string }
  attempts: {
    attempt: number
    at: string
    status?: number
    durationMs: number
    error?: string
    response?: string
  }[]
}

export interface TestResult {
  deliveryId: string
  status: 'DELIVERED' | 'FAILED'
  providerStatus?: string
  message?: string
  rejectsTampered?: boolean
}

/** Which deliveries to list. */
export interface DeliveryQuery {
  status?: string | undefined
  from?: string | undefined
  page?: string | undefined
}

/** Which deliveries to send again. */
export interface Replay {
  from: string
  to: string
  onlyFailed: boolean
}

/** A numbered page of a list. */
export interface NumberedPage<Element> {
  content: Element[]
  pageNumber: number
  pageCount: number
}

/** The requests of the webhooks section. @param call sends a request with the token */
export function createWebhooksApi(call: Call) {
  const at = (id: string, rest = '') => `api/v2/webhook-endpoints/${encodeURIComponent(id)}${rest}`
  const deliveryAt = (id: string, deliveryId: string, rest = '') =>
    at(id, `/deliveries/${encodeURIComponent(deliveryId)}${rest}`)
  return {
    endpoints: async (applicationId: string): Promise<Endpoint[]> => {
      const query = new URLSearchParams({ applicationId, pageSize: MOST }).toString()
      return (await call<NumberedPage<Endpoint>>(`api/v2/webhook-endpoints?${query}`)).content
    },
    endpoint: (id: string) => call<Endpoint>(at(id)),
    secrets: (id: string) => call<Secret[]>(at(id, '/secrets')),
    endSecret: (id: string, secretId: string) =>
      call<undefined>(at(id, `/secrets/${encodeURIComponent(secretId)}`), { method: 'DELETE' }),
    /** @param gracePeriod how long the present secret still signs */
    rotate: (id: string, gracePeriod: string, key: string) =>
      call<{ secret: string }>(at(id, '/rotate-secret'), keyed('POST', { gracePeriod }, key)),
    test: (id: string, checkRejection: boolean, key: string) =>
      call<TestResult>(at(id, '/test'), {
        ...keyed('POST', { checkRejection }, key),
        signal: AbortSignal.timeout(TEST_LIMIT_MS),
      }),
    deliveries: (id: string, { status, from, page }: DeliveryQuery) => {
      const query = new URLSearchParams({ pageSize: PAGE, sortField: 'createdAt', sortOrder: 'desc' })
      const given = Object.entries({ status, from, pageNumber: page })
      for (const [name, value] of given) if (value !== undefined) query.set(name, value)
      return call<NumberedPage<Delivery>>(at(id, `/deliveries?${query.toString()}`))
    },
    delivery: (id: string, deliveryId: string) => call<DeliveryDetail>(deliveryAt(id, deliveryId)),
    redeliver: (id: string, deliveryId: string, key: string) =>
      call<Delivery>(deliveryAt(id, deliveryId, '/redeliver'), keyed('POST', {}, key)),
    /** Sends the deliveries of a period again, or only counts them. */
    replay: async (id: string, replay: Replay, dryRun: boolean, key: string): Promise<number> => {
      const body = { ...replay, dryRun }
      return (await call<{ count: number }>(at(id, '/replay'), keyed('POST', body, key))).count
    },
  }
}
export type WebhooksApi = ReturnType<typeof createWebhooksApi>

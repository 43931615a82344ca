import type { RequestOf, ResponseOf, v2AdministrationOperations } from '@appointments/contracts'
import { keyed, type InJson } from '../../api/send.ts'
import type { Call } from '../api/call.ts'

/** A receiver may take half a minute for each of two requests of a test. */
const TEST_LIMIT_MS = 65_000
const MOST = '200'
const PAGE = '25'

type Operations = typeof v2AdministrationOperations

/** An endpoint; it receives all events if it has no `events`. */
export type Endpoint = ResponseOf<Operations['getWebhookEndpoint']>
export type Secret = ResponseOf<Operations['findWebhookSecrets']>[number]
export type Delivery = DeliveryPage['content'][number]
export type DeliveryDetail = ResponseOf<Operations['getWebhookDelivery']>
export type TestResult = ResponseOf<Operations['testWebhookEndpoint']>

/** Which deliveries to list. */
export interface DeliveryQuery {
  status?: string | undefined
  from?: string | undefined
  page?: string | undefined
}

/** Which deliveries to send again. */
export type Replay = Omit<InJson<RequestOf<Operations['replayWebhooks']>['body']>, 'dryRun'>

export type DeliveryPage = Pick<
  ResponseOf<Operations['findWebhookDeliveries']>,
  'content' | 'pageNumber' | 'pageCount'
>

/** The requests of the webhooks section. @param call sends a request with the token */
export function createWebhooksApi(call: Call) {
  const at = (id: string, rest = '') => `api/v2/webhook-endpoints/${encodeURIComponent(id)}${rest}`
  const deliveryAt = (id: string, deliveryId: string, rest = '') =>
    at(id, `/deliveries/${encodeURIComponent(deliveryId)}${rest}`)
  return {
    endpoints: async (applicationId: string): Promise<Endpoint[]> => {
      const query = new URLSearchParams({ applicationId, pageSize: MOST }).toString()
      return (await call<ResponseOf<Operations['findWebhookEndpoints']>>(`api/v2/webhook-endpoints?${query}`))
        .content
    },
    endpoint: (id: string) => call<Endpoint>(at(id)),
    secrets: (id: string) => call<Secret[]>(at(id, '/secrets')),
    endSecret: (id: string, secretId: string) =>
      call<undefined>(at(id, `/secrets/${encodeURIComponent(secretId)}`), { method: 'DELETE' }),
    /** @param gracePeriod how long the present secret still signs */
    rotate: (id: string, gracePeriod: string, key: string) =>
      call<ResponseOf<Operations['rotateWebhookSecret']>>(
        at(id, '/rotate-secret'),
        keyed('POST', { gracePeriod }, key),
      ),
    test: (id: string, checkRejection: boolean, key: string) =>
      call<TestResult>(at(id, '/test'), {
        ...keyed('POST', { checkRejection }, key),
        signal: AbortSignal.timeout(TEST_LIMIT_MS),
      }),
    deliveries: (id: string, { status, from, page }: DeliveryQuery) => {
      const query = new URLSearchParams({ pageSize: PAGE, sortField: 'createdAt', sortOrder: 'desc' })
      const given = Object.entries({ status, from, pageNumber: page })
      for (const [name, value] of given) if (value !== undefined) query.set(name, value)
      return call<DeliveryPage>(at(id, `/deliveries?${query.toString()}`))
    },
    delivery: (id: string, deliveryId: string) => call<DeliveryDetail>(deliveryAt(id, deliveryId)),
    redeliver: (id: string, deliveryId: string, key: string) =>
      call<Delivery>(deliveryAt(id, deliveryId, '/redeliver'), keyed('POST', {}, key)),
    /** Sends the deliveries of a period again, or only counts them. */
    replay: async (id: string, replay: Replay, dryRun: boolean, key: string): Promise<number> => {
      const body = { ...replay, dryRun }
      return (
        await call<ResponseOf<Operations['replayWebhooks']>>(at(id, '/replay'), keyed('POST', body, key))
      ).count
    },
  }
}
export type WebhooksApi = ReturnType<typeof createWebhooksApi>

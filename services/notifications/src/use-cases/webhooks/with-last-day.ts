import { DAY_MS } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookDeliveries } from '../../repositories/webhooks/webhook-deliveries.ts'

/** An endpoint with counts of the webhooks of the last 24 hours. */
export type EndpointWithFigures = WebhookEndpoint & { last24h: { delivered: number; failed: number } }

/** Adds counts of the webhooks of the last 24 hours to endpoints. */
export async function withLastDay(
  sql: Sql,
  endpoints: readonly WebhookEndpoint[],
  now: Date,
): Promise<EndpointWithFigures[]> {
  const counted = await webhookDeliveries.countSince(
    sql,
    endpoints.map(({ id }) => id),
    new Date(now.getTime() - DAY_MS),
  )
  return endpoints.map((endpoint) => ({
    ...endpoint,
    last24h: counted.get(endpoint.id) ?? { delivered: 0, failed: 0 },
  }))
}

/** The same for one endpoint. */
export async function oneWithLastDay(
  sql: Sql,
  endpoint: WebhookEndpoint,
  now: Date,
): Promise<EndpointWithFigures> {
  const [shown] = await withLastDay(sql, [endpoint], now)
  return shown as EndpointWithFigures
}

import { addDays } from '../../text/calendar-dates.ts'
import { messageStatuses } from '../api/shapes.ts'
import { place } from '../place.ts'
import { createResource, type Resource } from '../resource.ts'
import type { DeliveryPage, WebhooksApi } from './webhooks-api.ts'

export const spans = ['1', '7', '30'] as const
export type Deliveries = Resource<DeliveryPage>

/** The deliveries that the address asks for. */
export const createDeliveries = (webhooks: WebhooksApi, endpointId: string): Deliveries =>
  createResource(() => {
    const { query } = place.peek()
    const days = spans.find((one) => one === query.get('days'))
    const today = new Date().toISOString()
    return webhooks.deliveries(endpointId, {
      status: messageStatuses.find((one) => one === query.get('status')),
      from: days && `${addDays(today.slice(0, 10), -Number(days))}${today.slice(10)}`,
      page: query.get('page') ?? undefined,
    })
  })

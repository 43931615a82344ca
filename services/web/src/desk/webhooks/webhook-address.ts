import { addressOf } from '../place.ts'

export const addressOfEndpoint = (endpoint: string, query: Record<string, string | undefined> = {}): string =>
  addressOf('webhooks', undefined, { endpoint, ...query })

export const addressOfDelivery = (endpoint: string, delivery: string): string =>
  addressOfEndpoint(endpoint, { delivery })

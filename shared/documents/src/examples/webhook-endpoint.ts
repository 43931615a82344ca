import { MASKED } from '@appointments/contracts'
import type {
  webhookDelivery,
  webhookDeliveryDetail,
  webhookEndpoint,
  webhookEndpointRequest,
  WebhookKey,
} from '@appointments/contracts'
import type { z } from 'zod'
import { exampleIds } from './appointment.ts'

const settings = {
  applicationId: 'demo',
  url: 'https://crm.example.com/hooks/appointments',
  headers: { 'x-tenant': 'north' },
  enabled: true,
  timeoutMs: 10_000,
  signature: 'both',
  includeRoomUrl: false,
  includeContact: false,
  alertEmail: 'integrations@example.com',
} as const

/** The key of RFC 8037, appendix A.2. */
export const exampleWebhookKey: WebhookKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  use: 'sig',
  alg: 'EdDSA',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  whpk: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
}

/** Settings in a request. */
export const exampleEndpointRequest: z.input<typeof webhookEndpointRequest> = {
  ...settings,
  events: ['appointment.created', 'appointment.rescheduled', 'appointment.cancelled'],
}

/** The endpoint with these settings. */
export const exampleEndpoint: z.input<typeof webhookEndpoint> = {
  ...settings,
  headers: { 'x-tenant': MASKED },
  events: ['appointment.created', 'appointment.rescheduled', 'appointment.cancelled'],
  last24h: { delivered: 412, failed: 2 },
  signingSecrets: [{ current: true }, { current: false, until: '2027-01-06T16:20:00Z' }],
  id: exampleIds.webhookEndpoint,
  state: 'FAILING',
  publicKey: exampleWebhookKey.whpk,
  failingSince: '2027-01-05T16:20:02Z',
  failedAttempts: 2,
  createdAt: '2026-12-20T10:00:00Z',
  updatedAt: '2026-12-20T10:00:00Z',
}

const delivery = {
  id: exampleIds.notification,
  appointmentId: exampleIds.appointment,
  type: 'RESCHEDULE',
  status: 'PENDING',
  createdAt: '2027-01-05T16:20:00Z',
} as const

/** A webhook that the endpoint has temporarily rejected. */
export const exampleDelivery: z.input<typeof webhookDelivery> = {
  ...delivery,
  providerStatus: 'HTTP_503',
  message: '503 Service Unavailable',
  attempts: 2,
  nextRetryAt: '2027-01-05T16:25:12Z',
  updatedAt: '2027-01-05T16:20:07Z',
  response: { attempt: 2, status: 503, body: 'down for maintenance', at: '2027-01-05T16:20:07Z' },
}

/** The same webhook with its request and its attempts. */
export const exampleDeliveryDetail: z.input<typeof webhookDeliveryDetail> = {
  ...delivery,
  providerStatus: 'HTTP_503',
  message: '503 Service Unavailable',
  nextRetryAt: '2027-01-05T16:25:12Z',
  updatedAt: '2027-01-05T16:20:07Z',
  request: {
    headers: {
      'x-tenant': MASKED,
      'content-type': 'application/json',
      'webhook-id': exampleIds.notification,
      'webhook-timestamp': '1799166007',
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
    body: '{"type":"appointment.rescheduled","schemaVersion":"1"}',
  },
  attempts: [
    { attempt: 1, at: '2027-01-05T16:20:01Z', durationMs: 10_000, error: 'timeout 10 s' },
    {
      attempt: 2,
      at: '2027-01-05T16:20:07Z',
      durationMs: 84,
      status: 503,
      response: 'down for maintenance',
    },
  ],
}

/** The same webhook after its redelivery was requested. */
export const exampleRedelivery: z.input<typeof webhookDelivery> = {
  ...delivery,
  attempts: 2,
  nextRetryAt: '2027-01-05T16:22:30Z',
  updatedAt: '2027-01-05T16:22:30Z',
}

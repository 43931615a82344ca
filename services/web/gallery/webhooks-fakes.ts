import type { Delivery, DeliveryDetail, Endpoint, WebhooksApi } from '../src/desk/webhooks/webhooks-api.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

export const anEndpoint = (change: Partial<Endpoint> = {}): Endpoint => ({
  id: 'crm',
  applicationId: 'bank',
  url: 'https://crm.bank.example/hooks/appointments',
  headers: {},
  enabled: true,
  state: 'ACTIVE',
  timeoutMs: 15_000,
  signature: 'v1',
  includeRoomUrl: false,
  includeContact: true,
  alertEmail: 'operations@bank.example',
  last24h: { delivered: 1204, failed: 0 },
  signingSecrets: [{ current: true }],
  createdAt: ago(900),
  updatedAt: ago(900),
  ...change,
})

export const someEndpoints = (): Endpoint[] => [
  anEndpoint(),
  anEndpoint({
    id: 'reports',
    url: 'https://reports.bank.example/in',
    events: ['appointment.created', 'appointment.cancelled'],
    state: 'FAILING',
    failingSince: ago(5),
    failedAttempts: 7,
    last24h: { delivered: 40, failed: 12 },
  }),
  anEndpoint({
    id: 'old',
    url: 'https://old.bank.example/'.padEnd(120, 'a-very-long-path/'),
    state: 'DISABLED',
    disabled: { at: ago(50), reason: 'GONE' },
    last24h: { delivered: 0, failed: 0 },
  }),
]

const someDeliveries = (): Delivery[] => [
  {
    id: 'd-1',
    appointmentId: 'a-1',
    type: 'CREATE',
    status: 'DELIVERED',
    attempts: 1,
    createdAt: ago(1),
    updatedAt: ago(1),
  },
  {
    id: 'd-2',
    appointmentId: 'a-2',
    type: 'RESCHEDULE',
    status: 'PENDING',
    providerStatus: '503',
    attempts: 3,
    nextRetryAt: ago(-1),
    createdAt: ago(2),
    updatedAt: ago(1),
  },
  {
    id: 'd-3',
    appointmentId: 'a-1',
    type: 'CANCELLED',
    status: 'FAILED',
    providerStatus: 'timeout',
    message: 'The receiver did not respond in time.',
    attempts: 8,
    createdAt: ago(30),
    updatedAt: ago(2),
  },
]

export const aDelivery = (change: Partial<DeliveryDetail> = {}): DeliveryDetail => ({
  id: 'd-3',
  appointmentId: 'a-1',
  type: 'CANCELLED',
  status: 'FAILED',
  providerStatus: '500',
  message: 'Internal Server Error',
  createdAt: ago(30),
  updatedAt: ago(2),
  request: {
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'd-3',
      'webhook-timestamp': '1764000000',
      'webhook-signature': '********',
      authorization: '********',
    },
    body: JSON.stringify({
      type: 'appointment.cancelled',
      timestamp: ago(30),
      data: { applicationId: 'bank', appointment: { id: 'a-1', revision: 4, state: 'CANCELLED' } },
    }),
  },
  attempts: [
    { attempt: 1, at: ago(30), durationMs: 15_000, error: 'timeout' },
    {
      attempt: 2,
      at: ago(28),
      status: 500,
      durationMs: 212,
      response: '<h1>Internal Server Error</h1> '.repeat(8),
    },
  ],
  ...change,
})

const never = () => new Promise<never>(() => undefined)

/** Fake requests of the webhooks section. */
export const someWebhooks = (change: Partial<WebhooksApi> = {}): WebhooksApi => ({
  endpoints: () => Promise.resolve(someEndpoints()),
  endpoint: () => Promise.resolve(anEndpoint()),
  secrets: () =>
    Promise.resolve([
      { id: 's-2', createdAt: ago(3), current: true },
      { id: 's-1', createdAt: ago(900), endsAt: ago(-21), current: false },
    ]),
  endSecret: never,
  rotate: () => Promise.resolve({ secret: 'whsec_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMP' }),
  test: () => Promise.resolve({ deliveryId: 'd-9', status: 'DELIVERED', rejectsTampered: true }),
  deliveries: () => Promise.resolve({ content: someDeliveries(), pageNumber: 1, pageCount: 2 }),
  delivery: () => Promise.resolve(aDelivery()),
  redeliver: never,
  replay: () => Promise.resolve(212),
  ...change,
})

import type { webhookEndpoint, webhookEndpointRequest } from '@appointments/contracts'
import type { z } from 'zod'
import { exampleIds } from './appointment.ts'

const settings = {
  applicationId: 'demo',
  url: 'https://crm.example.com/hooks/appointments',
  headers: { 'x-tenant': 'north' },
  enabled: true,
  timeoutMs: 10_000,
  signature: 'v1',
  includeRoomUrl: false,
  includeContact: false,
} as const

/** Settings as a client sends them. */
export const exampleEndpointRequest: z.input<typeof webhookEndpointRequest> = {
  ...settings,
  events: ['CREATE', 'RESCHEDULE', 'CANCELLED'],
}

/** The endpoint that has them. */
export const exampleEndpoint: z.input<typeof webhookEndpoint> = {
  ...settings,
  events: ['CREATE', 'RESCHEDULE', 'CANCELLED'],
  id: exampleIds.webhookEndpoint,
  state: 'ACTIVE',
  createdAt: '2026-12-20T10:00:00Z',
  updatedAt: '2026-12-20T10:00:00Z',
}

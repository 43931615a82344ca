import type { NotificationType } from '@appointments/contracts'

/** A registered webhook endpoint; its secret is sealed. */
export interface WebhookEndpoint {
  id: string
  applicationId: string
  url: string
  events: NotificationType[] | null
  headers: Record<string, string>
  enabled: boolean
  state: 'ACTIVE' | 'FAILING' | 'DISABLED'
  timeoutMs: number
  signature: 'v1' | 'v1a' | 'both'
  includeRoomUrl: boolean
  includeContact: boolean
  sealedSecret: string
  createdAt: Date
  updatedAt: Date
}

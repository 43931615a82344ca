import { findAgentNames, type AgentNames } from '@appointments/agent-names'
import { unconfigured, type Application, type Brand, type CustomerRecord } from '@appointments/contracts'
import type { KeptSource } from '../../domain/history/kept-source.ts'
import type { Notification } from '../../domain/notification.ts'
import { applications } from '../../repositories/applications.ts'
import { brands } from '../../repositories/brands.ts'
import { appointments } from '../../repositories/plan/appointments.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'
import { keptSource } from '../history/sealed-source.ts'

/** The state of the appointment that sending uses. */
type Known = Pick<KeptSource, 'whole' | 'scheduleVersion'>

export interface DeliveryInput {
  notification: Notification
  known: Known
  application: Application
  brand: Brand
  contacts: CustomerRecord[]
  agentNames: AgentNames
  endpoint: WebhookEndpoint | undefined
}

/** Reads sequentially: each delivery uses one connection at a time, so that many can run. */
export async function gatherInput(
  deps: Deps,
  notification: Notification,
): Promise<DeliveryInput | undefined> {
  const { pool } = deps
  const { appointmentId, applicationId, channel, recipientKey } = notification
  const findEndpoint = () =>
    channel === 'WEBHOOKS' ? webhookEndpoints.find(pool, recipientKey, undefined) : undefined
  const kept = keptSource(deps, notification)
  if (kept) {
    const { context, customer } = kept
    return {
      notification: { ...notification, context },
      known: kept,
      application: await applications.find(pool, applicationId),
      brand: await brands.find(pool, applicationId),
      contacts: customer ? [customer] : [],
      agentNames: await namesFor(deps, kept),
      endpoint: await findEndpoint(),
    }
  }
  const found = await appointments.findWithContext(pool, appointmentId)
  if (!found) return undefined
  const { known, contacts, agentNames, application = unconfigured(applicationId), brand } = found
  return { notification, known, application, brand, contacts, agentNames, endpoint: await findEndpoint() }
}

/** The name of the organizer of an appointment that was erased; its other participants are not kept. */
const namesFor = ({ pool }: Deps, { whole: { appointment, roster } }: Known): Promise<AgentNames> =>
  findAgentNames(
    pool,
    appointment.organizationId,
    roster.organizerId === undefined ? [] : [roster.organizerId],
  )

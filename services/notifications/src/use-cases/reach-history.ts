import {
  hasRole,
  isAssigned,
  reach,
  type Application,
  type Caller,
  type NotificationChannel,
} from '@appointments/contracts'
import { mayGoOver } from '../domain/matrix.ts'
import type { Notification } from '../domain/notification.ts'
import { canRetry } from '../domain/settle.ts'
import { takesWebhooks } from '../domain/webhook-endpoint.ts'
import { applications } from '../repositories/applications.ts'
import { appointments, type KnownAppointment } from '../repositories/appointments.ts'
import { webhookEndpoints } from '../repositories/webhook-endpoints.ts'
import { configuredChannels, type Deps } from './deps.ts'

/** A notification with whether somebody may have it sent again, which depends on the moment. */
export type JudgedNotification = Notification & { canRetry: boolean }

export interface Asked {
  caller: Caller
  appointmentId: string
}

/**
 * The appointment a caller may hear of, and whether its history is the caller's to see: an agent sees it while
 * assigned.
 * @throws Problem APPOINTMENT_NOT_FOUND
 */
export async function reachHistory({ pool }: Deps, { caller, appointmentId }: Asked) {
  const known = await appointments.findReadable(pool, appointmentId)
  const applicationId = known?.whole.appointment.applicationId
  const application = applicationId === undefined ? undefined : await applications.find(pool, applicationId)
  const whole = reach(caller, known?.whole, () => application ?? { agentAccess: 'ORGANIZATION' })
  const mayLook =
    hasRole(caller, 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE') ||
    isAssigned({ roster: whole.roster }, caller.userId)
  return { known: known as KnownAppointment, application: application as Application, mayLook }
}

/** Channels over which something of an application can be sent again now; an endpoint must still take webhooks. */
export async function judge(
  deps: Deps,
  application: Application,
  found: Notification[],
): Promise<JudgedNotification[]> {
  const now = deps.clock.now()
  const configured = configuredChannels(deps, application)
  const endpoints = await webhookEndpoints.findRecipients(deps.pool, application.id)
  const open = new Set(endpoints.filter(takesWebhooks).map(({ id }) => id))
  const isOpen = (channel: NotificationChannel, recipientKey: string) =>
    configured.has(channel) && (channel !== 'WEBHOOKS' || open.has(recipientKey))
  return found.map((one) => ({
    ...one,
    canRetry: canRetry(one, mayGoOver(application, one) && isOpen(one.channel, one.recipientKey), now),
  }))
}

import { hasRole, isAssigned, problem, reach, type Caller, type NotificationQuery } from '@appointments/contracts'
import type { Application, NotificationChannel } from '@appointments/contracts'
import { isEnabled } from '../domain/matrix.ts'
import type { Notification } from '../domain/notification.ts'
import { canRetry } from '../domain/settle.ts'
import { applications } from '../repositories/applications.ts'
import { appointments, type KnownAppointment } from '../repositories/appointments.ts'
import { emptyPage, history, type NotificationEventRow, type Page } from '../repositories/history.ts'
import { notifications } from '../repositories/notifications.ts'
import { webhookEndpoints } from '../repositories/webhook-endpoints.ts'
import { configuredChannels, type Deps } from './deps.ts'

/** A notification with whether somebody may have it sent again, which depends on the moment. */
export type JudgedNotification = Notification & { canRetry: boolean }

interface Asked {
  caller: Caller
  appointmentId: string
}

/**
 * The appointment a caller may hear of, and whether its history is the caller's to see: an agent sees it while
 * assigned.
 * @throws Problem APPOINTMENT_NOT_FOUND
 */
async function reachHistory({ pool }: Deps, { caller, appointmentId }: Asked) {
  const known = await appointments.findReadable(pool, appointmentId)
  const applicationId = known?.whole.appointment.applicationId
  const application = applicationId === undefined ? undefined : await applications.find(pool, applicationId)
  const whole = reach(caller, known?.whole, () => application ?? { agentAccess: 'ORGANIZATION' })
  const mayLook = hasRole(caller, 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE') || isAssigned({ roster: whole.roster }, caller.userId)
  return { known: known as KnownAppointment, application: application as Application, mayLook }
}

/** Channels over which something of an application can be sent again now; an endpoint must still take webhooks. */
async function judge(deps: Deps, application: Application, found: Notification[]): Promise<JudgedNotification[]> {
  const now = deps.clock.now()
  const configured = configuredChannels(deps, application)
  const endpoints = await webhookEndpoints.findRecipients(deps.pool, application.id)
  const open = new Set(endpoints.filter(({ enabled, state }) => enabled && state !== 'DISABLED').map(({ id }) => id))
  const isOpen = (channel: NotificationChannel, recipientKey: string) =>
    configured.has(channel) && (channel !== 'WEBHOOKS' || open.has(recipientKey))
  return found.map((one) => ({
    ...one,
    canRetry: canRetry(
      one,
      isEnabled(application, one.type, one.channel) && isOpen(one.channel, one.recipientKey),
      now,
    ),
  }))
}

/** The notification history of an appointment (reference, section 4.2). */
export const findNotifications =
  (deps: Deps) =>
  async (asked: Asked & { query: NotificationQuery }): Promise<Page<JudgedNotification>> => {
    const { application, mayLook } = await reachHistory(deps, asked)
    if (!mayLook) return emptyPage(asked.query)
    const page = await history.findNotifications(deps.pool, asked.appointmentId, asked.query)
    return { ...page, content: await judge(deps, application, page.content) }
  }

/**
 * Every step of an appointment's notifications, or of one of them.
 * @throws Problem NOTIFICATION_NOT_FOUND
 */
export const findNotificationEvents =
  (deps: Deps) =>
  async (
    asked: Asked & { query: NotificationQuery; notificationId?: string },
  ): Promise<Page<NotificationEventRow>> => {
    const { appointmentId, notificationId, query } = asked
    const { mayLook } = await reachHistory(deps, asked)
    if (!mayLook) return emptyPage(query)
    if (notificationId !== undefined && !(await history.exists(deps.pool, appointmentId, notificationId)))
      throw problem('NOTIFICATION_NOT_FOUND')
    return history.findEvents(deps.pool, appointmentId, query, notificationId)
  }

/**
 * Sends a failed notification again, at once and with the same identity.
 * @throws Problem NOTIFICATION_NOT_FOUND, NOT_RETRYABLE
 */
export const retryNotification =
  (deps: Deps) =>
  async (asked: Asked & { notificationId: string }): Promise<JudgedNotification> => {
    const { application, mayLook } = await reachHistory(deps, asked)
    if (!mayLook) throw problem('NOTIFICATION_NOT_FOUND')
    return deps.transaction(async (tx) => {
      const notification = await notifications.lock(tx, asked.appointmentId, asked.notificationId)
      if (!notification) throw problem('NOTIFICATION_NOT_FOUND')
      const [judged] = await judge(deps, application, [notification])
      if (!judged?.canRetry) throw problem('NOT_RETRYABLE')
      // one that waits for its next try has had it counted already
      const retryCount = notification.retryCount + (notification.status === 'FAILED' ? 1 : 0)
      const again = await notifications.sendAgain(tx, notification, retryCount, deps.clock.now())
      return { ...again, canRetry: true }
    })
  }

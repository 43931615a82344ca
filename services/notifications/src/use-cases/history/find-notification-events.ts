import { pageOf, problem, type NotificationQuery, type Page } from '@appointments/contracts'
import type { StoryLine } from '../../domain/notification.ts'
import { history } from '../../repositories/history/notification-history.ts'
import type { Deps } from '../deps.ts'
import { requireVisibleAppointment, type AppointmentRequest } from './require-visible-appointment.ts'
import { newestFirst } from '../../domain/newest-first.ts'

/**
 * The events of all notifications of an appointment, or of one of them.
 * @throws Problem NOTIFICATION_NOT_FOUND
 */
export const findNotificationEvents =
  (deps: Deps) =>
  async (
    request: AppointmentRequest & { query: NotificationQuery; notificationId?: string },
  ): Promise<Page<StoryLine>> => {
    const { appointmentId, notificationId, query } = request
    const { mayLook } = await requireVisibleAppointment(deps, request)
    if (!mayLook) return pageOf({ content: [], total: 0 }, newestFirst(query))
    if (notificationId !== undefined && !(await history.exists(deps.pool, appointmentId, notificationId)))
      throw problem('NOTIFICATION_NOT_FOUND')
    return history.findEvents(deps.pool, appointmentId, query, notificationId)
  }

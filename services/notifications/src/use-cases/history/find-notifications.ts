import { pageOf, type NotificationQuery, type Page } from '@appointments/contracts'
import { history } from '../../repositories/history/notification-history.ts'
import type { Deps } from '../deps.ts'
import { markRetryable, type RetryableNotification } from './mark-retryable.ts'
import { requireVisibleAppointment, type AppointmentRequest } from './require-visible-appointment.ts'
import { newestFirst } from '../../domain/newest-first.ts'

/** The notification history of an appointment (docs/contract/notifications.md#history). */
export const findNotifications =
  (deps: Deps) =>
  async (
    request: AppointmentRequest & { query: NotificationQuery },
  ): Promise<Page<RetryableNotification>> => {
    const { application, mayLook } = await requireVisibleAppointment(deps, request)
    if (!mayLook) return pageOf({ content: [], total: 0 }, newestFirst(request.query))
    const page = await history.findNotifications(deps.pool, request.appointmentId, request.query)
    return { ...page, content: await markRetryable(deps, application, page.content) }
  }

import type { NotificationQuery } from '@appointments/contracts'
import { emptyPage, type Page } from '../../domain/history/page.ts'
import { history } from '../../repositories/history/notification-history.ts'
import type { Deps } from '../deps.ts'
import { markRetryable, type RetryableNotification } from './mark-retryable.ts'
import { requireVisibleAppointment, type Asked } from './require-visible-appointment.ts'

/** The notification history of an appointment (docs/contract/notifications.md#history). */
export const findNotifications =
  (deps: Deps) =>
  async (asked: Asked & { query: NotificationQuery }): Promise<Page<RetryableNotification>> => {
    const { application, mayLook } = await requireVisibleAppointment(deps, asked)
    if (!mayLook) return emptyPage(asked.query)
    const page = await history.findNotifications(deps.pool, asked.appointmentId, asked.query)
    return { ...page, content: await markRetryable(deps, application, page.content) }
  }

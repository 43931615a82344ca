import type { NotificationQuery } from '@appointments/contracts'
import { emptyPage, type Page } from '../../domain/history/page.ts'
import { history } from '../../repositories/history/notification-history.ts'
import type { Deps } from '../deps.ts'
import { judge, reachHistory, type Asked, type JudgedNotification } from './reachable-history.ts'

/** The notification history of an appointment (docs/contract/notifications.md#history). */
export const findNotifications =
  (deps: Deps) =>
  async (asked: Asked & { query: NotificationQuery }): Promise<Page<JudgedNotification>> => {
    const { application, mayLook } = await reachHistory(deps, asked)
    if (!mayLook) return emptyPage(asked.query)
    const page = await history.findNotifications(deps.pool, asked.appointmentId, asked.query)
    return { ...page, content: await judge(deps, application, page.content) }
  }

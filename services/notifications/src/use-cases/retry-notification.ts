import { problem } from '@appointments/contracts'
import { notifications } from '../repositories/notifications.ts'
import type { Deps } from './deps.ts'
import { judge, reachHistory, type Asked, type JudgedNotification } from './reach-history.ts'

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
      deps.about(tx, asked.appointmentId)
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

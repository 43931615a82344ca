import { problem } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { retriesWhenSentAgain } from '../../domain/send/retries.ts'
import { notifications } from '../../repositories/plan/notifications.ts'
import type { Deps } from '../deps.ts'
import { markRetryable, type RetryableNotification } from './mark-retryable.ts'
import { requireVisibleAppointment, type AppointmentRequest } from './require-visible-appointment.ts'

/**
 * Sends a failed notification again immediately, under the same id.
 * @throws Problem NOTIFICATION_NOT_FOUND, NOT_RETRYABLE, CONTENT_GONE
 */
export const retryNotification =
  (deps: Deps) =>
  async (request: AppointmentRequest & { notificationId: string }): Promise<Keyed<RetryableNotification>> => {
    const { application, mayLook } = await requireVisibleAppointment(deps, request)
    if (!mayLook) throw problem('NOTIFICATION_NOT_FOUND')
    return deps.transaction(async (tx) => {
      deps.about(tx, request.appointmentId)
      const notification = await notifications.lock(tx, request.appointmentId, request.notificationId)
      if (!notification) throw problem('NOTIFICATION_NOT_FOUND')
      if (!notification.hasContent) throw problem('CONTENT_GONE')
      const [judged] = await markRetryable(deps, application, [notification])
      if (!judged?.canRetry) throw problem('NOT_RETRYABLE')
      const retryCount = retriesWhenSentAgain(notification)
      const again = await notifications.sendAgain(tx, notification, retryCount, deps.clock.now())
      return { ...again, canRetry: true }
    })
  }

import type { Log } from '@appointments/runtime'
import type { Notification } from '../../domain/notification.ts'
import { TEMPLATE_ERROR } from '../../domain/send/reason-after.ts'
import type { Outcome } from '../../domain/send/outcomes.ts'

/** Renders a message. A rendering error is permanent, because it would recur. */
export function renderOrFail<Message>(
  log: Log,
  notification: Notification,
  make: () => Message,
): Message | Extract<Outcome, { kind: 'permanent' }> {
  try {
    return make()
  } catch (error) {
    log.error({ err: error, notification: notification.id }, 'a message could not be rendered')
    const message = `the message could not be rendered: ${(error as Error).message}`
    return { kind: 'permanent', providerStatus: TEMPLATE_ERROR, message }
  }
}

import { problem, type Caller } from '@appointments/contracts'
import type { SentContent } from '../../domain/send/sent-content.ts'
import { messageContents } from '../../repositories/history/message-contents.ts'
import type { Deps } from '../deps.ts'
import { openPreview } from './open-preview.ts'
import { requireVisibleNotification } from '../history/require-visible-notification.ts'

/** The content of a message, and the path that shows its mail for a short time. */
export type ShownContent = Omit<SentContent, 'html' | 'headers'> & { htmlUrl?: string; sentAt: Date }

/**
 * Reads the content that was sent last under the id of a notification.
 * @throws Problem NOTIFICATION_NOT_FOUND
 * @throws Problem CONTENT_GONE if nothing was sent, or the content is no longer kept
 */
export const getNotificationContent =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async ({ caller, notificationId }: { caller: Caller; notificationId: string }): Promise<ShownContent> => {
    const { id, attemptNo } = await requireVisibleNotification(pool, caller, notificationId)
    const kept = await messageContents.find(pool, id)
    if (!kept)
      throw problem(
        'CONTENT_GONE',
        attemptNo === 0 ? 'The notification was not sent, so it has no content.' : undefined,
      )
    const { html, headers: _, ...shown } = kept.content
    return {
      ...shown,
      ...(html !== undefined && { htmlUrl: await openPreview(pool, { notificationId: id }, clock.now()) }),
      sentAt: kept.sentAt,
    }
  }

import { problem } from '@appointments/contracts'
import { previewKeyHash } from '../../keys/preview-keys.ts'
import { messageContents } from '../../repositories/history/message-contents.ts'
import { previews } from '../../repositories/previews.ts'
import type { Deps } from '../deps.ts'

/**
 * Reads the page of a preview.
 * @throws Problem PREVIEW_NOT_FOUND if the key is unknown, the preview has expired, or its message was erased
 */
export const readPreview =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async (key: string): Promise<string> => {
    const found = await previews.find(pool, previewKeyHash(key), clock.now())
    const page =
      found &&
      ('page' in found ? found.page : (await messageContents.find(pool, found.notificationId))?.content.html)
    if (page === undefined) throw problem('PREVIEW_NOT_FOUND')
    return page
  }

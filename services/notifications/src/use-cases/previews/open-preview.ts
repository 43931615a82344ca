import { outsideRoutes } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import { newPreviewKey, previewKeyHash } from '../../keys/preview-keys.ts'
import { previews, type Preview } from '../../repositories/previews.ts'

const SHOWN_MS = 600_000

/**
 * Creates a preview that anyone who knows its address can see for ten minutes.
 * @returns its path below the base address of the system
 */
export async function openPreview(
  sql: Sql | Tx,
  shown: Pick<Preview, 'notificationId' | 'page'>,
  now: Date,
): Promise<string> {
  const key = newPreviewKey()
  const expiresAt = new Date(now.getTime() + SHOWN_MS)
  await previews.add(sql, { ...shown, keyHash: previewKeyHash(key), expiresAt })
  return outsideRoutes.readPreview.path.replace('{key}', key)
}

import { createHash, randomBytes } from 'node:crypto'

const BYTES = 24

/** The key of a preview; every client that knows it may see the preview. */
export const newPreviewKey = (): string => randomBytes(BYTES).toString('base64url')

/** The stored form of a key. */
export const previewKeyHash = (key: string): string => createHash('sha256').update(key).digest('base64url')

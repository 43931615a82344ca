import { createHash, randomBytes } from 'node:crypto'

const BYTES = 24

/** Creates the key of a preview; every client that knows it may see the preview. */
export const newPreviewKey = (): string => randomBytes(BYTES).toString('base64url')

/** The form in which a key is stored. */
export const previewKeyHash = (key: string): string => createHash('sha256').update(key).digest('base64url')

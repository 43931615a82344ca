import { deriveKeys, sealWith, type Purpose } from '@appointments/credentials'

/** Encrypts texts for storage, each bound to the id of its owner so that it cannot be used for another. */
export function createSeal(
  dataSecret: string,
  purpose: Extract<Purpose, 'webhook-secret' | 'message-source'>,
) {
  const sealed = sealWith(deriveKeys(dataSecret, purpose))
  return {
    seal: (text: string, ownerId: string): string => sealed.seal(text, ownerId).toString('base64'),
    /** @throws Error if the text was sealed with another key or for another owner */
    open: (text: string, ownerId: string): string => sealed.open(Buffer.from(text, 'base64'), ownerId),
  }
}
export type Seal = ReturnType<typeof createSeal>

import type { Secret } from '@appointments/runtime'

/** What came in, as Twilio signed it. */
export interface SignedForm {
  /** Path and query. */
  path: string
  signature: string
  form: Record<string, string | string[]>
}

export type IsFromTwilio = (request: SignedForm) => Promise<boolean>

/**
 * Whether a request comes from the account at Twilio. The signature covers the address that Twilio called, which is
 * the public one, whatever stands between.
 * @param keys of the account; the one before still signs what was asked for before it changed
 */
export const fromTwilio =
  (keys: readonly Secret[], publicUrl: string): IsFromTwilio =>
  async ({ path, signature, form }) => {
    const { default: twilio } = await import('twilio')
    return keys.some((key) => twilio.validateRequest(key.current(), signature, publicUrl + path, form))
  }

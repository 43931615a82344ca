import type { Secret } from '@appointments/runtime'

/** A callback request, as signed by Twilio. */
export interface SignedForm {
  /** Path and query. */
  path: string
  signature: string
  form: Record<string, string | string[]>
}

export type IsFromTwilio = (request: SignedForm) => Promise<boolean>

/**
 * Whether a request comes from our Twilio account. The signature covers the public address that Twilio called,
 * whatever proxies are in between.
 * @param keys current and previous auth tokens; the previous one still signs callbacks requested before it changed
 */
export const fromTwilio =
  (keys: readonly Secret[], publicUrl: string): IsFromTwilio =>
  async ({ path, signature, form }) => {
    const { default: twilio } = await import('twilio')
    return keys.some((key) => twilio.validateRequest(key.current(), signature, publicUrl + path, form))
  }

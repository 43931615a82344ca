import { signatureOf } from '@appointments/testing'
import type { StatusCallback } from './text-provider.ts'

/** External callers of the service, as the gateway forwards them. */
export function world({
  serviceUrl,
  publicUrl,
  key,
}: {
  serviceUrl: string
  publicUrl: string
  /** Auth token of the account at the SMS provider. */
  key: string
}) {
  async function post(url: string, form: Record<string, string>, signature?: string): Promise<void> {
    const { status } = await fetch(url.replace(publicUrl, serviceUrl), {
      method: 'POST',
      headers: signature === undefined ? {} : { 'x-twilio-signature': signature },
      body: new URLSearchParams(form),
    })
    if (status >= 300) throw new Error(`${new URL(url).pathname} responded with ${status}`)
  }
  const signed = (url: string, form: Record<string, string>) => post(url, form, signatureOf(key, url, form))

  return {
    /** The SMS provider sends a status callback. */
    status: ({ url, providerId, status, errorCode, to }: StatusCallback): Promise<void> =>
      signed(url, {
        MessageSid: providerId,
        MessageStatus: status,
        To: to,
        ...(errorCode !== null && { ErrorCode: String(errorCode) }),
      }),
    /** A customer replies to an SMS. */
    text: ({ from, to, body }: { from: string; to: string; body: string }): Promise<void> =>
      signed(`${publicUrl}/twilio/incoming`, { From: from, To: to, Body: body }),
    /** A customer follows the link in a mail and presses a button. */
    follow: (link: string, wanted: 'unsubscribe' | 'subscribe'): Promise<void> => post(link, { wanted }),
  }
}

import { createHmac } from 'node:crypto'

/** The account that owns the messages, and the secret that signs its callbacks. */
export interface Account {
  accountSid: string
  authToken: string
}

const RESPONSE_WITHIN_MS = 15_000

/** Posts a callback to a URL with Twilio's signature. @returns the receiver's response; undefined if none arrived */
export function postSigned(
  { accountSid, authToken }: Account,
  url: string,
  about: Record<string, string>,
): Promise<Response | undefined> {
  const parameters = { AccountSid: accountSid, ApiVersion: '2010-04-01', ...about }
  return fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signatureOf(authToken, url, parameters) },
    body: new URLSearchParams(parameters),
    redirect: 'manual',
    signal: AbortSignal.timeout(RESPONSE_WITHIN_MS),
  }).catch(() => undefined)
}

/** X-Twilio-Signature: HMAC-SHA1 over the URL and the parameters by name, each name followed by its value. */
export function signatureOf(authToken: string, url: string, parameters: Record<string, string>): string {
  const sorted = Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHmac('sha1', authToken)
    .update(url + sorted.flat().join(''))
    .digest('base64')
}

import { createHmac } from 'node:crypto'
import type { TwilioMessage } from './message.ts'

/** One attempt to tell a status; Twilio makes no second one. */
export interface StatusCallback {
  sid: string
  url: string
  status: string
  /** the receiver's answer, or nothing when none came */
  answered: number | null
}

/** Tells the message's status to the URL that its sender asked for, signed as Twilio signs. */
export async function tellStatus(
  { accountSid, authToken }: { accountSid: string; authToken: string },
  message: TwilioMessage,
): Promise<StatusCallback | undefined> {
  const { statusCallback: url, sid, status, to, from, errorCode } = message
  if (url === null) return undefined
  const parameters: Record<string, string> = {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: to,
    ...(from !== null && { From: from }),
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  }
  const answered = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signatureOf(authToken, url, parameters) },
    body: new URLSearchParams(parameters),
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  }).then(
    (response) => response.body?.cancel().then(() => response.status) ?? response.status,
    () => null,
  )
  return { sid, url, status, answered }
}

/** X-Twilio-Signature: HMAC-SHA1 over the URL and the parameters by name, each name followed by its value. */
export function signatureOf(authToken: string, url: string, parameters: Record<string, string>): string {
  const sorted = Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHmac('sha1', authToken)
    .update(url + sorted.flat().join(''))
    .digest('base64')
}

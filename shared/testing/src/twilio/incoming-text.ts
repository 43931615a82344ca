import { randomBytes } from 'node:crypto'
import { signatureOf } from './status-callback.ts'

/** An SMS that somebody sends to a number of the account. */
export interface IncomingText {
  from: string
  to: string
  body: string
}

const WORDS = {
  STOP: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  START: ['START', 'UNSTOP', 'YES'],
} as const

/** What Twilio takes an SMS for, before anybody sees it. */
export function optOutTypeOf(body: string): keyof typeof WORDS | undefined {
  const word = body.trim().toUpperCase()
  return (['STOP', 'START'] as const).find((type) => (WORDS[type] as readonly string[]).includes(word))
}

/** Tells an SMS to the URL of its number, signed as Twilio signs. @returns the receiver's answer, or nothing */
export async function tellText(
  { accountSid, authToken }: { accountSid: string; authToken: string },
  { from, to, body }: IncomingText,
  url: string,
): Promise<{ status: number; body: string } | undefined> {
  const sid = `SM${randomBytes(16).toString('hex')}`
  const parameters: Record<string, string> = {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    Body: body,
    From: from,
    MessageSid: sid,
    NumMedia: '0',
    NumSegments: '1',
    SmsMessageSid: sid,
    SmsSid: sid,
    SmsStatus: 'received',
    To: to,
  }
  return fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signatureOf(authToken, url, parameters) },
    body: new URLSearchParams(parameters),
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  }).then(
    async (response) => ({ status: response.status, body: await response.text() }),
    () => undefined,
  )
}

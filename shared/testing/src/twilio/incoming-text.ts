import { randomBytes } from 'node:crypto'
import { postSigned } from './post-signed.ts'
import type { Account } from './post-signed.ts'

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

/** Tells an SMS to the URL of its number. @returns the receiver's answer, or nothing */
export async function tellText(
  account: Account,
  { from, to, body }: IncomingText,
  url: string,
): Promise<{ status: number; body: string } | undefined> {
  const sid = `SM${randomBytes(16).toString('hex')}`
  const answer = await postSigned(account, url, {
    Body: body,
    From: from,
    MessageSid: sid,
    NumMedia: '0',
    NumSegments: '1',
    SmsMessageSid: sid,
    SmsSid: sid,
    SmsStatus: 'received',
    To: to,
  })
  return answer && { status: answer.status, body: await answer.text() }
}
